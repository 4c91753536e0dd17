import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { countItems } from '#features/data/collections/collections.contract.ts';
import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { keptImports, listImports } from '#features/data/imports/imports.contract.ts';
import { importStore } from './imports.store.ts';
import type { Actor } from '#testing/test-app.ts';

const { server, host, shop } = await sharedFeedShops();

describe('an import', () => {
  test('that fails says why and leaves the live items as they are', async () => {
    const url = host.put('/fails.ndjson', lamps(30));
    const { actor, feedId } = await shop(url);
    await server.imported(actor, feedId);
    const bodies = { emptyFeed: '', webPage: '<!doctype html><title>Down</title><p>Back soon', noUsableItem: '{"id":' };
    for (const [code, body] of Object.entries(bodies)) {
      host.put('/fails.ndjson', body);
      await server.call(actor, reloadFeed, { id: feedId });
      const feed = await server.imported(actor, feedId);
      expect(feed.last_import).toMatchObject({ state: 'failed', imported_count: 0, failure: { code } });
      expect((await server.call(actor, countItems, {})).data?.count).toBe(30);
    }
  });

  test('replaces the items of the one before', async () => {
    const { actor, feedId, collectionId } = await shop(host.put('/replaced.ndjson', lamps(10)));
    await server.imported(actor, feedId);
    host.put('/replaced.ndjson', `${lamps(8).replaceAll('Lamp', 'Torch')}\n${JSON.stringify({ id: 'c1', name: 'Chair' })}`);
    await server.call(actor, reloadFeed, { id: feedId });
    await server.imported(actor, feedId);
    expect((await server.call(actor, testQuery, { c: collectionId, q: 'lamp' })).data?.total_count).toBe(0);
    expect((await server.call(actor, testQuery, { c: collectionId, q: 'chair' })).data?.total_count).toBe(1);
  });

  test('runs once, however often it is asked for at the same time', async () => {
    const { actor, feedId } = await shop(host.put('/once.ndjson', lamps(500)));
    await server.imported(actor, feedId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.call(actor, reloadFeed, { id: feedId })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect((await server.imported(actor, feedId)).last_import?.state).toBe('done');
    expect((await server.call(actor, reloadFeed, { id: feedId })).status).toBe(200);
  });

  test('reads a compressed file', async () => {
    const { actor, feedId } = await shop(host.put('/lamps.ndjson.gz', gzipSync(lamps(25))));
    expect((await server.imported(actor, feedId)).last_import).toMatchObject({ state: 'done', imported_count: 25 });
  });

  test('keeps a bad item out and says which one, which field and why', async () => {
    const lines = [
      ...lamps(50).split('\n'),
      JSON.stringify({ name: 'No id', price: 5 }),
      '{"broken',
      JSON.stringify({ id: 'bad', name: 'Bad price', price: 'many' }),
    ];
    const { actor, feedId } = await shop(host.put('/bad.ndjson', lines.join('\n')));
    const feed = await server.imported(actor, feedId);
    expect(feed.last_import).toMatchObject({ state: 'done', imported_count: 51 });
    const { data } = await server.call(actor, listErrorData, { id: feedId });
    expect(data?.items.map(({ severity, reason, position }) => [severity, reason, position])).toEqual(
      expect.arrayContaining([
        ['error', 'missingId', 51],
        ['error', 'malformedRecord', 52],
        ['warning', 'badPrice', 53],
      ]),
    );
    expect((await server.call(actor, listErrorData, { id: feedId, search: 'MANY' })).data?.total_count).toBe(1);
  });
});

test('an import that had ended when its job was cut off stays as it ended', async () => {
  const { actor, projectId, feedId } = await shop(host.put('/ended.ndjson', lamps(25)));
  const { last_import: ended } = await server.imported(actor, feedId);
  const job = { projectId, feedId, importId: ended!.id };
  // One is taken only after the one before has run.
  const isTaken = () => server.app.jobs.enqueue('import', String(ended!.id), job);
  await expect.poll(isTaken).toBe(true);
  await expect.poll(isTaken).toBe(true);
  expect((await server.imported(actor, feedId)).last_import).toEqual(ended);
});

let feeds = 0;

/** A shop whose feed was imported once for each of these bodies. */
async function shopWithImports(...bodies: readonly [string, ...string[]]) {
  const path = `/${(feeds += 1)}.ndjson`;
  const made = await shop(host.put(path, bodies[0]));
  await server.imported(made.actor, made.feedId);
  for (const body of bodies.slice(1)) {
    host.put(path, body);
    await server.call(made.actor, reloadFeed, { id: made.feedId });
    await server.imported(made.actor, made.feedId);
  }
  return made;
}

const list = async (actor: Actor, input: InputOf<typeof listImports>) => (await server.call(actor, listImports, input)).data!;

test('the imports of a feed are listed newest first, with what came of each', async () => {
  const withoutId = `${lamps(30)}\n${JSON.stringify({ name: 'No id' })}\n${JSON.stringify({ id: 'x', name: 'X', price: 'many' })}`;
  const { actor, feedId } = await shopWithImports(lamps(20), '', withoutId);
  const { items, total_count } = await list(actor, { id: feedId });
  expect(total_count).toBe(3);
  expect(items).toMatchObject([
    { state: 'done', imported_count: 31, error_count: 1, warning_count: 1 },
    { state: 'failed', imported_count: 0 },
    { state: 'done', imported_count: 20, error_count: 0, warning_count: 0 },
  ]);
});

test('pages hold what they are asked for, and fifty imports are kept', async () => {
  const { actor, projectId, feedId } = await shopWithImports(lamps(1));
  const imports = importStore(server.app.db);
  for (let count = 0; count < keptImports + 5; count += 1) {
    const id = await imports.insert({ id: projectId }, feedId);
    await imports.end({ id: projectId }, id!, 'failed', { code: 'noUsableItem', details: {} });
  }
  const first = await list(actor, { id: feedId, per_page: 20 });
  expect(first).toMatchObject({ total_count: keptImports, total_pages: 3 });
  expect(first.items[0]?.failure?.code).toBe('noUsableItem');
  const last = await list(actor, { id: feedId, per_page: 20, page: 3 });
  expect(last.items).toHaveLength(10);
  expect(last.items[0]!.id).toBeLessThan(first.items.at(-1)!.id);
});
