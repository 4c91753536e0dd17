import { beforeAll, expect, test } from 'vitest';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { applyCollection, updateCollection } from '#features/data/collections/collections.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { saveBoosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { listReleases, readWaiting, reloadRules, restoreRelease } from '#features/search-settings/releases/releases.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { type FeedShop, sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const colours = ['červená', 'modrá', 'bílá', 'černá', 'zelená'];
const years = [2019, 2026, 2021, 2024, 2022];
const kettles = colours.map((colour, at) => ({
  id: `k${at}`,
  name: `Konvice ${colour}`,
  availability: at === 1 ? 'out_of_stock' : 'in_stock',
  year: years[at],
}));
const chairs = ['kuchyňská', 'zahradní'].map((kind, at) => ({
  id: `z${at}`,
  name: `Židle ${kind}`,
  availability: 'in_stock',
  year: 2020,
}));

const shops = await sharedFeedShops();
let shop: FeedShop;
beforeAll(async () => {
  const feed = [...kettles, ...chairs].map((item) => JSON.stringify(item)).join('\n');
  shop = await shops.shop(shops.host.put('/konvice.ndjson', feed), { language: 'cs' });
  await shops.server.imported(shop.actor, shop.feedId);
  await call(updateCollection, { id: shop.collectionId, force_stopwords: true });
  await call(applyCollection, { id: shop.collectionId });
});

async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  const { data, msg } = await shops.server.call(shop.actor, endpoint, input);
  if (data === null) throw new Error(`${endpoint.path}: ${msg}`);
  return data;
}
const ask = async (q: string, more: object = {}) =>
  (await shops.server.call({}, frontSearch, { token: shop.actor.project, q, ...more })).data!;
const ids = async (q: string, more: object = {}) => (await ask(q, more)).items.map(({ id }) => id);

test('all kinds of rules act together on what a shop answers, in any form of the words, and all of it can be taken back', async () => {
  const before = await ids('konvice');
  expect([...before].sort()).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
  const start = (await call(listReleases, { per_page: 1 })).items[0]!.number;

  await call(fixits.create, { term: 'reklamace', catalog_term: 'https://shop.example/reklamace' });
  await call(fixits.create, { term: '/^z[iy]l?del?[ei]?$/', catalog_term: 'židle' });
  await call(stopwords.create, { value: 'levné' });
  await call(curations.create, {
    c: shop.collectionId,
    name: 'Konvice',
    queries: [{ query: 'konvice', match: 'contains' }],
    promoted: [{ id: 'k2' }, { id: 'k4' }],
    hidden: [{ id: 'k0' }],
  });
  const boosts: InputOf<typeof saveBoosts>['boosts'] = [
    { field: 'availability', type: 'value', value: ['in_stock'], boost: 3 },
    { field: 'year', type: 'functional', value: [], function: 'linear', operation: 'add', boost: 1 },
  ];
  const draft = { collection_id: shop.collectionId, boosts, overrides_relevance: false };
  await call(saveBoosts, draft);
  expect(await ids('konvice')).toEqual(before);
  await call(saveBoosts, { ...draft, publish: true });
  expect(await ids('konvice')).toEqual(['k1', 'k3', 'k4', 'k2', 'k0']);
  await call(reloadRules, {});
  await expect.poll(async () => (await call(readWaiting, {})).rows).toEqual([]);

  for (const q of ['konvice', 'konvicí', 'KONVICE', 'levné konvice']) expect(await ids(q), q).toEqual(['k2', 'k4', 'k1', 'k3']);
  expect(await ids('konvice cervena')).toEqual(['k2', 'k4', 'k1', 'k3']);
  expect(await ids('konvice', { filters: '{"availability":"out_of_stock"}' })).toEqual(['k1']);
  expect(await ids('konvice', { page: 2, per_page: 2 })).toEqual(['k1', 'k3']);
  expect((await ids('zylde')).sort()).toEqual(['z0', 'z1']);
  expect(await ask('reklamací')).toMatchObject({ redirect: 'https://shop.example/reklamace', items: [] });
  expect((await ask('levné')).redirect).toBeNull();

  await call(restoreRelease, { number: start });
  expect(await ids('konvice')).toEqual(before);
  expect((await ask('reklamace')).redirect).toBeNull();
});
