import { expect, test } from 'vitest';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { listDocuments } from '#features/developer/documents/documents.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { readDataQuality } from '#features/dashboard/data-quality/data-quality.contract.ts';

const { server, host, shop } = await sharedFeedShops();

type Actor = Parameters<typeof server.imported>[0];
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

test('what items lack is counted, and leads to the items that lack it', async () => {
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

test('items that have everything lack nothing, and what imports and people changed lately is told', async () => {
  const { actor, feedId } = await shop(host.put('/whole.ndjson', lines([1, 2, 3].map(whole))));
  await server.imported(actor, feedId);
  host.put('/whole.ndjson', lines([{ ...whole(1), price: 8 }, whole(2), whole(3), whole(4)]));
  await server.call(actor, reloadFeed, { id: feedId });
  await server.imported(actor, feedId);
  await server.call(actor, synonyms.create, { term: 'lamp', synonyms: ['light'], synonym_type_id: 1 });
  expect(await qualityOf(actor)).toEqual({
    is_whole: true,
    missing: [],
    unpublished: [],
    news: { import_count: 2, added: 4, changed: 1, removed: 0, release_count: 1 },
  });
});
