import { expect, test } from 'vitest';
import { withoutRepeats } from './build-generation.ts';

const brought = ['a', 'b', 'a', 'c', 'a'].map((id, index) => ({
  item: { id, fields: { name: `${id}${index + 1}` } },
  record: { position: index + 1, fields: {} },
}));

const namesAndPlaces = (duplicates: readonly string[]) => {
  const { added, repeated } = withoutRepeats(brought, duplicates);
  return [added.map(({ item }) => item.fields.name), repeated.map(({ item, record }) => [item.fields.name, record.position])];
};

test('adds the first item of an id and reports the others by their place', () => {
  expect(namesAndPlaces(['a', 'a'])).toEqual([
    ['a1', 'b2', 'c4'],
    [
      ['a3', 3],
      ['a5', 5],
    ],
  ]);
});

test('adds none of them when an earlier batch has it', () => {
  expect(namesAndPlaces(['a', 'a', 'a'])[0]).toEqual(['b2', 'c4']);
});

test('adds all without repetitions', () => {
  expect(namesAndPlaces([])).toEqual([['a1', 'b2', 'a3', 'c4', 'a5'], []]);
});
