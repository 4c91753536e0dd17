import { expect, test } from 'vitest';
import { maximumRuleFileEntries } from '#contract/limits.ts';
import { combinedRows } from './combined-rows.ts';
import { readForeignFile } from './foreign-file.ts';

const shop = { url: 'https://shop.example' };
const samples: readonly unknown[] = [
  [
    { id: 'syn-1', synonyms: ['a', 'b'] },
    { id: 'cur-1', queries: ['a'], promoted: ['1'], hidden: ['2'] },
  ],
  {
    rules: [
      {
        objectID: 'r',
        conditions: [{ pattern: 'a', anchoring: 'contains', context: '' }],
        consequence: {
          params: {
            query: { remove: ['a'], edits: [{ type: 'replace', delete: 'a', insert: 'b' }] },
            renderingContent: { redirect: { url: '/a' } },
          },
          promote: [{ objectIDs: ['1'], position: 0 }],
          hide: [{ objectID: '2' }],
          userData: { redirect: '/b' },
        },
        validity: [{ from: 1, until: 2 }],
      },
    ],
    synonyms: [{ objectID: 's', type: 'oneWaySynonym', input: 'a', synonyms: ['b'] }],
  },
  {
    overrides: [
      {
        id: 'o',
        rule: { query: 'a', match: 'exact' },
        includes: [{ id: '1', position: 1 }],
        excludes: [{ id: '2' }],
        metadata: { a: 1 },
      },
    ],
    stopwords: [{ id: 'en', stopwords: ['a'] }],
    synonyms: [{ id: 's', root: 'a', synonyms: ['b'] }],
  },
];
const junk: readonly unknown[] = [
  null,
  0,
  -1,
  1e300,
  '',
  ' ',
  '__proto__',
  '\uD800',
  [],
  [[]],
  [null],
  {},
  { constructor: 1 },
  { query: [] },
  true,
];

/** The sample with one of its values, by number, replaced. */
function withJunk(sample: unknown, wanted: number, value: unknown): unknown {
  let at = -1;
  return JSON.parse(JSON.stringify(sample), (_name, own: unknown) => {
    at += 1;
    return at === wanted ? value : own;
  });
}

test('whatever stands where something else is expected, a file is read or refused, and never fails', async () => {
  let read = 0;
  for (const sample of samples)
    for (let place = 0; place < 60; place += 1)
      for (const value of junk) {
        const file = await readForeignFile(JSON.stringify(withJunk(sample, place, value)), shop);
        if (file) read += 1;
        const { rows } = combinedRows(file?.entries ?? [], () => true);
        for (const { row } of [...rows.values()].flat())
          for (const text of Object.values({ ...row, name: 'set' })) expect(text).not.toBe('');
      }
  expect(read).toBeGreaterThan(1000);
});

test('a rule that acts for a time is left out where its kind has no validity, since it would act always', async () => {
  const rule = { rule: { query: 'sale', match: 'exact' }, replace_query: 'discount', effective_to_ts: 1 };
  const file = await readForeignFile(JSON.stringify({ overrides: [{ id: 'o', ...rule }] }), shop);
  const [timed, untimed] = [true, false].map((hasValidity) => combinedRows(file?.entries ?? [], () => hasValidity));
  expect(timed).toMatchObject({ losses: [] });
  expect(timed?.rows.get('fixits')).toHaveLength(1);
  expect(untimed?.rows.get('fixits')).toEqual([]);
  expect(untimed?.losses).toMatchObject([{ reason: 'validity', place: { entry: 'o' } }]);
});

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
  [{ id: 'eng-1', name: 'shop' }, 'unknownEntry'],
])('%j is told as left out: %s', async (entry, reason) => {
  const file = await read([{ id: 'syn-0', synonyms: ['a', 'b'] }, entry]);
  expect(file?.entries[1]).toMatchObject({ rows: [], losses: [{ reason }] });
});

const synonym = JSON.stringify({ objectID: 's', type: 'synonym', synonyms: ['a', 'b'] });
test.each([
  ['lines', () => `${synonym}\n${'{}\n'.repeat(maximumRuleFileEntries)}`],
  ['a list', () => `[${synonym}${',{}'.repeat(maximumRuleFileEntries)}]`],
  ['rules of querqy', () => 'a=>b\n'.repeat(maximumRuleFileEntries + 1)],
  ['instructions of a rule of querqy', () => `a =>\n${'UP: b\n'.repeat(maximumRuleFileEntries)}`],
])('a file has so many entries as %s, and not one more', async (_what, text) => {
  await expect(readForeignFile(text(), shop)).rejects.toThrow('The file has more than 50,000 rows.');
});
