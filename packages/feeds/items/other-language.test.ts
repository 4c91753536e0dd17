import { expect, test } from 'vitest';
import { languageWarnings } from './other-language.ts';

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
