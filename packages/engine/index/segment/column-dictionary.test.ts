import { expect, test } from 'vitest';
import type { ColumnValue } from '#engine/query/analysis/column-values.ts';
import { ColumnDictionary } from './column.ts';

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
