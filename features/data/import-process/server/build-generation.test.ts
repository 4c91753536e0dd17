import { expect, test } from 'vitest';
import { withoutRepeats } from './build-generation.ts';
import type { Item } from '#contract/item.ts';
import { contentFingerprint } from './compare-items.ts';

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

const lamp = (id: string, price: number): Item => ({ id, fields: { name: 'Lamp', price } });
function of(items: readonly Item[]): string {
  const fingerprint = contentFingerprint();
  for (const { id, fields } of items) fingerprint.add(id, JSON.stringify(fields));
  return fingerprint.text();
}

test('the same items in any order are the same content', () => {
  expect(of([lamp('a', 1), lamp('b', 2)])).toBe(of([lamp('b', 2), lamp('a', 1)]));
});

test('another value, another id, one more and one twice are other content', () => {
  const contents = [
    [lamp('a', 1)],
    [lamp('a', 2)],
    [lamp('b', 1)],
    [lamp('a', 1), lamp('b', 1)],
    [lamp('a', 1), lamp('a', 1)],
    [],
  ];
  expect(new Set(contents.map(of)).size).toBe(contents.length);
});
