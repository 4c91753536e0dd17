import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { reloadRules } from '#features/search-settings/releases/releases.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  applyCollection,
  createCollection,
  listCollections,
  listPredefined,
  readCollection,
  recreateCollection,
  removeCollection,
  rollBackCollection,
  updateCollection,
} from '#features/data/collections/collections.contract.ts';
import { reloadFeed, removeFeed } from '#features/data/feeds/feeds.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { recreate, recreated } from '#testing/shop-calls.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const owner = await server.shop();

const read = async (id = owner.collectionId) => (await server.call(owner, readCollection, { id })).data!;

describe('a collection', () => {
  test('is shown with its items, size, health, generations and what depends on it', async () => {
    const collection = await read();
    expect(collection).toMatchObject({
      name: 'Products',
      health: 'good',
      waiting_changes: 0,
      need_update: false,
      recreation: null,
    });
    expect(collection.item_count).toBeGreaterThan(100);
    expect(collection.size_bytes).toBeGreaterThan(100_000);
    expect(collection.generations).toEqual([expect.objectContaining({ item_count: collection.item_count, is_live: true })]);
    expect(collection.dependent_by).toEqual([expect.objectContaining({ kind: 'feed', id: owner.feedId })]);
  });

  test('is added with the fields of a predefined one, and two never share a name', async () => {
    const { data: predefined } = await server.call(owner, listPredefined, {});
    expect(predefined!.map(({ id }) => id)).toEqual(['products', 'categories', 'articles', 'brands']);
    const { data: added } = await server.call(owner, createCollection, { name: ' Guides ', predefined: 'articles' });
    expect(added).toMatchObject({ name: 'Guides', relevant_rate: 70, item_count: 0, health: 'empty', force_stopwords: false });
    const again = await server.call(owner, createCollection, { name: 'gUIDES' });
    expect(again).toMatchObject({ status: 409, errors: [{ field: 'name', code: 'alreadyUsed' }] });
    expect((await server.call(owner, testQuery, { c: added!.id, q: 'x' })).data?.total_count).toBe(0);
    expect((await server.call(owner, removeCollection, { id: added!.id })).status).toBe(200);
    expect((await server.call(owner, testQuery, { c: added!.id, q: 'x' })).status).toBe(404);
  });

  test('that a feed fills is not deleted, and the answer says which', async () => {
    const refused = await server.call(owner, removeCollection, { id: owner.collectionId });
    expect(refused).toMatchObject({ status: 409, errors: [{ code: 'collectionInUse' }] });
    expect(refused.msg).toContain('Sample shop');
  });

  test('takes its settings to searches when it is updated, not before', async () => {
    const changes = { relevant_rate: 100, force_stopwords: true, lower_unwanted: true } as const;
    const settings = { id: owner.collectionId, name: 'Products', ...changes };
    const { data: saved } = await server.call(owner, updateCollection, settings);
    expect(saved).toMatchObject({ ...changes, need_update: true });
    const live = async () => (await server.app.releases.live({ id: owner.projectId })).relevance[owner.collectionId]!;
    expect(await live()).toMatchObject({ relevantRate: 70, forcesStopwords: false, lowersUnwanted: false });
    const { data: updated } = await server.call(owner, applyCollection, { id: owner.collectionId });
    expect(updated!.need_update).toBe(false);
    expect(await live()).toMatchObject({ relevantRate: 100, forcesStopwords: true, lowersUnwanted: true });
  });

  test('keeps the settings that a change leaves out', async () => {
    const { data: before } = await server.call(owner, updateCollection, { id: owner.collectionId, relevant_rate: 50 });
    const { data: after } = await server.call(owner, updateCollection, { id: owner.collectionId, force_stopwords: false });
    expect(after).toMatchObject({ name: before!.name, relevant_rate: 50, force_stopwords: false, lower_unwanted: true });
    const atOnce = [{ relevant_rate: 60 }, { force_stopwords: true }, { lower_unwanted: false }, { name: 'Goods' }] as const;
    await Promise.all(atOnce.map((one) => server.call(owner, updateCollection, { id: owner.collectionId, ...one })));
    expect(await read()).toMatchObject(Object.assign({}, ...atOnce));
    expect((await server.call(owner, updateCollection, { id: owner.collectionId })).data).toMatchObject({ name: 'Goods' });
    await server.call(owner, updateCollection, { id: owner.collectionId, name: before!.name, relevant_rate: 50 });
  });
});

describe('recreating', () => {
  test('keeps every item and what single items were changed to, and can be undone', async () => {
    const before = await read();
    await server.app.engine.change(engineCollection(owner.collectionId), [
      { kind: 'put', item: { id: 'by-hand', fields: { name: 'Zyxwv lantern' } } },
    ]);
    const { data: started } = await server.call(owner, recreateCollection, { id: owner.collectionId });
    expect(started).toMatchObject({ state: 'waiting', total_count: before.item_count + 1 });
    expect((await server.call(owner, recreateCollection, { id: owner.collectionId })).data?.id).toBe(started?.id);
    const after = await recreated(server, owner, owner.collectionId);
    expect(after.recreation).toMatchObject({ state: 'done', built_count: before.item_count + 1 });
    expect(after.generations).toHaveLength(2);
    expect(after.generations[0]).toMatchObject({ is_live: true, item_count: before.item_count + 1 });
    expect(after.generations[1]!.name).toBe(before.generations[0]!.name);
    const { data: found } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'zyxwv ' });
    expect(found!.items.map(({ id }) => id)).toEqual(['by-hand']);

    const { data: back } = await server.call(owner, rollBackCollection, { id: owner.collectionId });
    expect(back!.generations.map(({ name }) => name)).toEqual(after.generations.map(({ name }) => name).toReversed());
  });

  test('ends with the items of an import that went live during it', async () => {
    await server.call(owner, recreateCollection, { id: owner.collectionId });
    await server.call(owner, reloadFeed, { id: owner.feedId });
    await server.imported(owner, owner.feedId);
    expect((await recreated(server, owner, owner.collectionId)).recreation!.state).toBe('done');
  });

  test('that fails says so and leaves the live items, and can be asked for again', async () => {
    const damaged = await server.owner('damaged@recreate.example');
    await server.imported(damaged, damaged.feedId);
    const id = damaged.collectionId;
    const [before] = (await server.call(damaged, readCollection, { id })).data!.generations;
    const items = path.join(server.dataDirectory, 'search', engineCollection(id), before!.name, 'items.sqlite');
    const whole = await readFile(items);
    await writeFile(items, Buffer.concat([whole.subarray(0, whole.length - 100), Buffer.alloc(100, 7)]));
    const failed = await recreate(server, damaged, id);
    expect(failed).toMatchObject({ recreation: { state: 'failed' }, item_count: before!.item_count });
    expect(failed.generations).toEqual([before]);
    await writeFile(items, whole);
    expect((await recreate(server, damaged, id)).recreation!.state).toBe('done');
  });

  test('a collection without items says what to do first', async () => {
    const { data: empty } = await server.call(owner, createCollection, { name: 'Empty' });
    const refused = await server.call(owner, recreateCollection, { id: empty!.id });
    expect(refused).toMatchObject({ status: 409, errors: [{ code: 'nothingToRecreate' }] });
    expect(await server.call(owner, rollBackCollection, { id: empty!.id })).toMatchObject({
      errors: [{ code: 'nothingToRollBack' }],
    });
  });
});

test('deleting a collection leaves no rule of it waiting', async () => {
  const { collectionId: c, ...actor } = await server.owner('waiting@recreate.example');
  await server.imported(actor, actor.feedId);
  const waiting = async () => (await server.call(actor, readWaiting, {})).data!.rows;
  const curation = { c, name: 'Kettles', queries: [{ query: 'kettle' }], promoted: [], hidden: [] };
  const { data: made } = await server.call(actor, curations.create, curation as never);
  await server.call(actor, reloadRules, {});
  await server.call(actor, curations.remove, { id: made!.id });
  expect(await waiting()).toMatchObject([{ source: 'curations', name: 'Kettles' }]);
  await server.call(actor, removeFeed, { id: actor.feedId });
  expect((await server.call(actor, removeCollection, { id: c })).status).toBe(200);
  expect(await waiting()).toEqual([]);
});

test("deleting a collection deletes the engine's data, and what was kept of it answers nobody", async () => {
  const { collectionId: id, ...actor } = await server.owner('leaving@recreate.example');
  await server.imported(actor, actor.feedId);
  await server.call(actor, removeFeed, { id: actor.feedId });
  expect(await server.app.engine.status(engineCollection(id))).not.toBeNull();
  const { name } = (await server.call(actor, listCollections, {})).data![0]!;
  const found = (collection?: string) =>
    server.call({}, frontSearch, { token: actor.project, q: 'kettle', ...(collection !== undefined && { collection }) });
  for (const collection of [name, String(id), undefined, name]) expect((await found(collection)).status).toBe(200);
  expect((await server.call(actor, removeCollection, { id })).status).toBe(200);
  for (const collection of [name, String(id), undefined]) expect((await found(collection)).status).toBe(404);
  for (let tries = 0; tries < 200 && (await server.app.engine.status(engineCollection(id))) !== null; tries += 1) await sleep(20);
  expect(await server.app.engine.status(engineCollection(id))).toBeNull();
  expect((await server.call(actor, listCollections, {})).data).toEqual([]);
});
