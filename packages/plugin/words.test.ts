import { expect, test } from 'vitest';
import { languageOf, wordsIn } from './words.ts';

test.each([
  [['cs-CZ', 'en'], 'cs'],
  [['', null, 'DE'], 'de'],
  [['fr-CA', 'sk'], 'fr'],
  [['it', 'sk'], 'sk'],
  [['it', undefined], 'en'],
])('of the languages %j the texts are in %s', (wanted, language) => {
  expect(languageOf(wanted)).toBe(language);
});

test.each([
  ['cs', 1, 'Zobrazit 1 výsledek'],
  ['cs', 3, 'Zobrazit všechny 3 výsledky'],
  ['cs', 1280, 'Zobrazit všech 1 280 výsledků'],
  ['pl', 2, 'Pokaż wszystkie 2 wyniki'],
  ['pl', 5, 'Pokaż wszystkie 5 wyników'],
  ['fr', 0, 'Afficher 0 résultat'],
  ['fr', 1280, 'Afficher les 1 280 résultats'],
  ['es', 1, 'Mostrar 1 resultado'],
  ['en', 1, 'Show 1 result'],
  ['en', 1280, 'Show all 1,280 results'],
] as const)('in %s, %d results are said as “%s”', (language, n, said) => {
  expect(wordsIn(language, {}).say('showAll', { n }).replaceAll(/\s/g, ' ')).toBe(said);
});

test('words of the shop stand in for ours, in their language alone', () => {
  const own = { en: { showAll: 'All {n} of them', search: '' } };
  expect(wordsIn('en', own).say('showAll', { n: 3 })).toBe('All 3 of them');
  expect(wordsIn('en', own).say('search')).toBe('Search');
  expect(wordsIn('de', own).say('showAll', { n: 3 })).toBe('Alle 3 Ergebnisse anzeigen');
});

test('what is put in is text, whatever it holds', () => {
  expect(wordsIn('en', {}).say('nothingFound', { q: '{n} $& {q}' })).toBe('Nothing found for “{n} $& {q}”');
});

test.each([
  ['cs', 890, 'CZK', '890 Kč'],
  ['en', 19.9, 'EUR', '€19.90'],
  ['en', 20, 'EUR', '€20'],
  ['en', 5, undefined, '5'],
  ['en', 5.5, 'crowns', '5.50 crowns'],
] as const)('in %s, %d %s is written as %s', (language, value, currency, written) => {
  expect(wordsIn(language, {}).money(value, currency).replaceAll(/\s/g, ' ')).toBe(written);
});
