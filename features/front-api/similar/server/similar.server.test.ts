import { beforeAll, expect, test } from 'vitest';
import { inputOf, listFields, updateField } from '#features/data/schema/schema.contract.ts';
import { frontSimilar } from '#features/front-api/similar/similar.contract.ts';
import { frontItem } from '#features/front-api/items/items.contract.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

const items = [
  { id: 'red', name: 'Steel kettle red', category: 'Kitchen > Kettles', weight: 3 },
  { id: 'blue', name: 'Steel kettle blue', category: 'Kitchen > Kettles', weight: 3 },
  { id: 'toy', name: 'Kettle for dolls', category: 'Toys > Dolls', weight: 1 },
  { id: 'glass', name: 'Teapot Nora', category: 'Kitchen > Kettles', weight: 4 },
  { id: 'lamp', name: 'Garden lamp', category: 'Garden > Lamps', weight: 5 },
  { id: 'alone', name: 'Voucher' },
  // Few values in many items make a field one that is filtered.
  ...Array.from({ length: 9 }, (_, at) => ({ id: `s${at}`, name: `Spade ${at}`, category: 'Garden > Tools', weight: 2 })),
];
let owner: Awaited<ReturnType<typeof shop>>;
let token: string;
beforeAll(async () => {
  const ndjson = items.map((item) => JSON.stringify(item)).join('\n');
  owner = await shop(host.put('/products.ndjson', ndjson, 'application/x-ndjson'));
  await server.imported(owner.actor, owner.feedId);
  token = owner.actor.project!;
});
const similar = (id: string, limit?: number) =>
  server.call({}, frontSimilar, { token, id, ...(limit !== undefined && { limit }) });
const idsLike = async (id: string, limit?: number) => (await similar(id, limit)).data!.items.map((item) => item.id);
const item = (id: string, input: object = {}) => server.call({}, frontItem, { token, id, ...input });

test('items that share words come first, more so in the category, then others of the category and of the one above', async () => {
  expect(await idsLike('red')).toEqual(['blue', 'toy', 'glass']);
  expect(await idsLike('red', 1)).toEqual(['blue']);
  expect(await idsLike('lamp', 2)).toEqual(['s0', 's1']);
  expect(await idsLike('alone')).toEqual([]);
});

test('an item is read whole, and one that is not there is told', async () => {
  expect((await item('lamp')).data!.item).toMatchObject({ id: 'lamp', name: 'Garden lamp', weight: 5 });
  for (const id of ['boat', '../lamp', '%00', 'ž'.repeat(500)])
    for (const answer of [await item(id), await similar(id)])
      expect(answer).toMatchObject({ status: 404, errors: [{ code: 'notFound' }] });
  expect(await item('lamp', { collection: 'Boats' })).toMatchObject({ status: 404 });
});

test('a field that is kept for the owner is shown by neither', async () => {
  const { data: fields } = await server.call(owner.actor, listFields, { c: owner.collectionId, per_page: 100 });
  const field = fields!.items.find(({ name }) => name === 'weight')!;
  await server.call(owner.actor, updateField, { ...inputOf(field), id: field.id, archive: true });
  expect((await item('lamp')).data!.item).not.toHaveProperty('weight');
  for (const one of (await similar('red')).data!.items) expect(one).not.toHaveProperty('weight');
});
