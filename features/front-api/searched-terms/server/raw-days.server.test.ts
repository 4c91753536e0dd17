import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, dayOf } from '#contract/days.ts';
import { defaultRawDays } from '#server/stats/raw-days.ts';
import { type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { addSearched } from '#testing/searched.ts';
import { createTestDatabase } from '#testing/test-database.ts';

let dataDirectory: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestApp | undefined;
beforeAll(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-raw-days-'));
  database = await createTestDatabase(dataDirectory);
});
afterAll(async () => {
  await server?.close();
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function start(rawDays: number): Promise<TestApp> {
  await server?.close();
  server = await testAppOf(testConfig({ dataDirectory, databaseUrl: database.url, rawDays }));
  return server;
}
const today = dayOf(Date.now(), 'UTC');
const daysAgo = (count: number): string => addDays(today, -count);

async function kept({ app: { db } }: TestApp) {
  const days = async (table: 'shop_query' | 'shop_event' | 'search_day') =>
    (await db.selectFrom(table).select('day').orderBy('day').execute()).map(({ day }) => day);
  return { queries: await days('shop_query'), events: await days('shop_event'), sums: await days('search_day') };
}

test('single queries and events are kept as long as the server is told, what they come to longer', async () => {
  const first = await start(defaultRawDays);
  await first.signUp('admin@example.com');
  const shop = await first.emptyShop('shop@example.com');
  const of = { project_id: shop.projectId, collection_id: shop.collectionId };
  const asked = { ...of, result_object: 'search', language: 'en', term: 'kettle', item_count: 1 };
  for (const day of [daysAgo(defaultRawDays + 1), daysAgo(defaultRawDays), daysAgo(20), daysAgo(19)]) {
    const at = { day, happened_at: Date.parse(day) };
    const query = { ...asked, ...at, query_id: day, search_id: day, took_ms: 1, visitor: 'v', is_counted: 1 as const };
    await first.app.db.insertInto('shop_query').values(query).execute();
    const nothing = { query_id: null, position: null, quantity: null, price: null, currency: null };
    const event = { ...of, ...at, ...nothing, event_id: day, type: 'click', item_id: '1', visitor: 'v' };
    await first.app.db.insertInto('shop_event').values(event).execute();
    await addSearched(first.app.db, [{ ...shop, day, term: 'kettle', searchCount: 1, itemCount: 1 }]);
  }
  const sums = (await kept(first)).sums;

  // What is old is looked for when a server starts.
  const usual = [daysAgo(defaultRawDays), daysAgo(20), daysAgo(19)];
  const second = await start(defaultRawDays);
  await vi.waitFor(async () => expect(await kept(second)).toEqual({ queries: usual, events: usual, sums }), 120_000);
  const third = await start(19);
  await vi.waitFor(
    async () => expect(await kept(third)).toEqual({ queries: [daysAgo(19)], events: [daysAgo(19)], sums }),
    120_000,
  );
});
