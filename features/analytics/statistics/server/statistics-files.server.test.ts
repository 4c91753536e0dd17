import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/days.ts';
import { readQueryNow, exportSearchTrends } from '#features/analytics/search-trends/search-trends.contract.ts';
import { exportSearchesWithoutResults } from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { exportTrendingItems } from '#features/analytics/trending-items/trending-items.contract.ts';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { todayOf } from '#testing/shop-calls.ts';
import { addItemEvents, addSearched } from '#testing/searched.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const owner = await server.shop();
let today: string;
let range: { readonly start: string; readonly end: string };
/** Of a file, line by line, without the mark that it begins with. */
const linesOf = (csv: string | undefined) => csv?.replace('\ufeff', '').trimEnd().split('\r\n');

beforeAll(async () => {
  today = await todayOf(server, owner.projectId);
  range = { start: addDays(today, -7), end: today };
  const place = { projectId: owner.projectId, collectionId: owner.collectionId, day: addDays(today, -1) };
  await addSearched(server.app.db, [
    { ...place, term: 'kettle', searchCount: 5, itemCount: 3, clickCount: 2 },
    { ...place, term: '=1+1', searchCount: 9, itemCount: 0 },
    { ...place, term: 'kettles, red', searchCount: 2, itemCount: 0 },
    // More than one page of the rows that are read for a file.
    ...Array.from({ length: 1_001 }, (_, at) => ({ ...place, term: `term ${at}`, searchCount: 1, itemCount: 1 })),
  ]);
  await addItemEvents(server.app.db, [{ ...place, itemId: 'gone', impression: 4, click: 2 }]);
});

test('a file has all rows of the list as it is sorted and searched, and no cell that a spreadsheet would run', async () => {
  const { data } = await server.call(owner, exportSearchTrends, { ...range, per_page: 1 });
  expect(data!.file_name).toBe(`search-trends-${range.start}-${range.end}.csv`);
  const lines = linesOf(data!.csv)!;
  expect(lines).toHaveLength(1 + 1_004);
  expect(lines[0]).toBe(
    'Query,Searches,Searches without today,Searches in the period before,Unique users,Found,Searches with a click',
  );
  expect(lines[1]).toMatch(/^'=1\+1,9,/);
  const { data: found } = await server.call(owner, exportSearchTrends, { ...range, search: 'kettle', order: 'asc' });
  expect(linesOf(found!.csv)!.map((line) => line.split(',', 1)[0])).toEqual(['Query', '"kettles', 'kettle']);
});

test('queries without results and items have files of their own', async () => {
  const { data: unfound } = await server.call(owner, exportSearchesWithoutResults, range);
  expect(
    linesOf(unfound!.csv)!
      .slice(1)
      .map((line) => line.split(',').slice(0, -2).join()),
  ).toEqual(["'=1+1,9", '"kettles, red",2']);
  const { data: items } = await server.call(owner, exportTrendingItems, range);
  expect(linesOf(items!.csv)![1]).toMatch(/^gone,,4,2,0,0,/);
});

test('what a query finds now comes with the rules that act on it', async () => {
  const now = async (q: string) => (await server.call(owner, readQueryNow, { c: owner.collectionId, q })).data!;
  const { data: rule } = await server.call(owner, synonyms.create, { term: 'boilerette', synonyms: ['kettle'] });
  const found = await now('boilerette');
  expect(found.rules).toEqual([{ source: 'synonyms', id: rule!.id, name: 'boilerette' }]);
  expect(found.items.map(({ id }) => id)).toEqual((await now('kettle')).items.map(({ id }) => id));
  expect(found.total_count).toBeGreaterThan(0);
  expect((await now('x'.repeat(1_000))).total_count).toBe(0);
  const { data: counted } = await server.call(owner, exportSearchTrends, { ...range, search: 'boilerette' });
  expect(linesOf(counted!.csv)).toHaveLength(1);
});

test('an import is told beside figures where it changed items', async () => {
  const imports = async () =>
    (await server.call(owner, readStatisticsContext, range)).data!.marks.filter(({ kind }) => kind === 'import');
  const [first] = await imports();
  expect(first).toMatchObject({ day: today, feed_id: owner.feedId });
  const counts = JSON.stringify({ added: 0, changed: 0, removed: 0, unchanged: 9, bad: 1, repeated: 0, hold_reasons: [] });
  await server.app.db.updateTable('import').set({ counts }).where('id', '=', first!.number).execute();
  expect(await imports()).toEqual([]);
});
