import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpackedTerms } from './unpacked.store.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => void ({ db, close } = await openTestDatabase()));
afterAll(() => close());

const day = '2026-03-01';
const rowCount = 20_000;
const takenAtOnce = 1_000;
const insertedAtOnce = 1_000;

async function addRows(projectId: number, name: string): Promise<void> {
  const others = {
    day,
    result_object: 'search',
    language: 'cs',
    search_count: 1,
    unfound_count: 0,
    click_count: 0,
    item_count: 1,
  };
  const rows = Array.from({ length: rowCount }, (_, at) => ({
    project_id: projectId,
    collection_id: 1,
    term: `${name} ${at}`,
    last_at: null,
    ...others,
  }));
  for (let at = 0; at < rowCount; at += insertedAtOnce)
    await db
      .insertInto('searched_term')
      .values(rows.slice(at, at + insertedAtOnce))
      .execute();
}

/** Not as part of the transaction of whoever calls. */
const outside = AsyncLocalStorage.snapshot();
const take = (projectId: number) =>
  outside(() => db.transaction().execute((transaction) => unpackedTerms.take(transaction, projectId, takenAtOnce)));

test('rows are taken at once where PostgreSQL believes that the table is as empty as it has just been', async () => {
  const { id } = await addProject(db);
  await addRows(id, 'old');
  // The last one keeps the pages of the others from being cut off, so the table is known as large and empty.
  const { last } = await db
    .selectFrom('searched_term')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  await db.deleteFrom('searched_term').where('id', '<', last).execute();
  await sql`vacuum analyze searched_term`.execute(db);
  await addRows(id, 'new');
  // A plan that looks for the rows to take once for every row of the table is ended before its end.
  for (let times = 0; times < 2; times += 1) expect(await take(id)).toHaveLength(takenAtOnce);
  const { left } = await db
    .selectFrom('searched_term')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  expect(left).toBe(rowCount + 1 - 2 * takenAtOnce);
});

test('rows that somebody writes are left to the next time', async () => {
  const { id } = await addProject(db);
  await addRows(id, 'held');
  await db.transaction().execute(async (writer) => {
    await writer
      .updateTable('searched_term')
      .set({ search_count: 2 })
      .where('project_id', '=', id)
      .where('term', '=', 'held 0')
      .execute();
    expect((await take(id)).map(({ name }) => name)).toEqual(Array.from({ length: takenAtOnce }, (_, at) => `held ${at + 1}`));
  });
  expect((await take(id))[0]).toMatchObject({ name: 'held 0', values: [2, 0, 0, 1, Date.parse(day)] });
});
