import { expect, test } from 'vitest';
import { withoutRepeats } from './repeated-items.ts';

const brought = ['a', 'b', 'a', 'c', 'a'].map((id, index) => ({
  item: { id, fields: { name: `${id}${index + 1}` } },
  record: { position: index + 1, fields: {} },
}));

const namesAndPlaces = (duplicates: readonly string[]) => {
  const { added, repeats } = withoutRepeats(brought, duplicates);
  return [added.map(({ item }) => item.fields.name), repeats.map(({ item, position }) => [item, position])];
};

test('of items with one id the first one stays, and each of the others is told with its own place', () => {
  expect(namesAndPlaces(['a', 'a'])).toEqual([
    ['a1', 'b2', 'c4'],
    [
      ['a3', 3],
      ['a5', 5],
    ],
  ]);
});

test('where it was there before, none of them is added', () => {
  expect(namesAndPlaces(['a', 'a', 'a'])[0]).toEqual(['b2', 'c4']);
});

test('without repeats all are added', () => {
  expect(namesAndPlaces([])).toEqual([['a1', 'b2', 'a3', 'c4', 'a5'], []]);
});
