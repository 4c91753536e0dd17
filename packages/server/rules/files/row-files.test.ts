import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { maximumFileColumns, maximumFileRows, readListValues } from '#contract/limits.ts';
import { timedRuleFields } from '#contract/rows/rule-fields.ts';
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
const rowsIn = async (...file: Parameters<typeof readRows>) => (await readRows(...file)).rows;
/** What a cell can't say apart: no list and an empty one, nothing and none. */
const parsed = async (format: 'csv' | 'json', text: string) =>
  (await rowsIn(format, schema, text)).map(({ values }) => schema.parse({ words: [], until: null, ...values }));
/** A CSV with a header of all that a row needs. */
const csv = (...lines: string[]) => ['text,words,until', ...lines].join('\n');

test.each(['csv', 'json'] as const)('what is written as %s is read as it was', async (format) => {
  expect(await parsed(format, await writeRows(format, schema, rows))).toEqual(rows);
});

test.each([
  ['2026-12-24 18:30', '2026-12-24T17:30Z'],
  ['24. 12. 2026 8:05', '2026-12-24T07:05Z'],
  ['2026-12-24T18:30:00Z', '2026-12-24T18:30Z'],
  ['2026-12-24 18:30:45', '2026-12-24T17:30:45Z'],
  ['2026-10-25 02:30', '2026-10-25T00:30Z'],
  ['2026-10-25T01:30:00Z', '2026-10-25T01:30Z'],
])('the moment %s of a CSV is by the clocks of the shop', async (cell, moment) => {
  const timed = z.object({ text: z.string(), ...timedRuleFields });
  const timeZone = 'Europe/Prague';
  const [row] = await rowsIn('csv', timed, `text,valid_from\na,${cell}`, { timeZone });
  expect(row?.values).toEqual({ text: 'a', valid_from: Date.parse(moment) });
  const file = await writeRows('csv', timed, [row!.values], { timeZone });
  expect((await rowsIn('csv', timed, file, { timeZone }))[0]?.values).toEqual(row?.values);
  const never = ['soon', '2026-12-24 18:30:75', '31.2.2026', '2026-02-29T10:00:00Z', '1.1.2026 25:00'];
  const wrong = await rowsIn('csv', timed, ['text,valid_from', ...never.map((text) => `a,${text}`)].join('\n'), { timeZone });
  expect(wrong.map(({ values }) => timed.safeParse(values).success)).toEqual(never.map(() => false));
});

test('a number of a cell has a point or a comma, and one that could be two numbers is none', async () => {
  const until = async (cell: string) =>
    (await rowsIn('csv', schema, csv(`a;b;"${cell}"`).replace(/,/, ';').replace(/,/, ';')))[0]?.values['until'];
  expect([await until('1,5'), await until('1.5'), await until('1e-7'), await until('1 000')]).toEqual([1.5, 1.5, 1e-7, 1000]);
  expect([await until('1,000'), await until('much')]).toEqual([Number.NaN, Number.NaN]);
});

test.each(['=1', '-1', "'=1", '＝1', '\\|', 'a|'])(
  'the text %j is no formula in a cell, alone and in a list, and comes back as it was',
  async (text) => {
    const row = { text, words: [text, 'b'], kind: 1, until: null, is_active: true };
    const file = await writeRows('csv', schema, [row]);
    expect(file.slice(1)).not.toMatch(/(?:^|[,\n])"?[=+\-@＝\t]/);
    expect(await parsed('csv', file)).toEqual([row]);
  },
);

test.each(['csv', 'json'] as const)('rows of a %s file have the lines of an editor', async (format) => {
  const plain = [1, 2, 3].map((at) => ({ ...rows[3], text: `row ${at}` }));
  const indented = JSON.stringify(plain, null, 2);
  for (const text of [await writeRows(format, schema, plain), ...(format === 'json' ? [indented] : [])]) {
    const lines = text.split(/\r?\n/);
    for (const { line, values } of await rowsIn(format, schema, text))
      expect(lines.slice(line - 1, line + 1).join('')).toContain(values['text']);
  }
  const [, second] = await rowsIn('json', schema, JSON.stringify(plain));
  expect(second?.line).toBe(2);
});

test.each([';', '\t'])('a file of a spreadsheet with %j between its cells is read', async (separator) => {
  const header = ['text', '"words"', 'until', 'unknown'].join(separator);
  const text = `\uFEFF${header}\n\n${['a', 'b|c', ' 7 ', 'x'].join(separator)}`;
  expect(await rowsIn('csv', schema, text)).toEqual([{ line: 3, values: { text: 'a', words: ['b', 'c'], until: 7 } }]);
});

test('a file with line ends of several systems has a row for each line', async () => {
  const text = 'text,words,until\r\na,,1\nb,,2\rc,,3\r\n"d\ne",,4\n';
  expect((await rowsIn('csv', schema, text)).map(({ line, values }) => [line, values['text'], values['until']])).toEqual([
    [2, 'a', 1],
    [3, 'b', 2],
    [4, 'c', 3],
    [6, 'd\ne', 4],
  ]);
});

test.each([
  ['json', '{"text":"a"}'],
  ['json', '[["a"]]'],
  ['json', '[{"text":"a"},]'],
  ['json', '[]},{"rows":[{"text":"a"}]'],
  ['csv', csv('"a')],
  ['csv', '<html><body>Sign in, please</body></html>'],
  ['csv', '[{"text":"a","words":[],"until":1}]'],
] as const)('%s of %j is refused', async (format, text) => {
  await expect(rowsIn(format, schema, text)).rejects.toThrow('Unreadable file.');
});

test.each([
  ['csv', ''],
  ['json', ''],
  ['csv', '\uFEFF\r\n \n'],
] as const)('%s of %j is told to be empty', async (format, text) => {
  await expect(rowsIn(format, schema, text)).rejects.toThrow('This file is empty. Choose another one.');
});

test.each(['\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'PK\u0003\u0004\u0014\0\u0006', 'PK\u0003\u0004\u0014xl'])(
  '%j is told to be no text',
  async (text) => {
    await expect(rowsIn('csv', schema, text)).rejects.toThrow('Not a text file.');
    await expect(rowsIn('json', schema, text)).rejects.toThrow('Not a text file.');
  },
);

test('a file has so many rows and not one more', async () => {
  const lines = Array.from({ length: maximumFileRows }, (_, at) => `row ${at},a,`);
  expect(await rowsIn('csv', schema, csv(...lines))).toHaveLength(maximumFileRows);
  await expect(rowsIn('csv', schema, csv(...lines, 'one,a,'))).rejects.toThrow('The file has more than 10,000 rows.');
});

test('a file has so many columns, and a cell so many values of a list', async () => {
  const more = maximumFileColumns;
  await expect(rowsIn('csv', schema, `text,words,until${',x'.repeat(more)}\na`)).rejects.toThrow('Unreadable file.');
  const names = Array.from({ length: more }, (_, at) => [`x${at}`, at]);
  const row = JSON.stringify([{ text: 'a', ...Object.fromEntries(names) }]);
  await expect(rowsIn('json', schema, row)).rejects.toThrow('Unreadable file.');
  const [read] = await rowsIn('csv', schema, csv(`a,${'b|'.repeat(readListValues + 10)},`));
  expect(read?.values['words']).toHaveLength(readListValues);
});

test('other work has its turn while a row of a million cells is read', async () => {
  let turns = 0;
  const count = (): NodeJS.Immediate => setImmediate(() => ((turns += 1), (running = count())));
  let running = count();
  await rowsIn('csv', schema, csv(`a,b,${','.repeat(1_000_000)}`));
  clearImmediate(running);
  expect(turns).toBeGreaterThan(2);
});

test.each([
  ['text,until\na,1', 'Column “words” is missing. The file has: text, until'],
  ['name,count\na,1', 'Column “text” is missing. The file has: name, count'],
  [' Until ;unknown;;TEXT\na', 'Column “words” is missing. The file has: Until, unknown, TEXT'],
])('%j says which column it lacks', async (text, message) => {
  await expect(rowsIn('csv', schema, text)).rejects.toThrow(message);
});

test('columns are known by their name in any case, and by others that calls take; those that no field has are told', async () => {
  const aliases = { label: 'text', c: 'collection' };
  const text = 'Label,words,UNTIL,colour,\na,b,1,red,';
  expect(await readRows('csv', schema, text, { aliases })).toEqual({
    rows: [{ line: 2, values: { text: 'a', words: ['b'], until: 1 } }],
    unknownColumns: ['colour'],
  });
  expect(await readRows('json', schema, '[{"label":"a","words":["b"],"c":1,"id":2}]', { aliases })).toEqual({
    rows: [{ line: 1, values: { text: 'a', words: ['b'] } }],
    unknownColumns: ['c', 'id'],
  });
});

test('a quote within a cell means itself', async () => {
  const rows = await rowsIn('csv', schema, csv('tv 55",65"|"75",1', '"a ""b"",",c,2'));
  expect(rows.map(({ values }) => [values['text'], values['words']])).toEqual([
    ['tv 55"', ['65"', '"75"']],
    ['a "b",', ['c']],
  ]);
});

test('a line with more cells than the header is told, as nobody knows which cell is whose', async () => {
  const rows = await rowsIn('csv', schema, csv('a,b,1', 'a, b,c,1', 'a,b,1,,'));
  expect(rows.map(({ line, problem }) => [line, problem?.code])).toEqual([
    [2, undefined],
    [3, 'tooManyCells'],
    [4, undefined],
  ]);
});
