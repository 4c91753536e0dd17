import { expect, test } from 'vitest';
import { searchedItems } from '#engine/testing/searched-items.ts';

const names = [
  'Listen Without Prejudice Vol. 1',
  'Listen to the Band',
  'Pride and Prejudice',
  'Without Remorse',
  'Years of Remorse',
  'Bike without lights',
  'Bike with lights',
  'Mountain bike',
];
const search = searchedItems(names.map((name) => ({ name })));

async function ask(query: string): Promise<{ readonly found: string[]; readonly steps: string[] }> {
  const { hits, trace } = await search(query);
  return { found: hits.map(({ item }) => String(item.fields['name'])), steps: trace.map(({ step }) => step) };
}

test.each([
  ['listen without prejudice', 'Listen Without Prejudice Vol. 1'],
  ['without remorse', 'Without Remorse'],
])('“%s” is the name of an item, which comes first', async (query, name) => {
  const { found, steps } = await ask(query);
  expect(found[0]).toBe(name);
  expect(steps).not.toContain('negation');
});

test('a negation that leaves items out is one, though an item has its words', async () => {
  const { found, steps } = await ask('bike without lights');
  expect(new Set(found)).toEqual(new Set(['Bike without lights', 'Mountain bike']));
  expect(steps).toContain('negation');
});

test('a negation that no item has as it stands is one, and so is a minus', async () => {
  expect((await ask('listen without band')).found).toEqual(['Listen Without Prejudice Vol. 1']);
  expect((await ask('listen -prejudice')).found).toEqual(['Listen to the Band']);
});
