import { expect, test } from 'vitest';
import { readForeignFile } from './foreign-file.ts';

const page = { current: 1, total_pages: 1, total_results: 2, size: 25 };
const read = (results: readonly unknown[]) => readForeignFile(JSON.stringify({ meta: { page }, results }), { url: '' });

test('synonyms mean each other, and curations act on whole queries', async () => {
  const file = await read([
    { id: 'syn-5b11fe40c1f94ab2', synonyms: ['fridge', 'icebox', 'cooler'] },
    { id: 'cur-6011f5b57cef06e6', queries: ['kettle', 'tea pot'], promoted: ['k-1', 'k-2'], hidden: ['k-9', 'k-2'] },
  ]);
  expect(file?.services).toEqual(['app-search']);
  expect(file?.entries).toEqual([
    {
      line: null,
      entry: 'syn-5b11fe40c1f94ab2',
      rows: [{ kind: 'synonyms', term: 'fridge', synonym_type_id: 1, synonyms: ['icebox', 'cooler'], is_active: true }],
      losses: [],
    },
    {
      line: null,
      entry: 'cur-6011f5b57cef06e6',
      rows: [
        {
          kind: 'curations',
          name: 'kettle',
          queries: [
            { query: 'kettle', match: 'is' },
            { query: 'tea pot', match: 'is' },
          ],
          promoted: [{ id: 'k-1' }, { id: 'k-2' }],
          hidden: [{ id: 'k-9' }],
          is_active: true,
        },
      ],
      losses: [],
    },
  ]);
});

test.each([
  [{ id: 'syn-1', synonyms: ['alone'] }, 'nothing'],
  [{ id: 'cur-1', queries: [], promoted: ['1'], hidden: [] }, 'noQuery'],
  [{ id: 'cur-2', queries: ['kettle'], promoted: [], hidden: [] }, 'nothing'],
  [{ id: 'eng-1', name: 'shop' }, 'unknownEntry'],
  [7, 'unknownEntry'],
])('%j is told as left out: %s', async (entry, reason) => {
  const file = await read([{ id: 'syn-0', synonyms: ['a', 'b'] }, entry]);
  expect(file?.entries[1]).toMatchObject({ rows: [], losses: [{ reason }] });
});
