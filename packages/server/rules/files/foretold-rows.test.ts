import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { toldCellCharacters } from '#contract/limits.ts';
import { timedRuleFields } from '#contract/rows/rule-fields.ts';
import { foretoldRows } from './row-files.ts';

const schema = z.object({ term: z.string(), words: z.array(z.string()), ...timedRuleFields });
const stored = { id: 3, term: 'sofa', words: ['couch'], is_active: true, valid_from: null, valid_to: null };
const changesBy = (after: object, before: object | null = stored) =>
  foretoldRows([{ line: 2, before, after: { ...stored, ...after } }], schema, 'term')[0];

test('a new row is told by what it holds, without what every rule begins with', () => {
  const cells = [{ field: 'words', before: '', after: 'couch|settee' }];
  expect(changesBy({ words: ['couch', 'settee'] }, null)).toEqual({ line: 2, name: 'sofa', is_new: true, cells });
  expect(changesBy({ is_active: false }, null)?.cells).toContainEqual({ field: 'is_active', before: 'true', after: 'false' });
});

test('a changed row is told by what differs, as files write it', () => {
  const cells = [
    { field: 'term', before: 'sofa', after: 'Sofa' },
    { field: 'valid_to', before: '', after: '2026-12-24 18:30' },
  ];
  const change = { line: 7, before: stored, after: { ...stored, term: 'Sofa', valid_to: Date.parse('2026-12-24T17:30Z') } };
  const told = foretoldRows([change], schema, 'term', { timeZone: 'Europe/Prague' });
  expect(told).toEqual([{ line: 7, name: 'Sofa', is_new: false, cells }]);
});

test('of a long cell the beginning is told', () => {
  const [cell] = changesBy({ words: ['w'.repeat(5000)] })?.cells ?? [];
  expect(cell?.after).toBe(`${'w'.repeat(toldCellCharacters)}…`);
});
