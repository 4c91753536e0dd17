import { beforeAll, expect, test } from 'vitest';
import { frontCatalog } from './catalog.contract.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

/** Twice as many kettles as lamps; one item stands in two categories, and one in none. */
const items = [
  ...Array.from({ length: 6 }, (_, at) => ({
    id: `k${at}`,
    name: `Kettle ${at}`,
    category: 'Kitchen > Kettles',
    price: 10 + at,
  })),
  ...Array.from({ length: 3 }, (_, at) => ({ id: `g${at}`, name: `Glass kettle ${at}`, category: 'Kitchen > Kettles > Glass' })),
  ...Array.from({ length: 3 }, (_, at) => ({ id: `l${at}`, name: `Lamp ${at}`, category: 'Garden > Lamps', price: 5 })),
  { id: 'both', name: 'Grill', category: ['Kitchen > Grills', 'Garden > Grills'] },
  { id: 'none', name: 'Voucher' },
];
let token: string;
beforeAll(async () => {
  const ndjson = items.map((item) => JSON.stringify(item)).join('\n');
  const { actor, feedId } = await shop(host.put('/products.ndjson', ndjson, 'application/x-ndjson'));
  await server.imported(actor, feedId);
  token = actor.project!;
});
const browse = (input: object) => server.call({}, frontCatalog, { token, ...input });

test('without a path all items and the categories of the first level are listed', async () => {
  const { data } = await browse({});
  expect(data).toMatchObject({ path: '', breadcrumbs: [], total_count: items.length, facets: [] });
  expect(data!.categories).toEqual([
    { name: 'Kitchen', path: 'Kitchen', count: 10 },
    { name: 'Garden', path: 'Garden', count: 4 },
  ]);
});

test('a category lists its items and those below it, and says where it stands', async () => {
  const { data } = await browse({ path: 'Kitchen > Kettles', sort: 'price:desc', per_page: 2, facets: 'category' });
  expect(data).toMatchObject({ path: 'Kitchen > Kettles', total_count: 9, total_pages: 5 });
  expect(data!.items.map(({ id }) => id)).toEqual(['k5', 'k4']);
  expect(data!.breadcrumbs).toEqual([
    { name: 'Kitchen', path: 'Kitchen' },
    { name: 'Kettles', path: 'Kitchen > Kettles' },
  ]);
  expect(data!.categories).toEqual([{ name: 'Glass', path: 'Kitchen > Kettles > Glass', count: 3 }]);
  expect(data!.facets.map(({ field }) => field)).toEqual(['category']);
});

test('an item of two categories is in both, and neither shows the other below it', async () => {
  const { data } = await browse({ path: 'Garden' });
  expect(data!.items.map(({ id }) => id)).toContain('both');
  expect(data!.categories.map(({ path }) => path)).toEqual(['Garden > Lamps', 'Garden > Grills']);
});

test('filters narrow the items and the counts, down to none', async () => {
  const { data } = await browse({ path: 'Kitchen', filters: JSON.stringify({ price: { from: 14 } }) });
  expect(data!.items.map(({ id }) => id).sort()).toEqual(['k4', 'k5']);
  expect(data!.categories).toEqual([{ name: 'Kettles', path: 'Kitchen > Kettles', count: 2 }]);
  const none = await browse({ path: 'Kitchen', filters: JSON.stringify({ price: { from: 1_000 } }) });
  expect(none).toMatchObject({ status: 200, data: { total_count: 0, categories: [] } });
});

test.each(['Kitchen > Boats', 'kitchen', '>', '__proto__', 'x'.repeat(1_000)])('%j is no category', async (path) => {
  expect(await browse({ path })).toMatchObject({ status: 404, errors: [{ code: 'notFound' }] });
});

test('answers 404 for any category of a project whose items have none', async () => {
  const { actor, feedId } = await shop(host.put('/plain.ndjson', '{"id":"1","name":"Lamp"}', 'application/x-ndjson'));
  await server.imported(actor, feedId);
  const ask = (path: string) => server.call({}, frontCatalog, { token: actor.project!, path });
  expect((await ask('')).data?.total_count).toBe(1);
  expect(await ask('Kitchen')).toMatchObject({ status: 404, errors: [{ code: 'notFound' }] });
});
