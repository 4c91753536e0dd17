import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withTables } from './tables.ts';

test('docs/scaling.md has the tables that the costs of today give; `node scripts/capacity/write-tables.ts` writes them', () => {
  const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'scaling.md'), 'utf8');
  expect(page).toBe(withTables(page));
});

test('a page without a place for a table is refused', () => {
  expect(() => withTables('# Scaling')).toThrow('<!-- computed: per search -->');
});
