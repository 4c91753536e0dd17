import { expect, test } from 'vitest';
import { randomNumbers } from '#engine/testing/catalogue.ts';
import { allowedEdits, editDistance, mayBeMeant } from './typos.ts';

/** The textbook form of the same distance, without any short cut. */
function plainDistance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : row)),
  );
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]![column] = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1),
        swapped ? rows[row - 2]![column - 2]! + 1 : Infinity,
      );
    }
  }
  return rows[one.length]![other.length]!;
}

test('edits are counted as the textbook does, up to the limit', () => {
  const random = randomNumbers(7);
  const word = (): string => Array.from({ length: Math.floor(random() * 9) }, () => 'abc'[Math.floor(random() * 3)]!).join('');
  for (let at = 0; at < 20_000; at += 1) {
    const [one, other] = [word(), word()];
    for (const limit of [1, 2])
      expect(editDistance(one, other, limit), `${one} ${other}`).toBe(Math.min(plainDistance(one, other), limit + 1));
  }
});

test('short words and names with digits have no typos, longer words have more', () => {
  expect(['ab', 'abc', 'kettles', 'umbrella', 'wh1000xm4'].map(allowedEdits)).toEqual([0, 1, 1, 2, 0]);
});

test.each([
  ['fragon', 'dragon', 1, true],
  ['umbrlla', 'umbrella', 1, true],
  ['imbrlla', 'umbrella', 2, false],
  ['umbrrlla', 'umbrella', 2, true],
  ['umbrela', 'umbre11a', 1, false],
])('%s for %s, %i edits: %s', (word, term, edits, may) => {
  expect(mayBeMeant(word, term, edits)).toBe(may);
});
