import { expect, test, vi } from 'vitest';
import { readTrialQueries } from '#contract/preview.ts';
import { readDataQuality, readProjectState } from '#features/dashboard/dashboard.contract.ts';
import { listDocuments } from '#features/developer/documents/documents.contract.ts';
import { createFeed, readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

type Actor = Parameters<typeof server.imported>[0];
const stateOf = async (actor: Actor) => (await server.call(actor, readProjectState, {})).data!;

test('before anybody searched there are items and their last import, and what is not done yet', async () => {
  const { actor, feedId } = await shop(host.put('/state.ndjson', lamps(10)));
  await server.imported(actor, feedId);
  expect(await stateOf(actor)).toMatchObject({
    item_count: 10,
    last_feed: { id: feedId, last_import: { state: 'done', imported_count: 10 } },
    troubled_feeds: [],
    front_called_at: null,
    is_tracked: false,
    has_synonym: false,
    has_curation: false,
  });
  await server.call(actor, synonyms.create, { term: 'lamp', synonyms: ['light'], synonym_type_id: 1 });
  expect(await stateOf(actor)).toMatchObject({ has_synonym: true });
});

test('an import that is held waits for somebody until it is decided', async () => {
  const { actor, feedId } = await shop(host.put('/held.ndjson', lamps(10)));
  await server.imported(actor, feedId);
  host.put('/held.ndjson', lamps(3));
  await server.call(actor, reloadFeed, { id: feedId });
  await server.imported(actor, feedId);
  const state = await stateOf(actor);
  expect(state.troubled_feeds).toMatchObject([{ id: feedId, last_import: { state: 'onHold' } }]);
  expect(state.item_count).toBe(10);
});

test('tells of the first search of a visitor', async () => {
  const { actor, feedId } = await shop(host.put('/searched.ndjson', lamps(10)));
  await server.imported(actor, feedId);
  await server.call({}, frontSearch, { token: actor.project!, q: 'lamp', visitor: 'ann' });
  // Queries are written every second.
  await vi.waitFor(async () => expect((await stateOf(actor)).is_tracked).toBe(true), { timeout: 120_000, interval: 100 });
  expect((await stateOf(actor)).front_called_at).not.toBeNull();
});

test('queries to try are what items are, without their brands, sizes and small words', async () => {
  const names = ['Acme Tent for 2 persons', 'Acme Rain jacket, blue', 'Acme Stove 40 cm'];
  const items = names.map((name, at) => JSON.stringify({ id: `${at}`, name, brand: 'Acme' }));
  const { actor, feedId, collectionId } = await shop(host.put('/brand.ndjson', items.join('\n')));
  await server.imported(actor, feedId);
  const { data } = await server.call(actor, readTrialQueries, { c: collectionId });
  expect(data?.toSorted()).toEqual(['Rain jacket', 'Stove', 'Tent']);
});

test('queries to try are names of items of the own collection', async () => {
  const { actor, feedId, collectionId } = await shop(host.put('/names.ndjson', lamps(10)));
  await server.imported(actor, feedId);
  const { data } = await server.call(actor, readTrialQueries, { c: collectionId });
  expect(data).toEqual([expect.stringMatching(/^Lamp/)]);
  const stranger = await shop(host.put('/others.ndjson', lamps(1)));
  expect((await server.call(stranger.actor, readTrialQueries, { c: collectionId })).status).toBe(404);
});

const qualityOf = async (actor: Actor) => (await server.call(actor, readDataQuality, {})).data!;

const lines = (items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join('\n');
const whole = (at: number) => ({
  id: `${at}`,
  name: `Lamp ${at}`,
  price: 9,
  image: `https://shop.example/${at}.jpg`,
  link: `https://shop.example/${at}`,
  category: 'Home > Lamps',
  status: 'active',
});
const without = (at: number, ...fields: readonly string[]) =>
  Object.fromEntries(Object.entries(whole(at)).filter(([name]) => !fields.includes(name)));

test('counts what items lack, and leads to them', async () => {
  const items = [whole(1), without(2, 'image'), without(3, 'image', 'price'), { ...whole(4), status: 'draft' }, whole(5)];
  const { actor, feedId, collectionId } = await shop(host.put('/quality.ndjson', lines(items)));
  await server.imported(actor, feedId);
  const { missing, unpublished } = await qualityOf(actor);
  expect(missing).toMatchObject([
    { collection_id: collectionId, field: 'image', item_count: 2 },
    { collection_id: collectionId, field: 'price', item_count: 1 },
  ]);
  expect(unpublished).toMatchObject([{ feed_id: feedId, item_count: 1 }]);
  const lacking = async (field: string, more: object = {}) => {
    const { data } = await server.call(actor, listDocuments, { id: collectionId, field, without: '1', ...more });
    return { ids: data!.items.map(({ id }) => id), count: data!.total_count };
  };
  expect(await lacking('image')).toEqual({ ids: ['2', '3'], count: 2 });
  expect(await lacking('price')).toEqual({ ids: ['3'], count: 1 });
  expect(await lacking('image', { search: 'LÁMP 3' })).toEqual({ ids: ['3'], count: 1 });
  expect(await lacking('image', { page: 2, per_page: 1 })).toEqual({ ids: ['3'], count: 2 });
  expect(await lacking('name')).toEqual({ ids: [], count: 0 });
});

test('counts the items of all feeds of a collection', async () => {
  const { actor, feedId, collectionId } = await shop(host.put('/first.ndjson', lines([whole(1), without(2, 'image')])));
  await server.imported(actor, feedId);
  const second = await server.call(actor, createFeed, {
    collection_id: collectionId,
    name: 'Second',
    feed_url: host.put('/second.ndjson', lines([whole(3), without(4, 'image', 'price'), without(5, 'name')])),
  });
  const { id } = second.data!;
  await server.call(actor, reloadFeed, { id });
  await server.imported(actor, id);
  const { is_whole: isWhole, missing } = await qualityOf(actor);
  expect(isWhole).toBe(true);
  expect(missing).toMatchObject([
    { field: 'image', item_count: 2 },
    { field: 'price', item_count: 1 },
  ]);
  const { data: feed } = await server.call(actor, readFeed, { id });
  expect(feed!.last_import!.warnings).toContainEqual({ code: 'namelessItems', details: { count: 1 } });
});

test('whole items lack nothing', async () => {
  const { actor, feedId } = await shop(host.put('/whole.ndjson', lines([1, 2, 3].map(whole))));
  await server.imported(actor, feedId);
  expect(await qualityOf(actor)).toEqual({ is_whole: true, missing: [], unpublished: [] });
});
