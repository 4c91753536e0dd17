import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readRows, writeRows } from './row-files.ts';

const schema = z.object({
  text: z.string(),
  words: z.array(z.string()),
  kind: z._default(z.literal([1, 2]), 1),
  until: z.nullable(z.number()),
  is_active: z._default(z.boolean(), true),
});
const rows = [
  { text: '=1+1', words: ['a|b', 'c\\d', 'e,f'], kind: 2, until: null, is_active: false },
  { text: '\'=it is, "said"', words: ['\\'], kind: 1, until: 5, is_active: true },
  { text: ' two\r\nlines; ', words: ["'+x"], kind: 1, until: -1.5, is_active: true },
  { text: 'žluťoučký', words: [], kind: 1, until: 0, is_active: true },
];
/** What a cell can't say apart: no list and an empty one, nothing and none. */
const parsed = (format: 'csv' | 'json', text: string) =>
  readRows(format, schema, text).map(({ values }) => schema.parse({ words: [], until: null, ...values }));

test.each(['csv', 'json'] as const)('what is written as %s is read as it was', (format) => {
  expect(parsed(format, writeRows(format, schema, rows))).toEqual(rows);
});

test.each(['csv', 'json'] as const)('rows of a %s file have the lines of an editor', (format) => {
  const plain = [1, 2, 3].map((at) => ({ ...rows[3], text: `row ${at}` }));
  const text = writeRows(format, schema, plain);
  const lines = text.split(/\r?\n/);
  for (const { line, values } of readRows(format, schema, text)) expect(lines[line - 1]).toContain(values['text']);
});

test.each([';', '\t'])('a file of a spreadsheet with %j between its cells is read', (separator) => {
  const text = ['text', 'words', 'until', 'unknown'].join(separator) + '\n\n' + ['a', 'b|c', ' 7 ', 'x'].join(separator);
  expect(readRows('csv', schema, text)).toEqual([{ line: 3, values: { text: 'a', words: ['b', 'c'], until: 7 } }]);
});

test('a file with line ends of several systems has a row for each line', () => {
  const text = 'text,until\r\na,1\nb,2\rc,3\r\n"d\ne",4\n';
  expect(readRows('csv', schema, text)).toEqual([
    { line: 2, values: { text: 'a', until: 1 } },
    { line: 3, values: { text: 'b', until: 2 } },
    { line: 4, values: { text: 'c', until: 3 } },
    { line: 6, values: { text: 'd\ne', until: 4 } },
  ]);
});

test.each([
  ['json', ''],
  ['json', '{"text":"a"}'],
  ['json', '[["a"]]'],
  ['csv', 'text,words\n"a'],
] as const)('%s of %j is refused', (format, text) => {
  expect(() => readRows(format, schema, text)).toThrow('This file cannot be read.');
});
