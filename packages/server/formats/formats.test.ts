import { expect, test, describe } from 'vitest';
import { parseInSlices, jsonBytes, listPieces } from './json-body.ts';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { sharedData } from '#scripts/shared-data.ts';
import { csvText } from './csv.ts';

const parsed = (text: string) => parseInSlices(Buffer.from(text), JSON.parse);
const product = (number: number) => ({
  id: `p${number}`,
  name: `Žluťoučký "kůň" \\ ${number}, [x] {y}`,
  tags: ['a,b', `${number}`, ']}'],
  nested: { list: [1, [2, { deep: null }]] },
});
const large = { collection: 'Products, [all]', items: Array.from({ length: 5_000 }, (_, number) => product(number)), last: [] };

test('a document is the same as when it is parsed at once, however large it is', async () => {
  const documents = [
    large,
    { ...large, items: [], ids: [1, '2', null] },
    {},
    { items: [[]], a: { items: [1] } },
    [[1], { a: [2] }],
    'x',
    5,
  ];
  for (const document of documents)
    for (const spaces of [0, 2]) {
      const text = JSON.stringify(document, null, spaces);
      expect(await parsed(text)).toEqual(JSON.parse(text));
    }
});

test.each([
  '{"items":[1],"items":[2,3]}',
  '{"items":[1],"items":"none"}',
  '{"items":[1],"\\u0069tems":[2]}',
  '{"items":7,"items":[1]}',
])('of members of one name the last one counts, as in %s', async (text) => expect(await parsed(text)).toEqual(JSON.parse(text)));

const items = JSON.stringify(large.items).slice(1, -1);
test.each([
  '',
  '{',
  '{"items":[',
  '{"items":[1,]}',
  '{"items":[1}]',
  '{"items":[1}}',
  '{"items":[{]}]}',
  '{"items":[1 2]}',
  '{"items":["a]}',
  '{"items"[1]}',
  '{"items":[1]],[2]}',
  `{"items":[${items},]}`,
  `{"items":[${items},,{}]}`,
  `{"items":[${items}}`,
  `{"items":[${items}]`,
  `{"items":[${items}]} 1`,
])('what is no JSON is refused: %#', async (text) => {
  await expect(parsed(text)).rejects.toThrow(SyntaxError);
});

test('a document that is nested without end is refused', async () => {
  await expect(parsed(`{"items":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`)).rejects.toThrow(SyntaxError);
});

test('what is no letter is left out of texts, in lists and beside them', async () => {
  const text = JSON.stringify({ a: 'x\0y', items: ['\ud83d\ude00', 'a\ud800', '\\u0000', { b: '\0' }] });
  expect(await parsed(text)).toEqual({ a: 'xy', items: ['😀', 'a\ufffd', '\\u0000', { b: '' }] });
});

test('other work has its turn while a large document is parsed', async () => {
  let turns = 0;
  const other = setInterval(() => (turns += 1));
  const count = (): NodeJS.Immediate => setImmediate(() => ((turns += 1), (running = count())));
  let running = count();
  await parsed(JSON.stringify({ items: Array.from({ length: 10 }, () => large.items).flat() }));
  clearImmediate(running);
  clearInterval(other);
  expect(turns).toBeGreaterThan(2);
});

test('texts and bytes become one text in UTF-8', () => {
  const pieces = ['{"name":', Buffer.from('"Křeslo 🪑"'), ',"id":"ž1"}'];
  expect(JSON.parse(jsonBytes(pieces).toString())).toEqual({ name: 'Křeslo 🪑', id: 'ž1' });
});

test('a part of other bytes is taken alone', () => {
  const others = Buffer.from('xx{"a":1}xx');
  expect(jsonBytes([others.subarray(2, 9)]).toString()).toBe('{"a":1}');
});

test.each([
  [[], '[]'],
  [[['1']], '[1]'],
  [[['{"a":', '1}'], [Buffer.from('2')]], '[{"a":1},2]'],
])('%j is the list %s', (values, text) => {
  expect(jsonBytes(listPieces(values)).toString()).toBe(text);
});

describe('CSV', () => {
  const read = (csv: string): string[][] => parse(csv, { bom: true });

  test('another parser reads back what was written', () => {
    const rows = [
      ['a "quoted" word', 'semi;colon', 'comma, and\r\nline break'],
      ['', 'žluťoučký kůň', '\u00a0'],
    ];
    expect(read(csvText(['x', 'y', 'z'], rows))).toEqual([['x', 'y', 'z'], ...rows]);
  });

  test('no text is a formula, and numbers stay numbers', () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '＝1+1',
      '＋1',
      '－1',
      '＠SUM(A1)',
      '=HYPERLINK("http://evil.example","x")',
    ];
    const cells = read(
      csvText(
        ['x'],
        formulas.map((text) => [text]),
      ),
    ).slice(1);
    expect(cells).toEqual(formulas.map((text) => [`'${text}`]));
    expect(csvText(['x', 'y'], [[-5, null]])).toBe('\ufeffx,y\r\n-5,\r\n');
  });

  test('no payload of a list of known ones survives', () => {
    const file = sharedData('hostile/csv/payloads_csv_injection.md');
    if (!file) return console.warn('the list of payloads is not beside the checkout: skipped');
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [cell = ''] of read(
      csvText(
        ['x'],
        lines.map((line) => [line]),
      ),
    ))
      expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
  });
});
