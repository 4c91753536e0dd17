import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { inputOf, listFields, updateField } from '#features/data/schema/schema.contract.ts';
import { patchItems, putItems } from '#features/data/item-api/item-api.contract.ts';
import { makePreview } from '#features/developer/plugin/plugin.contract.ts';
import { openBearer } from '#testing/calls/full-project.ts';
import { sampleInput } from '#testing/calls/sample-input.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { requestOf } from '#testing/test-app.ts';

const { server, host, shop } = await sharedFeedShops();

/** Column, field and value of what a shop keeps to itself. */
const secrets = [
  ['Cost per item', 'cost_per_item', 7351.9],
  ['PURCHASE_PRICE', 'purchase_price', 6248.7],
  ['Velkoobchodní cena', 'velkoobchodni_cena', 8162.3],
  ['Dodavatel', 'dodavatel', 'Zyxwolders'],
  ['Internal note', 'internal_note', 'qvortexed bargain'],
] as const;
const values: readonly string[] = secrets.map(([, , value]) => String(value));

const rows = Array.from({ length: 12 }, (_, at) => [
  `L${at}`,
  `Lamp ${at}`,
  at % 2 ? 'Lumen' : 'Osram',
  at % 3 ? 'Light > Lamps' : 'Garden > Lamps',
  String(100 + at),
  // Few values in many items are filtered and counted; the secret ones are of half of the items.
  ...secrets.map(([, , value]) => (at % 2 ? String(value) : typeof value === 'number' ? '1' : 'Elsewhere')),
]);
const csv = [['id', 'name', 'brand', 'category', 'price', ...secrets.map(([column]) => column)], ...rows];
const owner = await shop(host.put('/private.csv', csv.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n')));
const { last_import: last } = await server.imported(owner.actor, owner.feedId);
const token = owner.actor.project!;
const { data: schema } = await server.call(owner.actor, listFields, { c: owner.collectionId, per_page: 100 });

/** What a shop is answered, without what differs from call to call. */
async function answer(endpoint: Endpoint, input: Record<string, unknown>): Promise<string> {
  const { body } = await server.app.http.inject(requestOf({}, endpoint, { token, id: 'L1', ...input }));
  return body.replaceAll(/("(?:took|query_id)":)[^,}]+/g, '$1null');
}

const shopCalls = server.app.endpoints.filter(({ needs }) => needs === 'shop');
const takes = ({ input }: Endpoint, name: string): boolean => name in sampleInput(input, { [name]: '' });
const searchCalls = shopCalls.filter((endpoint) => takes(endpoint, 'filters') || takes(endpoint, 'searches'));
const { data: plugin } = await server.call(owner.actor, makePreview, {});
const known = {
  id: 'L1',
  preview: plugin!.preview!.secret,
  searches: [{ q: 'lamp', highlight: '1' }],
  limit: 10,
  path: 'Light > Lamps',
  q: 'lamp',
  highlight: '1',
};

/** The same of a search, for calls that make one and for those that make several. */
const asked = (endpoint: Endpoint, parameters: Record<string, unknown>): Record<string, unknown> =>
  takes(endpoint, 'searches') ? { searches: [parameters] } : parameters;

test('private fields are told after the import and hidden by their names', () => {
  expect(last).toMatchObject({ state: 'done', imported_count: 12 });
  const told = last!.warnings.find(({ code }) => code === 'privateFields');
  expect(told?.details['count']).toBe(secrets.length);
  for (const [, name] of secrets) expect(String(told?.details['fields'])).toContain(name);
  const hidden = schema!.items.filter(({ archive }) => archive).map(({ name }) => name);
  expect(hidden.toSorted()).toEqual(secrets.map(([, name]) => name).toSorted());
  // The fields would be facets and searched otherwise, so the tests below would find what leaks.
  expect(schema!.items.find(({ name }) => name === 'cost_per_item')).toMatchObject({ facet: true });
  expect(schema!.items.find(({ name }) => name === 'dodavatel')).toMatchObject({ facet: true, searchable: true });
});

test('no call of shops answers a private value or the name of its field', async () => {
  expect(shopCalls.length).toBeGreaterThan(8);
  for (const endpoint of shopCalls) {
    const body = await answer(endpoint, sampleInput(endpoint.input, known));
    expect(JSON.parse(body), endpoint.path).toMatchObject({ err: 0 });
    for (const secret of [...values, ...secrets.map(([, name]) => name)]) expect(body, endpoint.path).not.toContain(secret);
  }
});

const warned = /,"warnings":\[[^\]]*\]/;

test.each(secrets)('%s can not be filtered, counted, sorted or narrowed by', async (_column, field, value) => {
  const others = typeof value === 'number' ? 1 : 'Elsewhere';
  for (const endpoint of searchCalls) {
    const of = (parameters: Record<string, unknown>) => answer(endpoint, asked(endpoint, parameters));
    const filtered = (filter: unknown) => of({ filters: JSON.stringify({ [field]: filter }) });
    const none = await filtered('nothing has this');
    for (const filter of [value, others, [value, others], { from: 0 }, { to: 9999 }, { all: [value] }])
      expect(await filtered(filter), endpoint.path).toBe(none);
    const plain = await of({ facets: '' });
    // A private field gets the same warnings as a field that doesn't exist.
    const likeNone = async (parameters: (name: string) => Record<string, unknown>, same = plain) => {
      const [own, absent] = [await of(parameters(field)), await of(parameters('absent_field'))].map(
        (body) => [body.replace(warned, ''), warned.exec(body)?.[0]] as const,
      );
      expect(own![0], endpoint.path).toBe(same);
      expect(own![1]?.replaceAll(field, 'absent_field'), endpoint.path).toBe(absent![1]);
    };
    const values = { beginning: String(value)[0] };
    await likeNone((name) => ({ facets: name }));
    await likeNone((name) => ({ facets: name, narrowing: name, values: JSON.stringify({ [name]: values }) }));
    for (const [end, sort] of [
      [':asc', ''],
      [':desc', ''],
      [':asc,price:desc', 'price:desc'],
    ] as const)
      await likeNone((name) => ({ sort: `${name}${end}`, facets: '' }), await of({ sort, facets: '' }));
  }
});

test('words of private fields find, complete and correct nothing', async () => {
  const texts = ['zyxwolders', 'zyxwoldrs', 'zyxw', 'qvortexed', 'qvortexd', 'qvort', '7351.9', '6248.7'];
  const unknown = 'wpqmzzkx';
  for (const endpoint of shopCalls.filter((endpoint) => takes(endpoint, 'q')))
    for (const q of texts) {
      const told = (body: string, asked: string) => body.toLowerCase().replaceAll(asked, '');
      expect(told(await answer(endpoint, { q }), q), endpoint.path).toBe(told(await answer(endpoint, { q: unknown }), unknown));
    }
});

test('a private field that an item brings later is hidden from its first answer on', async () => {
  const actor = { bearer: await openBearer(server.app.db, owner.projectId) };
  const lamp = { id: 'api', name: 'Quixotic lamp', price: 5, wholesale_price: 9471.3, margin: 5512.7 };
  const { data } = await server.call(actor, putItems, { items: [lamp] });
  expect(data).toMatchObject({ new_fields: expect.arrayContaining(['wholesale_price', 'margin']) });
  await server.call(actor, patchItems, { items: [{ id: 'api', supplier_name: 'Wqlandia' }] });
  for (const endpoint of shopCalls) {
    const body = await answer(endpoint, { ...sampleInput(endpoint.input, known), q: 'quixotic', id: 'api' });
    for (const secret of ['9471.3', '5512.7', 'Wqlandia']) expect(body, endpoint.path).not.toContain(secret);
  }
});

test('the owner may show a private field', async () => {
  const field = schema!.items.find(({ name }) => name === 'cost_per_item')!;
  await server.call(owner.actor, updateField, { ...inputOf(field), id: field.id, archive: false });
  const search = shopCalls.find(({ path }) => path === '/front/search')!;
  expect(await answer(search, { q: 'lamp 1' })).toContain('"cost_per_item":7351.9');
  expect(await answer(search, { filters: JSON.stringify({ cost_per_item: 1 }) })).toContain('"total_count":6');
});
