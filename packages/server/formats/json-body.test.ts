import { expect, test } from 'vitest';
import { parseInSlices, jsonBytes, listPieces } from './json-body.ts';

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
