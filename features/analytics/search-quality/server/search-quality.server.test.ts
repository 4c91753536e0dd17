import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays, dayMs, startOfDay } from '#contract/days.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import { queryLogStore } from '#features/front-api/searched-terms/server/query-log.store.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { weekJudge } from './judge-weeks.ts';
import { readSearchQuality } from '#features/analytics/search-quality/search-quality.contract.ts';
import { sumNames } from './measure.ts';
import { searchQualityStore } from './search-quality.store.ts';

const timeZone = 'Europe/Prague';
/** On its Sunday clocks are set back. */
const monday = '2026-10-19';
const over = Date.parse('2026-10-25T23:00:00Z');
const closed = over + 3 * dayMs;
/** The Monday to come. */
const now = Date.parse('2026-10-29T12:00:00Z');

let server: TestApp;
let shop: Awaited<ReturnType<TestApp['emptyShop']>>;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  server = await startTestApp();
  await server.signUp('admin@example.com');
  shop = await server.emptyShop('owner@example.com');
  await server.app.db.updateTable('project').set({ time_zone: timeZone }).execute();
  // Weeks are judged when a test says so.
  await server.app.jobs.stop();
});
beforeEach(async () => {
  for (const table of ['shop_query', 'search_day', 'shop_event', 'event_day', 'search_quality'] as const)
    await server.app.db.deleteFrom(table).execute();
});
afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});

const judge = (at: number) => weekJudge(server.app)(undefined, { id: shop.projectId }, at);
const rows = () =>
  server.app.db
    .selectFrom('search_quality')
    .select(['project_id', 'collection_id', 'language', 'week', 'clicked_count', ...sumNames])
    .orderBy('week')
    .orderBy('language')
    .execute();

let searchNumber = 0;
interface Searched {
  readonly day?: string;
  readonly term: string;
  readonly visitor: string;
  readonly language?: string;
  readonly resultObject?: 'search' | 'autocomplete';
  readonly isCounted?: boolean;
  readonly itemCount?: number;
}
/** Has a visitor search, and click items on places; answers the id of the search. */
async function search(
  { day = monday, term, visitor, language = 'en', resultObject = 'search', isCounted = true, itemCount = 9 }: Searched,
  ...places: readonly (number | null)[]
): Promise<string> {
  const queryId = `search-${(searchNumber += 1)}`;
  const { projectId, collectionId } = shop;
  const happenedAt = startOfDay(day, timeZone) + 60_000;
  const asked = { queryId, projectId, collectionId, day, happenedAt, resultObject, language, term, itemCount, foundAs: null };
  const after = { ...asked, tookMilliseconds: 5, visitorHash: visitor, uses: [], searchId: queryId, isCounted };
  await queryLogStore(server.app.db).add([{ before: null, after }]);
  await click(queryId, visitor, places, day);
  return queryId;
}
const click = (queryId: string, visitor: string, places: readonly (number | null)[], day = monday): Promise<void> =>
  eventStore(server.app.db).add(
    places.map((position, at) => ({
      eventId: `${queryId}-${visitor}-${at}-${(searchNumber += 1)}`,
      projectId: shop.projectId,
      collectionId: shop.collectionId,
      day,
      type: 'click',
      itemId: `item ${position}`,
      happenedAt: startOfDay(day, timeZone) + 90_000,
      queryId,
      position,
      quantity: null,
      price: null,
      currency: null,
      visitor,
    })),
  );
/** Twelve queries of five visitors each, who all click the same place. */
async function week(day: string, placeOf: (query: number) => number, language = 'en'): Promise<void> {
  for (let query = 0; query < 12; query += 1)
    for (let visitor = 0; visitor < 5; visitor += 1)
      await search({ day, term: `term ${query}`, visitor: `visitor ${visitor}`, language }, placeOf(query));
}
const asked = async (input: InputOf<typeof readSearchQuality> = {}) => {
  const { data, msg } = await server.call(shop, readSearchQuality, input);
  if (!data) throw new Error(msg);
  return data;
};

test('a week is judged once it is over where the shop is, and once more when late events have come', async () => {
  for (const visitor of ['ann', 'bob', 'eve', 'ivy']) await search({ term: 'kettle', visitor }, 2);
  const late = await search({ term: 'kettle', visitor: 'dan', day: addDays(monday, 6) });
  await judge(over - 1);
  expect(await rows()).toEqual([]);
  await judge(over);
  const ofWeek = { week: monday, language: 'en', collection_id: shop.collectionId, project_id: shop.projectId };
  expect(await rows()).toEqual([{ ...ofWeek, clicked_count: 4, queries: 0, w: 0, wx: 0, ww: 0, wwx: 0, wwxx: 0 }]);
  await click(late, 'dan', [2]);
  await judge(closed - 1);
  expect((await rows())[0]).toMatchObject({ clicked_count: 4, queries: 0 });
  await judge(closed);
  const judged = await rows();
  expect(judged).toEqual([
    {
      ...ofWeek,
      clicked_count: 5,
      queries: 1,
      w: 5,
      wx: expect.closeTo(5 / Math.log2(3)) as number,
      ww: 25,
      wwx: expect.closeTo(25 / Math.log2(3)) as number,
      wwxx: expect.closeTo(25 / Math.log2(3) ** 2) as number,
    },
  ]);
  // What comes later, and that single queries are gone by then, changes nothing.
  await search({ term: 'kettle', visitor: 'zoe' }, 1);
  await judge(closed + dayMs);
  await server.app.db.deleteFrom('shop_query').execute();
  await judge(closed + 100 * dayMs);
  expect(await rows()).toEqual(judged);
});

test('what is judged is searches on their first page, a visitor once for a query and an item, by languages', async () => {
  for (const visitor of ['ann', 'bob', 'eve', 'ivy', 'dan']) await search({ term: 'kettle', visitor }, 1);
  await judge(closed);
  const [once] = await rows();
  await server.app.db.deleteFrom('search_quality').execute();
  await search({ term: 'kettle', visitor: 'ann', day: addDays(monday, 3) }, 1, 1);
  await search({ term: 'kettle', visitor: 'sly', isCounted: false }, 3);
  await search({ term: 'kettle', visitor: 'sly', resultObject: 'autocomplete' }, 3);
  await search({ term: 'kettle', visitor: 'sly' }, 11, null);
  await search({ term: 'kettle', visitor: 'sly', day: addDays(monday, 7) }, 3);
  const answer = await search({ term: 'kettle', visitor: 'kim', language: 'cs' });
  // One answer, for which somebody says that many visitors clicked.
  for (const visitor of ['a', 'b', 'c', 'd', 'e']) await click(answer, visitor, [1]);
  await judge(closed);
  expect(await rows()).toEqual([
    { ...once, language: 'cs', clicked_count: 1, queries: 0, w: 0, wx: 0, ww: 0, wwx: 0, wwxx: 0 },
    once,
  ]);
});

test('servers that judge at once come to the same, and who looked earlier changes nothing', async () => {
  await week(monday, (query) => 1 + (query % 3));
  await Promise.all([judge(closed), judge(closed), judge(closed + 1)]);
  const judged = await rows();
  expect(judged).toMatchObject([{ clicked_count: 60, queries: 12, w: 60 }]);
  await judge(closed + dayMs);
  const store = searchQualityStore(server.app.db);
  const [project] = await store.projects({ id: shop.projectId });
  const sums = { queries: 0, w: 0, wx: 0, ww: 0, wwx: 0, wwxx: 0 };
  const none = [{ collectionId: shop.collectionId, language: 'en', clickedCount: 0, sums }];
  await store.keep(project!, monday, closed - 1, none);
  // The visitors of the project were others when these were read.
  await store.keep({ ...project!, madeUpAt: 5 }, monday, closed + 2 * dayMs, none);
  await store.keep({ ...project!, id: 4_000_000 }, monday, closed + 2 * dayMs, none);
  expect(await rows()).toEqual(judged);
});

test('weeks from before are judged as long as their queries are there', async () => {
  // Of the 90 days before 29 October, 1 August is the first one that all zones still have; the first Monday is the 3rd.
  for (const at of [0, 11, 12]) await search({ term: 'kettle', visitor: 'ann', day: addDays(monday, -7 * at) }, 1);
  await judge(now);
  expect((await rows()).map((row) => row.week)).toEqual(['2026-08-03', monday]);
});

test('the call tells by week how good the order was and what found nothing, and whether that gets better', async () => {
  expect(await asked()).toEqual({ verdict: 'untracked', weeks: [], now: null, before: null, compared_weeks: 0 });
  const before = addDays(monday, -7);
  await week(before, (query) => 2 + (query % 3));
  await week(monday, (query) => 1 + (query % 2));
  for (const visitor of ['ann', 'bob', 'eve']) await search({ term: 'qqzzxx', visitor, itemCount: 0 });
  await search({ term: 'garden', visitor: 'ann', language: 'cs' }, 1);
  await judge(now);
  const answer = await asked();
  expect(answer).toMatchObject({ verdict: 'better', compared_weeks: 1 });
  expect(answer.weeks).toHaveLength(2);
  expect(answer.before).toEqual(answer.weeks[0]);
  expect(answer.now).toEqual(answer.weeks[1]);
  const [one, other] = answer.weeks;
  expect(one).toMatchObject({
    start: before,
    end: addDays(before, 6),
    clicked_searches: 60,
    judged_queries: 12,
    no_result_rate: 0,
  });
  expect(one!.ndcg).toBeCloseTo((1 / Math.log2(3) + 1 / 2 + 1 / Math.log2(5)) / 3, 10);
  expect(other).toMatchObject({ start: monday, clicked_searches: 61, judged_queries: 12, no_result_rate: 3 / 64 });
  expect(other!.ndcg).toBeCloseTo((1 + 1 / Math.log2(3)) / 2, 10);
  expect(other!.ndcg_low).toBeLessThan(other!.ndcg!);
  expect(other!.ndcg_high).toBeLessThanOrEqual(1);
  // The Czech searches alone are too few; a range that ends before a week does leaves it out.
  expect(await asked({ language: 'cs' })).toMatchObject({ verdict: 'tooFew' });
  expect((await asked({ language: 'cs' })).weeks[1]).toMatchObject({ ndcg: null, clicked_searches: 1, no_result_rate: 0 });
  expect((await asked({ start: before, end: addDays(monday, 5) })).weeks.map(({ start }) => start)).toEqual([before]);
  // Single queries go, what they came to stays.
  await server.app.db.deleteFrom('shop_query').execute();
  expect(await asked()).toEqual(answer);
});

test('where clicks began to be sent in the week that isn’t over, there are too few', async () => {
  await search({ term: 'kettle', visitor: 'ann', day: addDays(monday, 7) }, 1);
  expect(await asked()).toMatchObject({ verdict: 'tooFew', weeks: [] });
});
