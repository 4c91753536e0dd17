import { test } from 'vitest';
import { midnightsOf } from './testing/midnights.ts';
import { openTestDatabase } from '#testing/raw-database.ts';

test('a year has a midnight for each of its days, also where clocks change', async () => {
  const { db, close } = await openTestDatabase();
  await midnightsOf(db, 365);
  await close();
});
