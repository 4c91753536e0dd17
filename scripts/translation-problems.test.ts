import { expect, test } from 'vitest';
import { otherShares, translationProblems } from './translation-problems.ts';

const close = { text: 'Close', isPlural: false };
const items = { text: '{count} items', isPlural: true };
const en = { '{count} items_one': '{count} item', '{count} items_other': '{count} items' };
const csForms = {
  '{count} items_one': '{count} položka',
  '{count} items_few': '{count} položky',
  '{count} items_many': '{count} položky',
  '{count} items_other': '{count} položek',
};

test('whole translations have no problems', () => {
  expect(translationProblems([close, items], { en, cs: { Close: 'Zavřít', ...csForms } })).toEqual([]);
});

test('English needs nothing but plural forms', () => {
  expect(translationProblems([close], { en: {}, cs: { Close: 'Zavřít' } })).toEqual([]);
});

test('a sentence without Czech is missing', () => {
  expect(translationProblems([close], { en: {}, cs: {} })).toEqual(['cs.json has no "Close".']);
});

test('an empty sentence is missing', () => {
  expect(translationProblems([close], { en: {}, cs: { Close: '' } })).toEqual(['cs.json has no "Close".']);
});

test('a plural that lacks a Czech form is missing', () => {
  const { '{count} items_few': _few, ...cs } = csForms;
  expect(translationProblems([items], { en, cs })).toEqual(['cs.json has no "{count} items_few".']);
});

test('a sentence that nobody says is too much, in every language', () => {
  expect(translationProblems([], { en: {}, cs: { Open: 'Otevřít' }, de: { Open: 'Öffnen' } })).toEqual([
    'cs.json has "Open", which nobody says.',
    'de.json has "Open", which nobody says.',
  ]);
});

test('the other languages may have gaps', () => {
  expect(translationProblems([close], { en: {}, cs: { Close: 'Zavřít' }, de: {} })).toEqual([]);
});

test('values in braces are the same in every language', () => {
  const limit = { text: 'At most {max} are possible', isPlural: false };
  expect(translationProblems([limit], { en: {}, cs: { 'At most {max} are possible': 'Nejvýše {maximum}' } })).toEqual([
    'cs.json has other values in braces than "At most {max} are possible".',
  ]);
});

test('a form for one thing may leave out the number', () => {
  const cs = { ...csForms, '{count} items_one': 'jedna položka' };
  expect(translationProblems([items], { en, cs })).toEqual([]);
});

test('Czech prepositions and conjunctions of one letter stay with the next word', () => {
  const said = { text: 'With you', isPlural: false };
  for (const text of ['s vámi', 'Z Prahy', 'platí (v Praze)', 'XML i JSON', '„a já“', 'je v poli']) {
    expect(translationProblems([said], { en: {}, cs: { 'With you': text } }), text).toHaveLength(1);
    expect(translationProblems([said], { en: {}, cs: { 'With you': text.replace(/([szvia]) /i, '$1\u00A0') } }), text).toEqual(
      [],
    );
  }
  expect(translationProblems([said], { en: {}, cs: { 'With you': 've vodě, ke stolu' } })).toEqual([]);
});

test('Czech numbers stay with their unit', () => {
  const wait = { text: 'Wait', isPlural: false };
  const problems = (text: string) => translationProblems([wait], { en: {}, cs: { Wait: text } });
  expect(problems('do 10 s')).toEqual(['cs.json needs U+00A0 for the space of "0 s" in "Wait".']);
  expect(problems('nejvýše 500 MB dat')).toHaveLength(1);
  expect(problems('asi 5 %')).toHaveLength(1);
  expect(problems('do 10\u00A0s, nejvýše 500\u00A0MB')).toEqual([]);
  expect(problems('7 slov, 3 soubory, 2 s\u00A0cenou')).toEqual([]);
});

test('what is said of how much of a language is there is compared with what is there', () => {
  const locales = { cs: {}, de: { Close: 'Schließen' }, fr: { Close: 'Fermer', '{count} items_one': '{count} article' } };
  expect(otherShares([close, items], locales, { de: 50, fr: 100 })).toEqual([]);
  expect(otherShares([close, items], locales, { de: 12, fr: 100 })).toEqual(['translatedPercent says 12 of de, and it is 50.']);
  expect(otherShares([close, items], locales, { de: 50 })).toEqual(['translatedPercent says undefined of fr, and it is 100.']);
});
