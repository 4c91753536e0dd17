import { expect, test } from 'vitest';
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
  expect(untimed?.losses).toMatchObject([{ reason: 'validity', isPart: false, place: { entry: 'o' } }]);
});
