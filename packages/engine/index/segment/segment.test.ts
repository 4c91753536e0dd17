import { expect, test } from 'vitest';
import type { ColumnValue } from '#engine/query/analysis/column-values.ts';
import { ColumnDictionary } from './column.ts';
import { maxSegmentItems } from '#engine/index/limits.ts';
import { fittingRuns } from './segment-merge.ts';
import { TextNumbers } from './vocabulary.ts';

const [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** Its values, with 6, -1 and 7.5 behind the sorted ones. */
function numbers(): ColumnDictionary {
  const dictionary = new ColumnDictionary(Float64Array.of(-3, 0, 1.5, 2, 5, 8));
  for (const value of [6, -1, 2, 7.5]) dictionary.add(value);
  return dictionary;
}

const valuesOf = (dictionary: ColumnDictionary, marks: Uint8Array): ColumnValue[] =>
  Array.from(marks, (mark, ordinal) => (mark === 1 ? [dictionary.at(ordinal)] : [])).flat();

test.for([
  [1.5, 5, [1.5, 2, 5]],
  [1.6, 4.9, [2]],
  [-2, 7, [0, 1.5, 2, 5, 6, -1]],
  [lowest, 0, [-3, 0, -1]],
  [7, highest, [8, 7.5]],
  [lowest, highest, [-3, 0, 1.5, 2, 5, 8, 6, -1, 7.5]],
  [9, highest, []],
  [5, 1.5, []],
  [Number.NaN, 5, []],
  [0, Number.NaN, []],
] as const)('values from %d to %d, sorted ones and those that came later', ([from, to, values]) => {
  const dictionary = numbers();
  expect(valuesOf(dictionary, dictionary.between(from, to))).toEqual(values);
});

test('texts count as the numbers that they say', () => {
  const dictionary = new ColumnDictionary(['10', '9', 'red']);
  dictionary.add('12');
  expect(valuesOf(dictionary, dictionary.between(9.5, 20))).toEqual(['10', '12']);
});

test('values that are asked for, wherever they are', () => {
  const dictionary = numbers();
  expect(valuesOf(dictionary, dictionary.among([7.5, 0, 4, Number.NaN]))).toEqual([0, 7.5]);
  const texts = new ColumnDictionary(['blue', 'red']);
  texts.add('amber');
  expect(valuesOf(texts, texts.among(['red', 'amber', 'green']))).toEqual(['red', 'amber']);
});

const sizesOf = (...docCounts: number[]) =>
  fittingRuns(docCounts.map((docCount) => ({ docCount }))).map((run) => run.map((each) => each.docCount));

test('neighbouring segments are put together as long as they fit into one', () => {
  expect(sizesOf(50_000, 50_000, 10_000, 5_536, 1)).toEqual([[50_000], [50_000, 10_000, 5_536], [1]]);
  expect(sizesOf(maxSegmentItems, maxSegmentItems)).toEqual([[maxSegmentItems], [maxSegmentItems]]);
  expect(sizesOf()).toEqual([]);
});

test('texts have the number of their first appearance, also once there are many', () => {
  const numbers = new TextNumbers();
  const texts = Array.from({ length: 20_000 }, (_, at) => `slovo${at}`);
  expect(texts.map((text) => numbers.numberOf(text))).toEqual([...texts.keys()]);
  expect(texts.map((text) => numbers.numberOf(`x${text}`.slice(1)))).toEqual([...texts.keys()]);
  expect(numbers.texts).toEqual(texts);
});

test('texts with the same hash differ', () => {
  const numbers = new TextNumbers();
  // Found by trying out: FNV-1a gives both of each pair the same 32 bits.
  const pairs = ['costarring', 'liquid', 'declinate', 'macallums', 'altarage', 'zinke', 'altarages', 'zinkes'];
  expect(pairs.map((text) => numbers.numberOf(text))).toEqual([...pairs.keys()]);
  expect(numbers.numberOf('')).toBe(pairs.length);
});
