/**
 * Times and database size of the statistics of a made-up year of a busy shop, on
 * SQLite, or on PostgreSQL with AISLE_TEST_DATABASE_URL.
 * Run: node bench/statistics.bench.ts [searches=10000000] [events=30000000] [rawDays=90] [days=365]
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { addDays, dayOf } from '#contract/days.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import { listSearchTrends, readSearchTrend } from '#features/analytics/search-trends/search-trends.contract.ts';
import { listSearchesWithoutResults } from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { listTrendingItems, readTrendingItem } from '#features/analytics/trending-items/trending-items.contract.ts';
import { readTotalQueries, readTotalQueriesWithoutResults } from '#features/dashboard/dashboard.contract.ts';
import { databaseName } from '#apps/server/data-directory.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { openSampleShop, startServerProcess } from '#testing/processes/test-process.ts';
import { postgres, sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { atMost, report, timesOf } from './figures.ts';
import { fillYear, itemOf, termOf } from './statistics-year.ts';

const [searches = 10_000_000, events = 30_000_000, rawDays = 90, days = 365] = process.argv.slice(2).map(Number);
const size = { days, searches, events, terms: 300_000, items: 50_000, visitors: 400_000, rawDays };
/** The first call of each range reads what the others find in memory; p95 leaves these two out, and the first is shown. */
const rounds = 41;
/** Decided for 2 and for 10 million searches. */
const callMs = searches <= 2_000_000 ? 100 : 400;
const mostGigabytes = 4;

const database = await createTestDatabase();
const data = await mkdtemp(path.join(tmpdir(), 'aisle-year-'));
const env = { AISLE_DATA: data, ...(database.url !== null && { AISLE_DATABASE_URL: database.url }) };
const file = path.join(data, databaseName);
const on = database.url === null ? 'SQLite' : 'PostgreSQL';
let server = await startServerProcess(env);
const { owner, collectionId } = await openSampleShop(server);
await server.stop();

const db = await openDatabase(database.url === null ? sqlite(file) : postgres(database.url, () => undefined));
const project = await db.selectFrom('project').select(['id', 'time_zone']).executeTakeFirstOrThrow();
const today = dayOf(Date.now(), project.time_zone);
const startedAt = performance.now();
/** A server of tests neither gathers what its planner has to know nor clears away what was deleted; that of an installation does by itself. */
const vacuum = async (): Promise<void> => {
  if (database.url !== null) await sql`vacuum analyze`.execute(db);
};
await fillYear(db, { id: project.id, collectionId }, today, size, async (day) => {
  if (day % 5 === 4) await vacuum();
  if (day % 30 === 29) console.log(`day ${day + 1} of ${days}, ${Math.round((performance.now() - startedAt) / 1000)} s`);
});
await vacuum();
const bytes =
  database.url === null
    ? (await stat(file)).size
    : Number((await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(db)).rows[0]!.size);
await db.destroy();
server = await startServerProcess(env);

const gigabytes = bytes / 1e9;
report({
  name: `${on}: database of ${searches / 1e6} M searches and ${events / 1e6} M events, ${rawDays} days of them one by one`,
  value: `${gigabytes.toFixed(2)} GB`,
  target: { text: `≤ ${mostGigabytes} GB`, isMet: gigabytes <= mostGigabytes },
});

async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const { data: answer, msg } = await server.call(owner, endpoint, input);
  if (answer === undefined || answer === null) throw new Error(`${endpoint.path}: ${msg}`);
  return answer;
}

const ranges = { week: 7, month: 30, year: 363 } as const;
/** Two ranges in turn. */
const rangeOf = (length: number, round: number) => ({
  start: addDays(today, -length - (round % 2)),
  end: addDays(today, -1 - (round % 2)),
});
const calls: Readonly<Record<string, (range: { start: string; end: string }) => Promise<unknown>>> = {
  'total queries': (range) => ask(readTotalQueries, range),
  'total queries without results': (range) => ask(readTotalQueriesWithoutResults, range),
  context: (range) => ask(readStatisticsContext, range),
  'search trends': (range) => ask(listSearchTrends, range),
  'search trends by change': (range) => ask(listSearchTrends, { ...range, sort: 'change', order: 'desc' }),
  'search trends by users': (range) => ask(listSearchTrends, { ...range, sort: 'users', order: 'desc' }),
  'search trends by name': (range) => ask(listSearchTrends, { ...range, sort: 'query', order: 'asc' }),
  'search trends that contain “7z”': (range) => ask(listSearchTrends, { ...range, search: '7z' }),
  'the most frequent query': (range) => ask(readSearchTrend, { ...range, q: termOf(0) }),
  'a rare query': (range) => ask(readSearchTrend, { ...range, q: termOf(20_000) }),
  'searches without results': (range) => ask(listSearchesWithoutResults, range),
  'trending items': (range) => ask(listTrendingItems, range),
  'an item': (range) => ask(readTrendingItem, { ...range, c: collectionId, id: itemOf(3) } as never),
  'search history': (range) => ask(readSearchHistory, range),
};

for (const [name, call] of Object.entries(calls))
  for (const [of, length] of Object.entries(ranges)) {
    if (length >= days) continue;
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await call(rangeOf(length, round));
      took.push(performance.now() - began);
    }
    const times = timesOf(took);
    report({
      name: `${on}: ${name}, a ${of}`,
      times,
      value: `the first one ${took[0]!.toFixed(0)} ms`,
      target: atMost('p95', callMs, times),
    });
  }

await server.stop();
await database.drop();
await rm(data, { recursive: true, force: true });
