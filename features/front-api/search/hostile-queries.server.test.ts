import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Envelope } from '#contract/envelope.ts';
import type { SearchData } from '#contract/search.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { sharedServer } from '#testing/shared-server.ts';

const strings = sharedData('hostile/strings/blns.json');
if (strings === null) console.warn('Hostile strings are not beside the checkout, so they are not asked.');

/** By day each string is sent in one of them, at night in all. */
const parameters = ['filters', 'facets', 'sort', 'page', 'per_page', 'highlight'];
const isNight = process.env.AISLE_TEST_EVERYTHING !== undefined;

const server = await sharedServer();
const owner = await server.shop();

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
  for (const [at, text] of (JSON.parse(readFileSync(strings ?? '', 'utf8')) as string[]).entries()) {
    const said = JSON.stringify(text);
    isSensible(await ask('/front/search', { q: text, facets: 'brand' }), said);
    isSensible(await ask('/front/autocomplete', { q: text }), said);
    isSensible(await ask('/front/search', { q: 'lamp', filters: JSON.stringify({ brand: [text] }) }), `a filter of ${said}`);
    for (const name of isNight ? parameters : [parameters[at % parameters.length]!])
      isSensible(await ask('/front/search', { q: 'lamp', [name]: text }), `${name}=${said}`);
  }
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
  ['a query of 10,000 words', { q: 'lamp '.repeat(10_000) }, 'q'],
  ['a query of a megabyte', { q: 'x'.repeat(1_000_000) }, 'q'],
  ['filters that are no JSON', { filters: '{"brand":' }, 'filters'],
  ['filters that are a list', { filters: '[1]' }, 'filters'],
  ['a range of words', { filters: '{"price":{"from":"low"}}' }, 'filters'],
  ['a filter of an object', { filters: '{"brand":{"$ne":1}}' }, 'filters'],
  ['a page before the first', { page: '-1' }, 'page'],
  ['a page that is no number', { page: 'two' }, 'page'],
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
