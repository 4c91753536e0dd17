import type { FastifyBaseLogger } from 'fastify';
import { afterAll, afterEach, expect, test } from 'vitest';
import { holdIndex, sharedIndex } from './index-holder.ts';
import { DatabaseStartError } from './errors.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

const { db, close } = await openTestDatabase();
afterAll(() => close());
afterEach(() => db.deleteFrom('index_holder').execute());

const log = { warn: () => undefined } as unknown as FastifyBaseLogger;
const often = { beatMilliseconds: 20, goneMilliseconds: 2_000 };
/** One that was killed: nobody says anything for it. */
const killed = (holder: string) => db.insertInto('index_holder').values({ id: 1, holder, beat: 7 }).execute();

test('a second server with an index of its own is refused with what to do, until the first one has ended', async () => {
  const first = await holdIndex(db, 'first', log, often);
  await expect(holdIndex(db, 'second', log, often)).rejects.toThrow(DatabaseStartError);
  await expect(holdIndex(db, 'second', log, often)).rejects.toThrow(
    /^Another server \(first\) uses this database .* AISLE_OPENSEARCH_URL/,
  );
  await expect(holdIndex(db, sharedIndex, log, often)).rejects.toThrow(DatabaseStartError);
  await first.release();
  await (await holdIndex(db, 'second', log, often)).release();
});

test('a server that was killed is at once followed by itself, and by another one once it is known to be gone', async () => {
  await killed('first');
  await (await holdIndex(db, 'first', log, often)).release();
  await killed('first');
  const other = await holdIndex(db, 'other', log, { ...often, goneMilliseconds: 100 });
  await expect(holdIndex(db, 'first', log, often)).rejects.toThrow(DatabaseStartError);
  await other.release();
});

test('of two that follow one that is gone, one begins', async () => {
  await killed('gone');
  const both = await Promise.allSettled(
    ['one', 'two'].map((holder) => holdIndex(db, holder, log, { ...often, goneMilliseconds: 200 })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const held of both) if (held.status === 'fulfilled') await held.value.release();
});

test('a server that said nothing for too long learns that another one has taken over', async () => {
  const first = await holdIndex(db, 'first', log, often);
  await db.updateTable('index_holder').set({ holder: 'second' }).execute();
  await first.lost;
  await first.release();
  expect(await db.selectFrom('index_holder').select('holder').execute()).toEqual([{ holder: 'second' }]);
});

test('servers that share OpenSearch hold the database together', async () => {
  const [one, two] = [await holdIndex(db, sharedIndex, log, often), await holdIndex(db, sharedIndex, log, often)];
  await one.release();
  await expect(holdIndex(db, 'embedded', log, often)).rejects.toThrow(/^Other servers use this database with OpenSearch/);
  await two.release();
});
