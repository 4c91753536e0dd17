import { afterAll, beforeAll, expect, test } from 'vitest';
import { doOnce } from '#server-kit/db/done-work.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => ({ db, close } = await openTestDatabase()));
afterAll(() => close());

test('work that has ended is not done again, and work that failed is', async () => {
  const done: string[] = [];
  const start = (name: string, work: () => Promise<void> = () => Promise.resolve()) =>
    doOnce(db, name, async () => {
      done.push(name);
      await work();
    });
  await expect(start('first', () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  expect(done).toEqual(['first']);
  await Promise.all([start('first'), start('first')]);
  const times = done.length;
  await start('first');
  expect(done).toHaveLength(times);
  await start('second');
  expect(done.slice(times)).toEqual(['second']);
});
