import { expect, test, vi } from 'vitest';
import { readTrialQueries } from '#contract/preview.ts';
import { readProjectState } from '#features/dashboard/dashboard.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

type Actor = Parameters<typeof server.imported>[0];
const stateOf = async (actor: Actor) => (await server.call(actor, readProjectState, {})).data!;

test('before anybody searched there are items and their last import, and what is not done yet', async () => {
  const { actor, feedId, collectionId } = await shop(host.put('/state.ndjson', lamps(10)));
  await server.imported(actor, feedId);
  expect(await stateOf(actor)).toMatchObject({
    item_count: 10,
    collections: [{ id: collectionId, item_count: 10 }],
    is_live: true,
    feed_count: 1,
    last_feed: { id: feedId, last_import: { state: 'done', imported_count: 10 } },
    troubled_feeds: [],
    front_called_at: null,
    is_tracked: false,
    took: { mean: null, p95: null },
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
  expect(state.troubled_feeds).toMatchObject([{ id: feedId, last_import: { state: 'held' } }]);
  expect(state.item_count).toBe(10);
});

test('a search of a visitor is one to tell about, with the time that it took', async () => {
  const { actor, feedId } = await shop(host.put('/searched.ndjson', lamps(10)));
  await server.imported(actor, feedId);
  await server.call({}, frontSearch, { token: actor.project!, q: 'lamp', visitor: 'ann' });
  // Queries are written every second.
  await vi.waitFor(async () => expect((await stateOf(actor)).is_tracked).toBe(true), { timeout: 120_000, interval: 100 });
  const { took, front_called_at: calledAt } = await stateOf(actor);
  expect(took.p95).toBeGreaterThan(0);
  expect(took.mean).toBeGreaterThan(0);
  expect(calledAt).not.toBeNull();
});

test('queries to try are what items are, without their brands, sizes and small words', async () => {
  const names = ['Acme Tent for 2 persons', 'Acme Rain jacket, blue', 'Acme Stove 40 cm'];
  const items = names.map((name, at) => JSON.stringify({ id: `${at}`, name, brand: 'Acme' }));
  const { actor, feedId, collectionId } = await shop(host.put('/brand.ndjson', items.join('\n')));
  await server.imported(actor, feedId);
  const { data } = await server.call(actor, readTrialQueries, { c: collectionId });
  expect(data?.toSorted()).toEqual(['Rain jacket', 'Stove', 'Tent persons']);
});

test('queries to try are names of items of the own collection', async () => {
  const { actor, feedId, collectionId } = await shop(host.put('/names.ndjson', lamps(10)));
  await server.imported(actor, feedId);
  const { data } = await server.call(actor, readTrialQueries, { c: collectionId });
  expect(data).toEqual([expect.stringMatching(/^Lamp/)]);
  const stranger = await shop(host.put('/others.ndjson', lamps(1)));
  expect((await server.call(stranger.actor, readTrialQueries, { c: collectionId })).status).toBe(404);
});
