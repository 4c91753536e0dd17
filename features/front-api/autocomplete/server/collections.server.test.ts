import { beforeAll, expect, test, describe } from 'vitest';
import { frontAutocomplete, completeInConsole } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { createCollection, listCollections, updateCollection } from '#features/data/collections/collections.contract.ts';
import { addPhrase, listPhrases, setPhraseVisibility } from '#features/data/phrases/phrases.contract.ts';
import { createFeed } from '#features/data/feeds/feeds.contract.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { readProjectState } from '#features/dashboard/dashboard.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const { server, host, shop } = await sharedFeedShops();

let owner: Awaited<ReturnType<typeof shop>>;
let token: string;
const lines = (items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join('\n');
const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, id) => ({ id: `${name}-${id}`, name: `${name} ${id}` }));

async function addCollection(name: string, items: readonly object[] | null): Promise<number> {
  const { data } = await server.call(owner.actor, createCollection, { name });
  if (items !== null) {
    const feed_url = host.put(`/${name}.ndjson`, lines(items), 'application/x-ndjson');
    const feed = await server.call(owner.actor, createFeed, { name, collection_id: data!.id, feed_url } as never);
    await server.imported(owner.actor, feed.data!.id);
  }
  return data!.id;
}

const collectionIds = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await server.call(owner.actor, listCollections, {})).data!.map(({ id, name }) => [name, id]));

beforeAll(async () => {
  owner = await shop(host.put('/products.ndjson', lines(numbered(40, 'Garden lamp')), 'application/x-ndjson'));
  token = owner.actor.project!;
  await server.imported(owner.actor, owner.feedId);
  const { data: phrases } = await server.call(owner.actor, listPhrases, {
    c: (await collectionIds())['Products']!,
    search: 'garden lamp',
  });
  await server.call(owner.actor, setPhraseVisibility, { id: phrases!.items[0]!.id, is_visible: true });
  await addCollection('Empty shelf', null);
  await addCollection('Guides', numbered(9, 'Garden guide'));
  await addCollection('Brands', [{ id: 'b1', name: 'Gartner' }]);
});

const complete = async (q: string, limit?: number) =>
  (await server.call({}, frontAutocomplete, { token, q, ...(limit !== undefined && { limit }) })).data!;
const search = (input: object) => server.call({}, frontSearch, { token, ...input });

test('autocomplete answers the items of every collection that finds some', async () => {
  const { items, collections, suggestions, total_count: totalCount } = await complete('gar');
  expect(collections.map((one) => [one.name, one.items.length, one.total_count])).toEqual([
    ['Products', 6, 40],
    ['Guides', 3, 9],
    ['Brands', 1, 1],
  ]);
  expect(items).toEqual(collections[0]!.items);
  expect(totalCount).toBe(40);
  // Phrases of the shop come first, then words; those of several collections count in all of them.
  expect(suggestions.slice(0, 1)).toEqual([{ text: 'garden lamp', item_count: 40 }]);
  expect(suggestions.slice(-2)).toEqual([
    { text: 'garden', item_count: 49 },
    { text: 'gartner', item_count: 1 },
  ]);
});

test('words are completed however their diacritics are typed', async () => {
  for (const q of ['gárt', 'GÁRT']) expect((await complete(q)).suggestions).toEqual([{ text: 'gártner', item_count: 1 }]);
});

test('a collection that finds nothing is left out, and the limit is the most of each', async () => {
  const brands = await complete('gart');
  expect(brands.collections.map(({ name }) => name)).toEqual(['Brands']);
  expect(brands.items).toEqual([]);
  const few = await complete('garden', 2);
  expect(few.collections.map((one) => one.items.length)).toEqual([2, 2]);
  expect((await complete('zyxwv')).collections).toEqual([]);
});

test('a phrase of two collections is suggested once, and what one of them hides is still suggested by the other', async () => {
  const ids = await collectionIds();
  const added: number[] = [];
  for (const c of [ids['Products']!, ids['Guides']!])
    added.push((await server.call(owner.actor, addPhrase, { c, phrase: 'Garden party' })).data!.id);
  const suggested = async (q: string) => (await complete(q)).suggestions.map(({ text }) => text);
  const parties = async () => (await suggested('garden pa')).filter((text) => text.toLowerCase() === 'garden party');
  expect(await parties()).toEqual(['Garden party']);
  await server.call(owner.actor, setPhraseVisibility, { id: added[0]!, is_visible: false });
  expect(await parties()).toEqual(['Garden party']);
  await server.call(owner.actor, addPhrase, { c: ids['Products']!, phrase: 'gartner', is_visible: false });
  expect(await suggested('gart')).toEqual(['gartner']);
  await server.call(owner.actor, addPhrase, { c: ids['Brands']!, phrase: 'gartner', is_visible: false });
  expect(await suggested('gart')).toEqual([]);
});

test('a search is about the first collection with items unless it names another one', async () => {
  expect((await search({ q: 'garden' })).data!.total_count).toBe(40);
  for (const collection of ['Guides', 'gUIDES'])
    expect((await search({ q: 'garden', collection })).data!.items.every(({ id }) => id.startsWith('Garden guide'))).toBe(true);
  expect((await search({ q: '', collection: 'Empty shelf' })).data!.total_count).toBe(0);
  expect(await search({ q: 'x', collection: 'Boats' })).toMatchObject({ status: 404 });
  const stranger = await shop(host.put('/other.ndjson', lines(numbered(1, 'Boat')), 'application/x-ndjson'));
  expect(await search({ q: 'x', collection: String(stranger.collectionId) })).toMatchObject({ status: 404 });
});

test('a collection is searched by its id and shown by its new name', async () => {
  const id = (await complete('garden guide')).collections.find(({ name }) => name === 'Guides')!.id;
  expect((await search({ q: 'garden', collection: String(id) })).data!.total_count).toBe(9);
  await server.call(owner.actor, updateCollection, { id, name: 'Advice' });
  await expect.poll(async () => (await complete('garden')).collections.map(({ name }) => name)).toContain('Advice');
});

describe('the autocomplete of the console', async () => {
  const server = await sharedServer();
  const owner = await server.shop();

  test('people of the project get what visitors get, and no shop is connected by it', async () => {
    const own = await server.call(owner, completeInConsole, { query: 'gar' });
    const state = (await server.call(owner, readProjectState, {})).data!;
    expect(JSON.stringify(state)).toContain('"front_called_at":null');
    const shown = await server.call({}, frontAutocomplete, { token: owner.project, q: 'gar' });
    const { query_id: ofVisitor, took: _took, ...visitors } = shown.data!;
    const { query_id: ofMember, took: _its, ...members } = own.data!;
    expect(members).toEqual(visitors);
    expect(ofMember).not.toBe(ofVisitor);
    expect(members.items.length).toBeGreaterThan(0);
  });

  test('one collection is asked by its id, and one that is not there is not found', async () => {
    const [collection] = (await server.call(owner, listCollections, {})).data!;
    const { data } = await server.call(owner, completeInConsole, { query: 'gar', c: collection!.id, limit: 2 });
    expect(data!.collections.map(({ id, items }) => [id, items.length])).toEqual([[collection!.id, 2]]);
    expect((await server.call(owner, completeInConsole, { query: 'gar', c: 9999 })).status).toBe(404);
  });
});
