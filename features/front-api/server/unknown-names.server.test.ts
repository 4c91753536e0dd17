import { describe, expect, test, vi } from 'vitest';
import { pathParameters } from '#contract/endpoint.ts';
import type { CallWarning, Envelope } from '#contract/envelope.ts';
import { createClient } from '#clients/javascript/client.ts';
import { toggleLiveMode } from '#features/developer/plugin/plugin.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { requestOf } from '#testing/test-app.ts';

const server = await sharedServer();
const owner = await server.shop();
const token = owner.project!;
await server.call(owner, toggleLiveMode, { is_live: true });
const client = createClient({ origin: server.origin, token, visitor: 'v-1' });
const [{ id } = { id: '' }] = (await client.search({ q: 'garden' })).items;

const calls = server.app.endpoints.filter(({ needs, path }) => needs === 'shop' && path.startsWith('/front/v1/'));
const isList = (value: unknown): value is object[] => Array.isArray(value) && typeof value[0] === 'object';

describe.each(calls.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s', (_, endpoint) => {
  /** The call's own example, with names of the sample shop. */
  const { path: _path, ...example } = endpoint.example!.input;
  const input = { ...example, ...('id' in example && { id }), token };
  const warningsOf = async (given: object, inAddress: object = {}): Promise<readonly CallWarning[] | undefined> => {
    const { query, ...others } = requestOf({}, endpoint, given as Record<string, unknown>);
    const request = { ...others, query: { ...query, ...inAddress } };
    // Two calls: the second may be answered by the cache.
    const answers = [await server.app.http.inject(request), await server.app.http.inject(request)];
    const [first, second] = answers.map((answer) => answer.json<Envelope>());
    expect(first!.err, answers[0]!.body).toBe(0);
    expect(second!.warnings).toEqual(first!.warnings);
    return first!.warnings;
  };
  const names = Object.keys(endpoint.input._zod.def.shape).filter(
    (name) => name !== 'token' && !pathParameters(endpoint.path).includes(name),
  );

  test('warns of no name of its contract', async () => {
    expect(await warningsOf(input)).toBeUndefined();
    expect(await warningsOf(input, { preview: 'x' })).toBeUndefined();
  });

  test('names an unknown parameter and the nearest known one', async () => {
    const typos = names.filter((name) => name.length > 2);
    for (const name of typos) {
      const typo = `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}x`;
      const [warning] = (await warningsOf({ ...input, [typo]: '1' })) ?? [];
      expect(warning).toEqual({ parameter: typo, message: `The parameter "${typo}" has no effect. Did you mean "${name}"?` });
    }
    expect(await warningsOf({ ...input, ['9'.repeat(200)]: 1 })).toEqual([
      { parameter: '9'.repeat(50), message: `The parameter "${'9'.repeat(50)}" has no effect.` },
    ]);
  });

  test('names those in its lists by their place', async () => {
    const [[list, elements] = ['', []]] = Object.entries(input).flatMap(([name, value]) =>
      isList(value) ? [[name, value] as const] : [],
    );
    if (list === '') return;
    const given = { ...input, [list]: [elements[0]!, Object.assign({ qq: 1 }, elements[0])] };
    expect(await warningsOf(given)).toEqual([{ parameter: `${list}.1.qq`, message: expect.stringContaining(`${list}.1.qq`) }]);
  });
});

const messageOf = async (address: string): Promise<readonly string[]> => {
  const answer = await server.app.http.inject(`/front/v1/search?token=${token}&${address}`);
  const { warnings = [], data } = answer.json<Envelope<{ query_id: string; total_count: number }>>();
  expect(data!.query_id).toHaveLength(36);
  return warnings.map(({ message }) => /"(\w+)"\?$/.exec(message)?.[1] ?? message);
};

test('suggests names of this server for those of others', async () => {
  expect(await messageOf('qurey=a&query=a&hitsPerPage=3&filter=a&_=17&__proto__=1')).toEqual([
    'q',
    'q',
    'per_page',
    'filters',
    'The parameter "_" has no effect.',
    'per_page',
  ]);
  const many = Array.from({ length: 30 }, (_, at) => `x${at}=1`).join('&');
  expect(await messageOf(many)).toHaveLength(10);
});

test('cached answers are warned about by the call, and not by what filled the cache', async () => {
  expect(await messageOf('q=lamp&qurey=a')).toEqual(['q']);
  expect(await messageOf('q=lamp')).toEqual([]);
});

test('the client sends no unknown parameters, and warns about each one once per page', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const search = { q: 'garden', facets: ['brand'], narrowing: ['brand'], sort: 'price:asc', highlight: true } as const;
  const values = { brand: { limit: 3 } };
  await client.search({ ...search, values, filters: { price: { from: 1 } }, page: 1, per_page: 2, lang: 'en' });
  await client.multi({ searches: [{ ...search }] });
  await client.autocomplete({ q: 'gar', limit: 2, lang: 'en' });
  await client.catalog({ per_page: 2, facets: ['brand'] });
  await client.item({ id });
  for (const call of [client.similar, client.boughtTogether, client.alsoViewed]) await call({ id, limit: 2 });
  await client.trending({ limit: 2 });
  await client.events({ events: [{ type: 'click', item_id: id }] });
  expect(warn).not.toHaveBeenCalled();
  for (let call = 0; call < 2; call++) await client.search({ qurey: 'a' } as object);
  expect(warn.mock.calls).toEqual([['Aisle: The parameter "qurey" has no effect. Did you mean "q"?']]);
  warn.mockRestore();
});
