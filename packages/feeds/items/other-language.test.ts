import { expect, test } from 'vitest';
import { languageWarnings, MissingEverywhere } from './other-language.ts';

const czech = [
  'Sekačka na trávu s košem',
  'Zahradní hadice',
  'Hrnek s modrým vzorem',
  'Batoh na výlety',
  'Dřevěná židle do jídelny',
];
const items = (count: number, texts: readonly string[]) =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, fields: { name: texts[at % texts.length]! } }));

test('a feed in another language than its project is told', async () => {
  expect(await languageWarnings(items(60, czech), 'de')).toEqual([
    { code: 'otherLanguage', details: { found: 'Čeština', expected: 'Deutsch' } },
  ]);
});

test.each([
  ['its own language', 60, czech, 'cs'],
  ['a language near it', 60, czech, 'sk'],
  ['few items', 20, czech, 'de'],
  ['codes alone', 60, ['X100', 'X200-B', 'AB 12'], 'de'],
  ['a project without a language', 60, czech, null],
])('nothing is told of %s', async (_what, count, texts, language) => {
  expect(await languageWarnings(items(count, texts), language)).toEqual([]);
});

const told = (count: number, fields: Record<string, string>) => {
  const missing = new MissingEverywhere();
  for (let at = 0; at < count; at += 1) missing.look({ id: `${at}`, fields });
  return missing.warnings().map(({ details }) => details['field' as never]);
};

test('reports fields that no item of a feed has', () => {
  expect(told(60, { name: 'Lamp', url: 'https://shop.example/1' })).toEqual(['price', 'image', 'category']);
});

test('reports nothing when there are few items', () => {
  expect(told(10, { name: 'Lamp' })).toEqual([]);
});

test('one item that has it is enough', () => {
  const missing = new MissingEverywhere();
  for (let at = 0; at < 60; at += 1) missing.look({ id: `${at}`, fields: { name: 'Lamp', url: 'x', image: 'y', category: 'z' } });
  expect(missing.warnings()).toHaveLength(1);
  missing.look({ id: 'last', fields: { price: 3 } });
  expect(missing.warnings()).toEqual([]);
});
