import { beforeAll, expect, test } from 'vitest';
import { dayOf } from '#contract/days.ts';
import { applyCollection, updateCollection } from '#features/data/collections/collections.contract.ts';
import { checkItems } from '#features/developer/check-items/check-items.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { addSearched } from '#testing/searched.ts';
import { curations, findCatalogueItems } from '#features/search-settings/curations/curations.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { reloadRules } from '#features/search-settings/releases/releases.contract.ts';
import { checkWaiting, readGateQueries } from '#features/search-settings/publish-gate/publish-gate.contract.ts';

const server = await sharedServer();
const owner = await server.shop();
beforeAll(async () => {
  await server.call(owner, updateCollection, { id: owner.collectionId, force_stopwords: true });
  await server.call(owner, applyCollection, { id: owner.collectionId });
});

const queriesOf = async (actor: typeof owner) => {
  const { queries, ...others } = (await server.call(actor, readGateQueries, {})).data!;
  return { ...others, queries: queries.filter((one) => !one.is_category), categories: queries.filter((one) => one.is_category) };
};
const check = async (...asked: string[]) =>
  (await server.call(owner, checkWaiting, { collection_id: owner.collectionId, queries: asked })).data!;

test('if nobody has searched, phrases of the items are checked', async () => {
  const other = await server.owner('quiet@publish-gate.example');
  await server.imported(other, other.feedId);
  const { source, queries: asked } = await queriesOf(other);
  expect(source).toBe('phrases');
  expect(asked.length).toBeGreaterThan(10);
  expect(asked[0]).toMatchObject({ collection_id: other.collectionId, searches: 0 });
});

test('the most frequent searches are checked, without those with personal data', async () => {
  const logged = (term: string, searchCount: number) => ({
    projectId: owner.projectId,
    collectionId: owner.collectionId,
    day: dayOf(Date.now(), 'UTC'),
    term,
    searchCount,
    itemCount: 1,
  });
  await addSearched(server.app.db, [logged('lawn mower', 40), logged('shears', 90), logged('[e-mail]', 99)]);
  expect(await queriesOf(owner)).toEqual({
    source: 'searches',
    waiting_version: expect.any(String),
    queries: [
      { collection_id: owner.collectionId, q: 'shears', searches: 90, is_category: false, is_frequent: true },
      { collection_id: owner.collectionId, q: 'lawn mower', searches: 40, is_category: false, is_frequent: true },
    ],
    categories: expect.any(Array),
  });
});

test("changes that wait for midnight are compared with what is live, and don't go live", async () => {
  await server.call(owner, stopwords.create, { value: 'red' });
  const [red, kettle] = await check('red kettle', 'kettle');
  expect(red).toMatchObject({ q: 'red kettle', is_changed: true });
  expect(red!.total_count).not.toBe(red!.live_total_count);
  expect(red!.items[0]).toMatchObject({ position: 1, name: expect.any(String) });
  expect(red!.gone[0]).toMatchObject({ position: null, live_position: expect.any(Number) });
  expect(kettle).toMatchObject({ is_changed: false, items: [], gone: [] });
  expect((await check('red kettle'))[0]!.live_total_count).toBe(red!.live_total_count);

  const { waiting_version } = (await server.call(owner, readGateQueries, {})).data!;
  await server.call(owner, stopwords.create, { value: 'blue' });
  expect((await server.call(owner, reloadRules, { waiting_version })).status).toBe(409);
  expect((await check('red kettle'))[0]!.is_changed).toBe(true);
  const { waiting_version: newer } = (await server.call(owner, readGateQueries, {})).data!;
  expect((await server.call(owner, reloadRules, { waiting_version: newer })).data).toMatchObject({ change_count: 2 });
  expect((await check('red kettle'))[0]!.is_changed).toBe(false);
  expect((await check('red kettle'))[0]!.live_total_count).toBe(red!.total_count);
});

test('another variant of an item at its place is no change', async () => {
  const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'kettle', per_page: 1 });
  const shown = data!.items[0]!.id;
  const other = ['kettle-2-red', 'kettle-2-black'].find((id) => id !== shown)!;
  const rule = { c: owner.collectionId, name: 'Kettle', queries: [{ query: 'kettle' }], promoted: [{ id: other }] };
  expect((await server.call(owner, curations.create, rule)).status).toBe(200);
  expect(await check('kettle')).toMatchObject([{ is_changed: false }]);
});

test('check items are looked at first, where they are and where they would be', async () => {
  const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'shears', per_page: 1 });
  const { id, name } = data!.items[0]! as unknown as { id: string; name: string };
  const watch = (term: string, alert_above: number) =>
    server.call(owner, checkItems.create, { c: owner.collectionId, elastic_item_id: id, term, alert_above });
  await watch('Shears', 3);
  await watch('garden shears', 3);
  await watch('only recorded', 0);
  const { queries } = await queriesOf(owner);
  expect(queries.map(({ q, is_frequent: isFrequent }) => [q, isFrequent])).toEqual([
    ['shears', true],
    ['garden shears', false],
    ['lawn mower', true],
  ]);
  const curation = { c: owner.collectionId, name: 'No shears', queries: [{ query: 'shears' }], hidden: [{ id }] };
  await server.call(owner, curations.create, curation);
  const [shears, garden] = await check('shears', 'garden shears');
  expect(shears!.check_items).toMatchObject([{ elastic_item_id: id, name, alert_above: 3, live_position: 1, position: null }]);
  expect(garden!.check_items[0]!.position).toBe(garden!.check_items[0]!.live_position);
});

test('compares the pages of curated categories', async () => {
  const category = 'Pets > Cats > Litter';
  const page = { collection_id: owner.collectionId, queries: [category, 'Pets > Dogs > Beds'], are_categories: true };
  const { categories: largest } = await queriesOf(owner);
  expect(largest.map(({ q }) => q)).not.toContain(category);
  const [before] = (await server.call(owner, checkWaiting, page)).data!;
  expect(before).toMatchObject({ q: category, is_changed: false, live_total_count: expect.any(Number) });
  const { data } = await server.call(owner, findCatalogueItems, { c: owner.collectionId, q: 'litter' });
  const hidden = [{ id: data!.items.find((item) => item['category'] === category)!.id }];
  await server.call(owner, curations.create, { c: owner.collectionId, name: 'Litter', queries: [], category, hidden });
  expect((await queriesOf(owner)).categories[0]).toMatchObject({ q: category, searches: 0, is_frequent: false });
  const [litter, beds] = (await server.call(owner, checkWaiting, page)).data!;
  expect(litter).toMatchObject({ is_changed: true, total_count: before!.live_total_count - 1, check_items: [] });
  expect(beds).toMatchObject({ is_changed: false });
});
