import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { testQuery } from '#contract/test-query.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontMulti } from '#features/front-api/multi/multi.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { findCategories } from '#features/search-settings/curations/curations.contract.ts';
import { readFindings } from '#features/search-settings/linter/linter.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { type Envelope, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { banners, clickBanner, pictureLimitBytes, uploadBannerPicture } from './banners.contract.ts';

const { server, host, shop } = await sharedFeedShops();
const items = [
  ...Array.from({ length: 6 }, (_, at) => ({ id: `k${at}`, name: `Kettle ${at}`, category: 'Kitchen > Kettles' })),
  ...Array.from({ length: 3 }, (_, at) => ({ id: `l${at}`, name: `Lamp ${at}`, category: 'Garden > Lamps' })),
];
let actor: Awaited<ReturnType<typeof shop>>['actor'];
let c: number;
let token: string;
beforeAll(async () => {
  const ndjson = items.map((item) => JSON.stringify(item)).join('\n');
  const made = await shop(host.put('/banners.ndjson', ndjson, 'application/x-ndjson'));
  await server.imported(made.actor, made.feedId);
  [actor, c, token] = [made.actor, made.collectionId, made.actor.project!];
});
beforeEach(async () => {
  const { data } = await server.call(actor, banners.list, { c, per_page: 100 });
  if (data!.items.length > 0) await server.call(actor, banners.removeMany, { ids: data!.items.map(({ id }) => id) });
});

type Input = InputOf<typeof banners.create>;
const image = 'https://shop.example/sale.jpg';
const banner = (input: Partial<Input>): Input => ({ c, name: 'Sale', queries: [], image, alt: 'Sale', ...input });
const add = async (input: Partial<Input>) => (await server.call(actor, banners.create, banner(input))).data!;
type Shown = { readonly id: number }[] | undefined;
const idsOf = (shown: Shown) => shown?.map(({ id }) => id);
const search = async (input: object) => idsOf((await server.call({}, frontSearch, { token, ...input })).data!.banners);
const browse = async (input: object) => idsOf((await server.call({}, frontCatalog, { token, ...input })).data!.banners);

test('shows a banner with its query from the save until it is off, ended or deleted', async () => {
  expect(await search({ q: 'kettles' })).toBeUndefined();
  const { id } = await add({ queries: ['kettle'], headline: '<script>alert(1)</script>', link: 'http://shop.example/?a=1&b=2' });
  const { data } = await server.call({}, frontSearch, { token, q: 'Kettles' });
  const { total_count: count, banners: shown } = data!;
  expect(count).toBe(6);
  expect(shown).toEqual([
    {
      id,
      place: 'top',
      image,
      alt: 'Sale',
      headline: '<script>alert(1)</script>',
      text: '',
      link: 'http://shop.example/?a=1&b=2',
    },
  ]);
  expect(await search({ q: 'kettles 3' })).toBeUndefined();
  const change = (input: Partial<Input>) =>
    server.call(actor, banners.update, { ...banner({ queries: ['kettle'], ...input }), id });
  for (const [input, isShown] of [
    [{ match: 'contains' }, true],
    [{ match: 'contains', valid_to: 1_000_000_000_000 }, false],
    [{ match: 'contains', valid_from: 1_000_000_000_000 }, true],
    [{ match: 'contains', is_active: false }, false],
    [{ match: 'contains' }, true],
  ] as const) {
    expect((await change(input)).status).toBe(200);
    expect(await search({ q: '3 kettles' })).toEqual(isShown ? [id] : undefined);
  }
  await server.call(actor, banners.remove, { id });
  expect(await search({ q: 'kettle' })).toBeUndefined();
  await server.call(actor, banners.restore, { ids: [id] });
  expect(await search({ q: '3 kettles' })).toEqual([id]);
});

test('shows all banners of a query in the order of their age, and none where it leads elsewhere', async () => {
  const first = await add({ name: 'A', queries: ['kettle'] });
  const second = await add({ name: 'B', queries: ['sale kettle', 'kettle'] });
  const third = await add({ name: 'C', queries: ['kettle'], match: 'contains' });
  expect(await search({ q: 'kettle' })).toEqual([first.id, second.id, third.id]);
  const { data } = await server.call(actor, testQuery, { c, q: 'kettle', debug: '1' });
  expect(data!.trace!.find(({ step }) => step === 'banners')).toMatchObject({
    after: 'A, B, C',
    rows: [{ source: 'banners', id: first.id }, { id: second.id }, { id: third.id }],
  });
  const elsewhere = { term: 'kettle', catalog_term: 'https://shop.example/kettles' };
  const redirect = (await server.call(actor, fixits.create, elsewhere)).data!;
  expect(await search({ q: 'kettle' })).toBeUndefined();
  await server.call(actor, fixits.remove, { id: redirect.id });
});

test('shows a banner with its category, browsed or as the only filter', async () => {
  const { id } = await add({ category: 'Kitchen > Kettles' });
  const filters = (value: object) => ({ filters: JSON.stringify(value) });
  expect(await browse({ path: 'Kitchen > Kettles' })).toEqual([id]);
  expect(await browse({ path: 'Kitchen > Kettles', ...filters({ name: ['Kettle 1'] }) })).toEqual([id]);
  expect(await browse({ path: 'Kitchen' })).toBeUndefined();
  expect(await browse({})).toBeUndefined();
  expect(await search(filters({ category: ['Kitchen > Kettles'] }))).toEqual([id]);
  expect(await search({ q: 'kettle', ...filters({ category: ['Kitchen > Kettles'] }) })).toBeUndefined();
  expect(await search(filters({ category: ['Kitchen > Kettles', 'Garden'] }))).toBeUndefined();
  expect(await search(filters({ name: ['Kitchen > Kettles'] }))).toBeUndefined();
});

test('shows a banner between items on the page of its place, and a panel’s in autocomplete alone', async () => {
  const between = await add({ name: 'A', queries: ['kettle'], place: 'between', item_position: 3 });
  const panel = await add({ name: 'B', queries: ['kettle'], place: 'panel' });
  expect(await search({ q: 'kettle', per_page: 2 })).toBeUndefined();
  expect(await search({ q: 'kettle', per_page: 2, page: 2 })).toEqual([between.id]);
  expect(await search({ q: 'kettle' })).toEqual([between.id]);
  const { data } = await server.call({}, frontAutocomplete, { token, q: 'kettle' });
  expect(idsOf(data!.banners)).toEqual([panel.id]);
  expect((await server.call({}, frontAutocomplete, { token, q: 'lamp' })).data).not.toHaveProperty('banners');
  const { results } = (await server.call({ project: token }, frontMulti, { token, searches: [{ q: 'kettle' }, { q: 'lamp' }] }))
    .data!;
  expect(results.map((one) => idsOf(one.data?.banners))).toEqual([[between.id], undefined]);
});

test.each<[input: Partial<Input>, field: string, code: string]>([
  [{ queries: [] }, 'queries', 'bannerForNothing'],
  [{ image: '', alt: '' }, 'headline', 'bannerEmpty'],
  [{ alt: ' ' }, 'alt', 'requiredField'],
  [{ image: 'javascript:alert(1)' }, 'image', 'onlyWebAddress'],
  [{ image: 'data:image/png;base64,AA' }, 'image', 'onlyWebAddress'],
  [{ image: '/sale.jpg' }, 'image', 'onlyWebAddress'],
  [{ link: 'ftp://shop.example/' }, 'link', 'onlyAddressOrPath'],
  [{ link: '//shop.example/' }, 'link', 'onlyAddressOrPath'],
  [{ link: '/\\shop.example/' }, 'link', 'onlyAddressOrPath'],
  [{ link: 'https://me:secret@shop.example/' }, 'link', 'addressWithUser'],
  [{ link: 'https://shop.example/a b' }, 'link', 'addressWithSpace'],
  [{ place: 'between', item_position: 0 }, 'item_position', 'bannerPosition'],
])('refuses %j at the field, and saves nothing', async (input, field, code) => {
  const refused = await server.call(actor, banners.create, banner({ queries: ['kettle'], ...input }));
  expect(refused).toMatchObject({ status: 422, errors: [{ field, code }] });
  expect((await server.call(actor, banners.list, { c })).data!.items).toEqual([]);
  expect(await search({ q: 'kettle' })).toBeUndefined();
});

test('takes the headline as the missing text of a picture, and links to a path of the shop', async () => {
  await add({ queries: ['kettle'], alt: '', headline: 'Summer sale', link: '/kettles?sale=1' });
  const { data } = await server.call({}, frontSearch, { token, q: 'kettle' });
  expect(data!.banners).toMatchObject([{ alt: 'Summer sale', link: '/kettles?sale=1' }]);
});

test('finds categories by their text, and reports a banner whose category is gone', async () => {
  const found = async (q: string) => (await server.call(actor, findCategories, { c, q })).data!.categories;
  expect((await found('')).map(({ path, count }) => [path, count])).toEqual([
    ['Kitchen', 6],
    ['Kitchen > Kettles', 6],
    ['Garden', 3],
    ['Garden > Lamps', 3],
  ]);
  expect((await found('LAMP')).map(({ path }) => path)).toEqual(['Garden > Lamps']);
  await add({ name: 'There', category: 'Garden' });
  const { id } = await add({ name: 'Gone', category: 'Garden > Grills' });
  const { data } = await server.call(actor, readFindings, { source: 'banners' });
  expect(data).toMatchObject([{ id, kind: 'categoryGone', text: 'Garden > Grills' }]);
});

test('counts searches that showed a banner, and clicks, of visitors', async () => {
  // Few queries of one address count, so it has its own.
  const top = await add({ queries: ['kettle 4'] });
  const panel = await add({ name: 'Panel', queries: ['lamp'], place: 'panel' });
  const visit = (query: object) => server.app.http.inject({ url: frontSearch.path, query: { token, ...query } });
  for (const visitor of ['ann', 'bob']) await visit({ q: 'kettle 4', visitor });
  await visit({ q: 'lamp', visitor: 'ann' });
  await server.call(actor, testQuery, { c, q: 'kettle 4' });
  const click = (id: number) => server.call({}, clickBanner, { token, banner_id: id, visitor: 'ann' });
  await click(top.id);
  await click(top.id);
  expect((await click(top.id + 1_000_000)).status).toBe(200);
  const other = await shop(host.put('/others.ndjson', '{"id": "a", "name": "A"}', 'application/x-ndjson'));
  await server.call({}, clickBanner, { token: other.actor.project!, banner_id: top.id, visitor: 'eve' });
  const counts = async ({ id }: { id: number }) => (await server.call(actor, banners.read, { id })).data!;
  await expect.poll(() => counts(top)).toMatchObject({ view_count: 2, click_count: 2 });
  expect(await counts(panel)).toMatchObject({ view_count: null, click_count: null });
});

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64, 7)]);
const upload = async (payload: Buffer) => {
  const headers = {
    'content-type': 'application/octet-stream',
    [sessionHeader]: actor.token,
    [projectHeader]: actor.project!,
  };
  const { method, path: url } = uploadBannerPicture;
  return (await server.app.http.inject({ method, url, headers, payload })).json<Envelope<{ address: string }>>();
};

test('shows an uploaded picture to shops, by the type of its content', async () => {
  const { data } = await upload(png);
  const url = new URL(data!.address).pathname;
  const { headers, rawPayload } = await server.app.http.inject({ url });
  expect(rawPayload).toEqual(png);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect((await server.call(actor, banners.create, banner({ queries: ['kettle'], image: data!.address }))).status).toBe(200);
  expect((await server.app.http.inject({ url: `${url}a` })).statusCode).toBe(404);
});

test.each([
  ['noPicture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['noPicture', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['noPicture', Buffer.alloc(0)],
  ['bodyTooLarge', Buffer.concat([png, Buffer.alloc(pictureLimitBytes)])],
])('refuses an uploaded file as %s', async (code, file) => {
  expect((await upload(file)).errors).toMatchObject([{ code }]);
});
