import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionHeader } from '#contract/envelope.ts';
import { listSearchTrends, readSearchTrend } from '#features/analytics/search-trends/search-trends.contract.ts';
import { listSearchesWithoutResults } from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { todayOf } from '#testing/shop-calls.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { frequentTerms, type SearchedTerm } from './frequent-terms.service.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
beforeAll(async () => {
  server = await startTestApp();
  owner = await server.owner('owner@example.com');
  await server.imported(owner, owner.feedId);
  today = await todayOf(server, owner.projectId);
});
afterAll(() => server.close());
let today = '';

const search = (q: string, visitor: string, more: Readonly<Record<string, string>> = {}, headers: Record<string, string> = {}) =>
  server.app.http.inject({ url: frontSearch.path, query: { token: owner.project, q, visitor, ...more }, headers });
const found = (): Promise<readonly SearchedTerm[]> => frequentTerms(server.app, { id: owner.projectId }, owner.collectionId, 1);
/** Counts are written every second. */
async function untilFound(term: string): Promise<SearchedTerm> {
  for (let tries = 0; tries < 100; tries += 1) {
    const one = (await found()).find((each) => each.term === term);
    if (one) return one;
    await sleep(50);
  }
  throw new Error(`${term} was not counted.`);
}

test('searches of shops are counted by day, and what is no search of a visitor is not', async () => {
  for (const visitor of ['ann', 'bob']) await search('Kettle  ', visitor);
  await search('kettle', 'ann', { page: '2' });
  await search(
    'kettle',
    'google',
    {},
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  );
  await search('kettle', 'member', {}, { [sessionHeader]: owner.token });
  await server.call({}, frontAutocomplete, { token: owner.project, q: 'kettle' });
  await server.call(owner, testQuery, { c: owner.collectionId, q: 'kettle' });
  const first = (await search('kettle', '')).json<{ data: { total_count: number } }>();
  expect(first.data.total_count).toBeGreaterThan(0);
  for (const visitor of ['ann', 'bob']) await search('jane@example.com', visitor);
  expect((await untilFound('[e-mail]')).itemCount).toBe(0);
  expect(await found()).toContainEqual({ term: 'kettle', searchCount: 3, itemCount: first.data.total_count });
});

test('who is sent to a page has not searched in vain', async () => {
  const page = 'https://shop.example/returns';
  await server.call(owner, fixits.create, { term: 'how to return', catalog_term: page });
  for (const visitor of ['ann', 'bob']) {
    const { data } = (await search('how to return', visitor)).json<{ data: { redirect: string } }>();
    expect(data.redirect).toBe(page);
  }
  await untilFound('how to return');
  const { data: unfound } = await server.call(owner, listSearchesWithoutResults, { start: today, end: today });
  expect(unfound!.items.map(({ query }) => query)).not.toContain('how to return');
  const { data: trends } = await server.call(owner, listSearchTrends, { start: today, end: today });
  expect(trends!.items).toContainEqual(expect.objectContaining({ query: 'how to return', count: 2, item_count: null }));
  const { data: one } = await server.call(owner, readSearchTrend, { start: today, end: today, q: 'how to return' });
  expect(one).toMatchObject({ count: 2, item_count: null });
});

test('a misspelt query finds nothing as it was typed', async () => {
  for (const visitor of ['ann', 'bob']) {
    const answer = (await search('garrdening', visitor)).json<{ data: { corrected_query: string | null } }>();
    expect(answer.data.corrected_query).toBe('gardening');
  }
  expect(await untilFound('garrdening')).toMatchObject({ searchCount: 2, itemCount: 0 });
});

test('one address moves a count no further than a few people would', async () => {
  for (let at = 0; at < 30; at += 1) await search('gloves', `visitor ${at}`);
  await search('done', 'ann');
  await search('done', 'bob');
  await untilFound('done');
  expect(await untilFound('gloves')).toMatchObject({ searchCount: 5 });
});

test('what was counted last is written when the server stops', async () => {
  for (const visitor of ['ann', 'bob']) await search('last words', visitor);
  await server.app.http.close();
  expect((await found()).map(({ term }) => term)).toContain('last words');
});
