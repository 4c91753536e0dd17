import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './schema.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
let project: { id: number };
beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
  project = await addProject(db);
});
afterAll(() => close());

const rename = (to: Database, name: string) =>
  to.updateTable('project').set({ name }).where('id', '=', project.id).executeTakeFirst();
const nameIn = async (from: Database) =>
  (await from.selectFrom('project').select('name').where('id', '=', project.id).executeTakeFirstOrThrow()).name;

test('a write past the transaction that is open fails at once, says what to do, and undoes the transaction', async () => {
  const before = await nameIn(db);
  const pastIt = db.transaction().execute(async (transaction) => {
    await rename(transaction, 'inside');
    await rename(db, 'past it');
  });
  await expect(pastIt).rejects.toThrow('Use the transaction that was handed in');
  expect(await nameIn(db)).toBe(before);
});

test('so do reads, statements that are written out, and a second transaction', async () => {
  await expect(db.transaction().execute(() => nameIn(db))).rejects.toThrow('A statement was begun through the database');

  const statement = db.transaction().execute(() => sql`update project set name = 'past it'`.execute(db));
  await expect(statement).rejects.toThrow('Use the transaction that was handed in');
  const second = db.transaction().execute(() => db.transaction().execute((transaction) => rename(transaction, 'past it')));
  await expect(second).rejects.toThrow('A transaction was begun through the database');
});

test('what is begun in a transaction may write once that is over', async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { later } = await db.transaction().execute(async (transaction) => {
    await rename(transaction, 'inside');
    return { later: isOver.then(() => rename(db, 'later')) };
  });
  end();
  await later;
  expect(await nameIn(db)).toBe('later');
});

test('writes beside a transaction take their turn', async () => {
  await Promise.all([
    db.transaction().execute((transaction) => rename(transaction, 'first')),
    rename(db, 'second'),
    db.transaction().execute((transaction) => rename(transaction, 'third')),
  ]);
  expect(['first', 'second', 'third']).toContain(await nameIn(db));
});
