import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontSearch } from './search.contract.ts';
import { authorize, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { sharedServer } from '#testing/shared-server.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { SearchData } from '#contract/search.ts';
import { sharedData } from '#scripts/shared-data.ts';

const server = await sharedServer();
const owner = await server.shop();

const search = async (input: Omit<Parameters<typeof server.call<typeof frontSearch>>[2], 'token'>) =>
  server.call({}, frontSearch, { token: owner.project, ...input });

interface Counted {
  readonly value: unknown;
  readonly count: number;
}

describe('a search of a shop', () => {
  test('answers items, exact counts, facets and an id of its own', async () => {
    const { data } = await search({ q: 'garden', facets: 'brand,price', per_page: 5 });
    expect(data!.items).toHaveLength(5);
    expect(data!.total_pages).toBe(Math.ceil(data!.total_count / 5));
    expect(data!.items[0]).toMatchObject({ name: expect.any(String), price: expect.any(Number), score: expect.any(Number) });
    expect(data!.facets.map(({ field }) => field)).toEqual(['brand', 'price']);
    expect(data!.query_id).not.toBe((await search({ q: 'garden' })).data!.query_id);
    expect(data).not.toHaveProperty('trace');
  });

  test('says how many items have all words, and what the others lack', async () => {
    const { data } = await search({ q: 'board game', per_page: 100 });
    const { items, total_count: total, all_words_count: exact, missing_words: missing } = data!;
    expect(items).toHaveLength(total);
    expect(items.filter(({ id }) => missing![id] === undefined)).toHaveLength(exact!);
    expect(exact).toBeLessThan(total);
    expect(Object.values(missing!).every(([word, ...others]) => /^(board|game)$/.test(word!) && others.length === 0)).toBe(true);
    const whole = (await search({ q: 'kettle' })).data!;
    expect([whole.all_words_count, whole.missing_words]).toEqual([undefined, undefined]);
  });

  test('shows where its words stand in the items, when it is asked to', async () => {
    const { data } = await search({ q: 'garden glove', per_page: 5, highlight: '1' });
    const { items, highlights } = data!;
    expect(Object.keys(highlights!)).toEqual(items.map(({ id }) => id));
    const [first] = items;
    const [name] = highlights![first!.id]!['name']!;
    expect(name!.map(({ text }) => text).join('')).toBe(first!['name']);
    expect(name!.filter(({ is_match }) => is_match).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^garden/i),
      expect.stringMatching(/^glove/i),
    ]);
    expect(data!.items[0]).not.toHaveProperty('highlights');
    expect((await search({ q: 'garden' })).data).not.toHaveProperty('highlights');
    expect((await search({ q: 'garden', highlight: 'yes' as '1' })).status).toBe(422);
  });

  test('filters by values and ranges, and keeps the other choices of a facet visible', async () => {
    const all = (await search({ q: '', facets: 'brand' })).data!;
    const { value: brand, count } = all.facets[0]!.values[0]!;
    const { data } = await search({ q: '', filters: JSON.stringify({ brand }), facets: 'brand' });
    expect(data!.total_count).toBe(count);
    expect(data!.items.every((item) => item.brand === brand)).toBe(true);
    expect(data!.facets[0]!.values.length).toBe(all.facets[0]!.values.length);
    const cheap = (await search({ q: '', filters: JSON.stringify({ price: { to: 100 } }), sort: 'price:desc' })).data!;
    const prices = cheap.items.map(({ price }) => Number(price));
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    expect(Math.max(...prices)).toBeLessThanOrEqual(100);
  });

  test('counts the values of a facet that begin in a certain way, and the levels of paths that are open', async () => {
    const counted = async (facets: string, values: object) =>
      (await search({ facets, values: JSON.stringify(values), per_page: 1 })).data!.facets.map((facet) =>
        facet.values.map(({ value }) => String(value)),
      );
    const [[brand = '', ...others] = []] = await counted('brand', {});
    expect(others.length).toBeGreaterThan(5);
    const [begun] = await counted('brand', { brand: { beginning: brand.slice(0, 3).toUpperCase() } });
    expect(begun).toContain(brand);
    expect(begun!.every((value) => value.split(' ').some((word) => word.startsWith(brand.slice(0, 3))))).toBe(true);
    const [top] = await counted('category', { category: { opened: '' } });
    expect(top!.some((path) => path.includes(' > '))).toBe(false);
    const [open] = await counted('category', { category: { opened: top![0] } });
    expect(open!.filter((path) => !path.includes(' > '))).toEqual(top);
    const below = open!.filter((path) => path.includes(' > '));
    expect(below.length).toBeGreaterThan(0);
    expect(below.every((path) => path.startsWith(`${top![0]} > `) && path.split(' > ').length === 2)).toBe(true);
  });

  test('finds what has each of several values, and of a list one', async () => {
    const [one, other] = (await search({ q: '', facets: 'brand' })).data!.facets[0]!.values as [Counted, Counted];
    const found = async (all: unknown) => (await search({ filters: JSON.stringify({ brand: { all } }) })).data!.total_count;
    expect(await found([one.value])).toBe(one.count);
    expect(await found([one.value, other.value])).toBe(0);
    expect(await found([[one.value, other.value]])).toBe(one.count + other.count);
    expect(await found([[one.value, other.value], other.value])).toBe(other.count);
  });

  test('excludes values and ranges, in the counts of the field too', async () => {
    const asked = async (filters: object, more = {}) =>
      (await search({ filters: JSON.stringify(filters), facets: 'brand', ...more })).data!;
    const all = await asked({});
    const [first, second] = all.facets[0]!.values as [Counted, Counted];
    const without = await asked({ brand: { not: first.value } });
    expect(without.total_count).toBe(all.total_count - first.count);
    expect(without.facets[0]!.values).not.toContainEqual(first);
    expect((await asked({ brand: { all: [[first.value, second.value]], not: [first.value] } })).total_count).toBe(second.count);
    const [cheap, dear] = [await asked({ price: { to: 100 } }), await asked({ price: { not: { to: 100 } } })];
    expect(cheap.total_count + dear.total_count).toBe(all.total_count);
  });

  test('counts more values of a facet on request, and chosen ones beyond any number', async () => {
    const values = async (limit: number, filters = '') =>
      (await search({ facets: 'brand', values: JSON.stringify({ brand: { limit } }), filters, per_page: 1 })).data!.facets[0]!
        .values;
    const all = await values(1000);
    expect(all.length).toBeGreaterThan(3);
    const rarest = all.at(-1)!;
    expect(await values(3)).toEqual(all.slice(0, 3));
    expect(await values(3, JSON.stringify({ brand: [rarest.value] }))).toEqual([...all.slice(0, 3), rarest]);
  });

  test.each<[string, Parameters<typeof search>[0], { parameter: string; field: string; message: RegExp }[]]>([
    ['an order by a field that gives none', { sort: 'name:asc' }, [{ parameter: 'sort', field: 'name', message: /switch on/ }]],
    ['a field that items have not', { facets: 'scent' }, [{ parameter: 'facets', field: 'scent', message: /no field "scent"/ }]],
    [
      'a filter by a code',
      { filters: '{"product_code":"X"}' },
      [{ parameter: 'filters', field: 'product_code', message: /switch on/ }],
    ],
    ['a word as a number', { filters: '{"price":"cheap"}' }, [{ parameter: 'filters', field: 'price', message: /"cheap"/ }]],
    ['a range of texts', { filters: '{"brand":{"from":1}}' }, [{ parameter: 'filters', field: 'brand', message: /range/ }]],
    [
      'narrowing of nothing',
      { facets: 'price', narrowing: 'brand' },
      [{ parameter: 'narrowing', field: 'brand', message: /facets/ }],
    ],
    ['nothing', { facets: 'brand,price', sort: 'price:asc', filters: '{"price":{"from":"10"},"brand":{"not":"x"}}' }, []],
  ])('warns of %s', async (_what, asked, expected) => {
    const { warnings = [] } = (await search({ q: 'garden', ...asked })).data!;
    expect(warnings).toEqual(expected.map((one) => ({ ...one, message: expect.stringMatching(one.message) })));
  });

  test.each([
    ['{"brand":[]}', /“brand”.*1 to 100/],
    ['{"price":{"from":"low"}}', /“price”/],
    ['{"brand":"A","price":{"above":3}}', /“price”.*from, to, all or not/],
  ])('names the field of the filter %s that is not valid', async (filters, message) => {
    const { status, errors } = await search({ filters });
    expect(status).toBe(422);
    expect(errors[0]).toMatchObject({ field: 'filters', code: 'filterNotValid', message: expect.stringMatching(message) });
  });

  test('with an unknown token, or none, is refused with where to find it', async () => {
    const refused = { status: 401, msg: expect.stringContaining('?token='), errors: [{ code: 'projectTokenNotValid' }] };
    for (const token of ['unknown', '', '\0', undefined])
      expect(await server.call({}, frontSearch, { q: 'x', ...(token !== undefined && { token }) })).toMatchObject(refused);
  });

  test('may be made from any site', async () => {
    const response = await server.app.http.inject({
      url: `/front/search?token=${owner.project}`,
      headers: { origin: 'https://shop.example' },
    });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    const preflight = await server.app.http.inject({
      method: 'OPTIONS',
      url: '/front/search',
      headers: { origin: 'https://shop.example' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      'authorization, content-type',
    ]);
  });

  test('is answered as JSON alone, whatever callback a page names', async () => {
    const response = await server.app.http.inject(`/front/search?token=${owner.project}&callback=alert(1)//`);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.body).toMatch(/^\{"err":0/);
    expect(response.body).not.toContain('alert');
  });
});

test('autocomplete completes the last word and brings items', async () => {
  const { data } = await server.call({}, frontAutocomplete, { token: owner.project, q: 'garden gl' });
  expect(data!.suggestions.length).toBeGreaterThan(0);
  expect(data!.suggestions.every(({ text }) => text.startsWith('garden gl'))).toBe(true);
  expect(data!.items.length).toBeGreaterThan(0);
});

test('autocomplete shows a changed price, and a removed item no more, at once', async () => {
  const first = async () => (await server.call({}, frontAutocomplete, { token: owner.project, q: 'garden glo' })).data!.items[0];
  const shown = await first();
  const collection = engineCollection(owner.collectionId);
  await server.app.engine.change(collection, [{ kind: 'patch', id: shown!.id, fields: { price: 123_456 } }]);
  expect(await first()).toMatchObject({ id: shown!.id, price: 123_456 });
  await server.app.engine.change(collection, [{ kind: 'remove', id: shown!.id }]);
  expect((await first())?.id).not.toBe(shown!.id);
});

test('client id and secret give a bearer token that searches, until the secret is replaced', async () => {
  const { data: credentials } = await server.call(owner, rotateSecret, {});
  const { data: bearer } = await server.call({}, authorize, credentials!);
  const byBearer = () =>
    server.app.http.inject({ url: '/front/search?q=garden', headers: { authorization: `Bearer ${bearer!.token}` } });
  expect((await byBearer()).json()).toMatchObject({ err: 0 });
  expect((await server.call({}, authorize, { ...credentials!, client_secret: 'wrong' })).status).toBe(401);
  await server.call(owner, rotateSecret, {});
  expect((await byBearer()).statusCode).toBe(401);
  expect((await server.call({}, authorize, credentials!)).status).toBe(401);
});

const strings = sharedData('hostile/strings/blns.json');
if (strings === null) console.warn('Hostile strings are not beside the checkout, so they are not asked.');

const parameters = ['filters', 'facets', 'sort', 'page', 'per_page', 'highlight'];

/** Asks as a browser would, with whatever the parameters hold. */
async function ask(path: '/front/search' | '/front/autocomplete', parameters: Readonly<Record<string, string>>) {
  const address = new URLSearchParams({ token: owner.project, ...parameters });
  const { statusCode: status, body } = await server.app.http.inject({ method: 'GET', url: `${path}?${address.toString()}` });
  return { status, answer: JSON.parse(body) as Envelope<SearchData> };
}

/** A result, or an error that says what is wrong with which field; never a failure of the server. */
function isSensible({ status, answer }: Awaited<ReturnType<typeof ask>>, what: string): void {
  expect([200, 404, 422], what).toContain(status);
  if (status === 200) expect(Array.isArray(answer.data!.items), what).toBe(true);
  else expect(answer.msg !== '' || answer.errors.length > 0, what).toBe(true);
}

test.skipIf(strings === null)('no string known to break programs breaks a search', async () => {
  const calls: readonly ((text: string, at: number) => ReturnType<typeof ask>)[] = [
    (q) => ask('/front/search', { q, facets: 'brand' }),
    (q) => ask('/front/autocomplete', { q }),
    (text) => ask('/front/search', { q: 'lamp', filters: JSON.stringify({ brand: [text] }) }),
    (text, at) => ask('/front/search', { q: 'lamp', [parameters[Math.floor(at / 4) % parameters.length]!]: text }),
  ];
  for (const [at, text] of (JSON.parse(readFileSync(strings ?? '', 'utf8')) as string[]).entries())
    // By day each string is in one place, at night in all.
    for (const [place, call] of calls.entries())
      if (process.env.AISLE_TEST_EVERYTHING !== undefined || place === at % calls.length)
        isSensible(await call(text, at), `${place}: ${JSON.stringify(text)}`);
});

test.each([
  ['NUL', 'lamp\0lamp'],
  ['lone surrogates', '\uD800lamp\uDFFF'],
  ['an expression of another engine', 'name:(lamp OR "a b"~2)^3 AND NOT price:[10 TO 20} /.*/ {!func}'],
  ['hundreds of accents on one letter', `e${'\u0301'.repeat(900)}`],
])('%s in a query is read as text', async (_name, q) => {
  expect((await ask('/front/search', { q, facets: 'brand,price', highlight: '1' })).status).toBe(200);
  expect((await ask('/front/autocomplete', { q })).status).toBe(200);
});

test.each([
  ['a query of a megabyte', { q: 'x'.repeat(1_000_000) }, 'q'],
  ['filters that are no JSON', { filters: '{"brand":' }, 'filters'],
  ['a range of words', { filters: '{"price":{"from":"low"}}' }, 'filters'],
  ['an empty choice of several', { filters: '{"brand":{"all":[[]]}}' }, 'filters'],
  ['values that are no object', { values: '["brand"]' }, 'values'],
  ['a page before the first', { page: '-1' }, 'page'],
  ['more items than a page may have', { per_page: '100000' }, 'per_page'],
])('%s is refused by name', async (_name, parameters, field) => {
  const { status, answer } = await ask('/front/search', parameters);
  expect([414, 422]).toContain(status);
  if (status === 422) expect(answer.errors.map((error) => error.field)).toContain(field);
});

test('a page beyond the bound says where it is', async () => {
  const { status, answer } = await ask('/front/search', { page: '100000', per_page: '100' });
  expect(status).toBe(422);
  expect(answer.msg).toMatch(/\d/);
});

test.each(['__proto__', 'constructor', 'nobody', 'brand.keyword', '*'])(
  'the unknown field %s finds nothing and breaks nothing',
  async (field) => {
    const filtered = await ask('/front/search', { filters: `{${JSON.stringify(field)}:["x"]}` });
    isSensible(filtered, field);
    if (filtered.status === 200) expect(filtered.answer.data!.total_count).toBe(0);
    isSensible(await ask('/front/search', { facets: field, sort: `${field}:asc` }), field);
  },
);
