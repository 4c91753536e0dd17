import { expect, test } from 'vitest';
import { listFields, updateField, type SchemaField } from '#features/data/schema/schema.contract.ts';
import { maximumIndexedFields, readCollection } from '#features/data/collections/collections.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { recreate } from '#testing/shop-calls.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

type Shop = Awaited<ReturnType<typeof shop>>;

async function imported(body: string): Promise<Shop> {
  const made = await shop(host.put(`/${Math.random()}.ndjson`, body, 'application/x-ndjson'));
  const { last_import: last } = await server.imported(made.actor, made.feedId);
  expect(last!.state).toBe('done');
  return made;
}

const collectionOf = async ({ actor, collectionId: id }: Shop) => (await server.call(actor, readCollection, { id })).data!;
const fields = async ({ actor, collectionId: c }: Shop, input: object) =>
  (await server.call(actor, listFields, { c, per_page: 100, ...input })).data!;
const search = async ({ actor }: Shop, q: string) => (await server.call({}, frontSearch, { token: actor.project!, q })).data!;
const setCustom = ({ actor }: Shop, { id }: SchemaField, custom_data: '0' | '1') =>
  server.call(actor, updateField, { id, custom_data });

/** Every item has a field of its own beside those that all have; the last ones are not among those that are looked at first. */
const wide = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `${index}`,
      name: `Lamp ${index}`,
      [`attr_${index}`]: `special${index} value`,
      ...(index % 2 === 0 && { half: 'half' }),
    }),
  ).join('\n');

test('of many fields the most frequent are indexed, the others are kept, and which ones can be chosen', async () => {
  const many = await imported(wide(1_500));
  expect(await collectionOf(many)).toMatchObject({ field_count: 1_503, indexed_count: maximumIndexedFields, waiting_changes: 0 });
  expect((await fields(many, { search: 'half' })).items).toEqual([
    expect.objectContaining({ custom_data: '0', found_count: 750 }),
  ]);
  const late = (await fields(many, { search: 'attr_1499' })).items[0]!;
  expect(late).toMatchObject({ custom_data: '1', found_count: 1, waits: false });

  // It goes along with its item, but can't be found.
  expect((await search(many, 'lamp 1499 ')).items[0]).toMatchObject({ id: '1499', attr_1499: 'special1499 value' });
  expect((await search(many, 'special1499 ')).total_count).toBe(0);

  const indexed = (await fields(many, { search: 'attr_' })).items.find((field) => field.custom_data === '0')!;
  const refused = await setCustom(many, late, '0');
  expect(refused).toMatchObject({ status: 409, errors: [{ field: 'custom_data', code: 'tooManyIndexed' }] });
  expect((await setCustom(many, indexed, '1')).status).toBe(200);
  expect((await setCustom(many, late, '0')).data).toMatchObject({ custom_data: '0', waits: true });
  expect(await collectionOf(many)).toMatchObject({ indexed_count: maximumIndexedFields, waiting_changes: 1 });
  await recreate(server, many.actor, many.collectionId);
  expect((await search(many, 'special1499 ')).items.map(({ id }) => id)).toEqual(['1499']);
  const gone = indexed.name.replace('attr_', 'special');
  expect((await search(many, `${gone} `)).total_count).toBe(0);

  // What was chosen stays chosen with the next import.
  await server.call(many.actor, reloadFeed, { id: many.feedId });
  await server.imported(many.actor, many.feedId);
  expect((await search(many, 'special1499 ')).total_count).toBe(1);
  expect(await collectionOf(many)).toMatchObject({ indexed_count: maximumIndexedFields, waiting_changes: 0 });
});

test('a field that only later items have is indexed with the next build, where there is room', async () => {
  const rare = Array.from({ length: 6_000 }, (_, id) =>
    JSON.stringify({ id, name: `Lamp ${id}`, ...(id > 5_990 && { warranty: 'lifelong' }) }),
  );
  const made = await imported(rare.join('\n'));
  expect((await fields(made, { search: 'warranty' })).items[0]).toMatchObject({ custom_data: '0', found_count: 9, waits: true });
  expect((await search(made, 'lifelong ')).total_count).toBe(0);
  await recreate(server, made.actor, made.collectionId);
  expect((await search(made, 'lifelong ')).total_count).toBe(9);
});
