import { expect, test } from 'vitest';
import { jsonBytes, listPieces } from './json-body.ts';

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
