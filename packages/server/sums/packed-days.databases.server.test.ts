import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextSearchCube, termCube } from './cubes.ts';
import { packNextSearchDays } from './pack-next-searches.ts';
import { packVisitorDays } from './pack-visitors.ts';
import { visitorCube, visitorReader } from './read-visitors.ts';
import { sumNameStore } from './sum-names.store.ts';
import { sumPackStore } from './sum-packs.store.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => void ({ db, close } = await openTestDatabase()));
afterAll(() => close());

const never = new AbortController().signal;
const isOnPostgres = process.env.AISLE_TEST_DATABASE_URL !== undefined;

/** A project with two searches of a visitor of its own on each day. */
async function shopSearchedOn(...days: string[]): Promise<{ id: number }> {
  const { id } = await addProject(db);
  for (const day of days) {
    const of = { project_id: id, collection_id: 1, day, result_object: 'search', language: 'cs', took_ms: 1 };
    const query = { search_id: '', visitor: day, item_count: 1, is_counted: 1 } as const;
    const sums = { search_count: 2, unfound_count: 0, click_count: 0, timed_count: 2 };
    const queries = [1, 2].map((number) => {
      const term = `${day} ${number}`;
      return { ...of, ...query, term, query_id: `${id} ${term}`, happened_at: Date.parse(day) + number };
    });
    await db.insertInto('shop_query').values(queries).execute();
    await db
      .insertInto('search_day')
      .values({ ...of, ...sums })
      .execute();
  }
  return { id };
}

test('a month has the visitors of all its days, also of those that were packed after it ended', async () => {
  const project = await shopSearchedOn('2026-04-20', '2026-04-29', '2026-05-01');
  const april = { project, range: { start: '2026-04-01', end: '2026-04-30' }, language: '', resultObject: 'search' };
  for (const today of ['2026-05-04', '2026-05-20', '2026-06-20']) {
    await packVisitorDays(db, never, { now: Date.parse(today) });
    expect((await visitorReader(db).all(april, false)).count, today).toBe(2);
  }
});

/** Not as part of the transaction of whoever calls. */
const outside = AsyncLocalStorage.snapshot();
const isWaiting = async (): Promise<boolean> => {
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await outside(() => waiting.execute(db))).rows.length > 0;
};

/** SQLite has one writer at a time, so there is nothing to meet. */
const packers = isOnPostgres
  ? [
      { cube: visitorCube, pack: packVisitorDays },
      { cube: nextSearchCube, pack: packNextSearchDays },
    ]
  : [];

test.each(packers)(
  'a day of $cube.name whose packing meets another one is packed by the next, before later days',
  async ({ cube, pack }) => {
    const days = ['2026-03-01', '2026-03-02'];
    const project = await shopSearchedOn(...days);
    const packed = async () => (await sumPackStore(db, cube).packedDays(project)).toSorted();
    const now = Date.parse('2026-03-08');
    const { packing } = await db.transaction().execute(async (transaction) => {
      await sumNameStore(transaction, termCube).numbersFor(project, ['numbered meanwhile']);
      const begun = outside(() => pack(db, never, { now, most: 0 }));
      await expect.poll(isWaiting, { interval: 20 }).toBe(true);
      return { packing: begun };
    });
    await packing;
    await pack(db, never, { now, most: 0 });
    expect(await packed()).toEqual(days);
  },
);
