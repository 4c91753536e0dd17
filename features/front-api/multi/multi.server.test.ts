import { expect, test } from 'vitest';
import { frontMulti, maximumSearches } from './multi.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { startTestApp } from '#testing/test-app.ts';

const server = await sharedServer();
const owner = await server.shop();
const token = owner.project;
const multi = (searches: object[]) => server.call({}, frontMulti, { token, searches });

test('several searches are answered in their order, each as by itself', async () => {
  const searches = [{ q: 'garden', per_page: 3 }, { q: 'chair', facets: 'brand' }, { q: '' }];
  const { data } = await multi(searches);
  for (const [at, search] of searches.entries()) {
    const { took: _, query_id: __, ...alone } = (await server.call({}, frontSearch, { token, ...search })).data!;
    expect(data!.results[at]).toMatchObject({ error: null, data: alone });
  }
});

test('one that can not be answered says why, and the others are answered', async () => {
  const { data } = await multi([{ q: 'garden' }, { q: 'x', filters: '{' }, { q: 'x', collection: 'Boats' }]);
  expect(data!.results.map(({ error }) => error && [error.code, error.field])).toEqual([
    null,
    ['notValid', 'filters'],
    ['notFound', ''],
  ]);
  expect(data!.results[0]!.data!.total_count).toBeGreaterThan(0);
});

test('what fits no search is refused with its place', async () => {
  expect(await multi([{ q: 'x' }, { page: -1 }])).toMatchObject({ status: 422, errors: [{ field: 'searches.1.page' }] });
  for (const searches of [[], Array.from({ length: maximumSearches + 1 }, () => ({}))])
    expect(await multi(searches)).toMatchObject({ status: 422, errors: [{ field: 'searches' }] });
});

test('pages send it as plain text, which browsers do not ask about first; the token stands in the address', async () => {
  const send = (query: string, payload: string, type = 'text/plain;charset=UTF-8') =>
    server.app.http.inject({ method: 'POST', url: `/front/v1/multi${query}`, payload, headers: { 'content-type': type } });
  const body = JSON.stringify({ searches: [{ q: 'garden' }] });
  expect((await send(`?token=${token}`, body)).json()).toMatchObject({ err: 0, data: { results: [{ error: null }] } });
  const inBody = await send('', JSON.stringify({ token, searches: [{ q: 'garden' }] }));
  expect([inBody.statusCode, inBody.json().errors[0].code]).toEqual([401, 'projectTokenNotValid']);
  expect((await send(`?token=${token}`, '{"searches":')).statusCode).toBe(400);
  expect((await send(`?token=${token}`, '<a/>', 'text/xml')).statusCode).toBe(400);
});

test('each of the searches counts against the limits', async () => {
  const callRates = { visitorCallsPerSecond: 10, projectCallsPerSecond: 1_000, personCallsPerSecond: 1_000 };
  const limited = await startTestApp({ callRates });
  const shop = await limited.emptyShop('limited@multi.example');
  const call = (count: number) =>
    limited.call({}, frontMulti, { token: shop.project, searches: Array.from({ length: count }, () => ({ q: 'x' })) });
  // At once, so that no second passes between them.
  const answers = await Promise.all([call(8), call(8)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(answers.flatMap(({ errors }) => errors.map(({ code }) => code))).toEqual(['tooManyRequests']);
  await limited.close();
});
