import { expect, test } from 'vitest';
import { feedRows, tableOf, withoutTimes, writtenTable } from './feed-table.ts';

test('the table of real catalogues in the docs is what comes of them', async () => {
  const rows = await feedRows();
  if (rows === null) return console.warn('the real catalogues are not beside the checkout: skipped');
  expect(withoutTimes(writtenTable())).toBe(tableOf(rows, false));
});
