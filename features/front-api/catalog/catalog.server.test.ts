import { beforeAll, expect, test } from 'vitest';
import { frontCatalog } from './catalog.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { curations, previewCuration } from '#features/search-settings/curations/curations.contract.ts';
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

test.each(['Kitchen > Boats', '>', '__proto__', 'x'.repeat(1_000)])('%j is no category', async (path) => {
  expect(await browse({ path })).toMatchObject({ status: 404, errors: [{ code: 'notFound' }] });
});

test('answers 404 for any category of a project whose items have none', async () => {
  const { actor, feedId } = await shop(host.put('/plain.ndjson', '{"id":"1","name":"Lamp"}', 'application/x-ndjson'));
  await server.imported(actor, feedId);
  const ask = (path: string) => server.call({}, frontCatalog, { token: actor.project!, path });
  expect((await ask('')).data?.total_count).toBe(1);
  expect(await ask('Kitchen')).toMatchObject({ status: 404, errors: [{ code: 'notFound' }] });
});

test('a curation of a category promotes with variants, pins to a place and hides, browsed or as the only filter', async () => {
  const shirt = (id: string, fields: object) => ({ id, name: `Shirt ${id}`, category: 'Wear > Shirts', brand: 'B', ...fields });
  const wear = [
    shirt('s1', { item_group: 's', brand: 'A' }),
    shirt('s2', { item_group: 's' }),
    ...['p1', 'p2', 'p3', 'p4', 'p5'].map((id, at) => shirt(id, { price: at + 1 })),
  ];
  const ndjson = wear.map((item) => JSON.stringify(item)).join('\n');
  const { actor, feedId, collectionId: c } = await shop(host.put('/wear.ndjson', ndjson, 'application/x-ndjson'));
  await server.imported(actor, feedId);
  const curation = { c, name: 'Shirts', queries: [], category: 'Wear > Shirts', hidden: [{ id: 'p1' }] };
  const promoted = (isAlone: boolean) => [
    { id: 'p5', position: 3 },
    { id: 's1', ...(isAlone && { is_variant_only: true }) },
  ];
  const made = await server.call(actor, curations.create, { ...curation, promoted: promoted(false) });
  expect(made.data).toMatchObject({ category: 'Wear > Shirts', promoted: [{ id: 'p5', position: 3 }, { id: 's1' }] });
  const listed = async (input: object) => {
    const { data } = await server.call({}, frontCatalog, { token: actor.project!, ...input });
    return data!.items.map(({ id }) => id);
  };
  const searched = async (filters: object) => {
    const input = { token: actor.project!, filters: JSON.stringify(filters) };
    return (await server.call({}, frontSearch, input)).data!.items.map(({ id }) => id);
  };
  const path = 'Wear > Shirts';
  expect(await listed({ path })).toContain('p1');
  await server.regenerated(actor);
  expect(await listed({ path })).toEqual(['s1', 'p2', 'p5', 'p3', 'p4']);
  expect(await listed({ path, per_page: 2, page: 2 })).toEqual(['p5', 'p3']);
  expect(await listed({ path, sort: 'price:desc' })).toEqual(['s1', 'p4', 'p5', 'p3', 'p2']);
  expect(await searched({ category: [path] })).toEqual(['s1', 'p2', 'p5', 'p3', 'p4']);
  expect(await listed({ path: 'Wear' })).toContain('p1');
  const ofB = { path, filters: JSON.stringify({ brand: ['B'] }) };
  expect(await listed(ofB)).toEqual(['s2', 'p2', 'p5', 'p3', 'p4']);
  await server.call(actor, curations.update, { ...curation, id: made.data!.id, promoted: promoted(true) });
  await server.regenerated(actor);
  expect(await listed(ofB)).toEqual(['p2', 'p3', 'p5', 'p4', 's2']);

  const refused = async (input: object) =>
    (await server.call(actor, curations.create, { ...curation, name: 'Other', ...input })).errors[0];
  expect(await refused({ category: '' })).toMatchObject({ field: 'queries', code: 'requiredField' });
  expect(await refused({ queries: [{ query: 'shirt' }] })).toMatchObject({ field: 'category', code: 'queriesOrCategory' });
  expect(await refused({})).toMatchObject({ field: 'category', code: 'alreadyUsed' });
  const preview = await server.call(actor, previewCuration, {
    c,
    category: path,
    curation: { ...curation, promoted: promoted(false) },
  });
  expect(preview.data).toMatchObject({ is_acting: false, variant_counts: { s1: 2 } });
  const { data: file } = await server.call(actor, curations.exportRows, { c, format: 'csv' });
  expect(file!.text).toContain('at 3:p5|variant:s1');
  expect((await server.call(actor, curations.importRows, { c, format: 'csv', text: file!.text })).data).toMatchObject({
    same: 1,
  });
});
