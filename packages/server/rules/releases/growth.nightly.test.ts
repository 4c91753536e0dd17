import { expect, test } from 'vitest';
import { growthOf } from './testing/growth.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

test('a thousand saves of five thousand rules take at most three times the size of the rules', async () => {
  const { db, close } = await openTestDatabase();
  expect(await growthOf(db, 5000, 1000)).toBeLessThan(3);
  await close();
}, 120_000);
