import { expect, test } from 'vitest';
import { otherShares, sentencesIn, translationProblems } from './translation-problems.ts';

const textsOf = (source: string): string[] => sentencesIn(source).sentences.map(({ text }) => text);

test.each([
  [`t('Add synonym')`, ['Add synonym']],
  [`t("The shop's items")`, ["The shop's items"]],
  [`t('The shop\\'s items')`, ["The shop's items"]],
  [`t(\`Whole sentence\`)`, ['Whole sentence']],
  [`t(\n  'On a line of its own',\n)`, ['On a line of its own']],
  [`t(kind === 'new' ? 'Add feed' : 'Change feed')`, ['Add feed', 'Change feed']],
  [`t('Hello {name}, (welcome)', { name: t('stranger') })`, ['Hello {name}, (welcome)', 'stranger']],
  [`const title = msg('Synonyms');`, ['Synonyms']],
  [`<Trans i18nKey="Read the <1>manual</1>">`, ['Read the <1>manual</1>']],
  [`t('1\\u00a0000')`, ['1\u00a0000']],
  [`format('a'); set.t('b'); at('c'); t(column.title); t(texts['d'])`, []],
  [`/** Use t('a'). */\n  // t('b')\n{/* t('c') */}\nconst accept = 'image/*'; t('d') /* e */`, ['d']],
])('finds the sentences of %s', (source, texts) => expect(textsOf(source)).toEqual(texts));

test('finds plural forms by a count', () => {
  for (const values of ['{ count: total }', '{ count }'])
    expect(sentencesIn(`t('{count} items', ${values})`).sentences).toEqual([{ text: '{count} items', isPlural: true }]);
  expect(sentencesIn(`t('{n} items', { n: row.count })`).sentences).toEqual([{ text: '{n} items', isPlural: false }]);
});

test.each(['t(`Hello ${name}`)', `t('Hello ' + name)`, `t(greeting + ' there')`])('reports %s as untranslatable', (source) => {
  expect(sentencesIn(source).unreadable).toHaveLength(1);
});

const close = { text: 'Close', isPlural: false };
const items = { text: '{count} items', isPlural: true };
const en = { '{count} items_one': '{count} item', '{count} items_other': '{count} items' };
const csForms = {
  '{count} items_one': 'jedna položka',
  '{count} items_few': '{count} položky',
  '{count} items_many': '{count} položky',
  '{count} items_other': '{count} položek',
};

test('accepts complete Czech, plural forms in English, and gaps elsewhere', () => {
  expect(translationProblems([close, items], { en, cs: { Close: 'Zavřít', ...csForms }, de: {} })).toEqual([]);
});

test('reports missing, unused and differing sentences', () => {
  const { '{count} items_few': _few, ...cs } = csForms;
  const limit = { text: 'At most {max}', isPlural: false };
  const locales = { en, cs: { ...cs, Close: '', Open: 'Otevřít', 'At most {max}': 'Nejvýše {maximum}' }, de: { Open: 'Öffnen' } };
  expect(translationProblems([close, items, limit], locales).toSorted()).toEqual([
    'cs.json has "Open", which nobody says.',
    'cs.json has no "Close".',
    'cs.json has no "{count} items_few".',
    'cs.json has other values in braces than "At most {max}".',
    'de.json has "Open", which nobody says.',
  ]);
});

test.each([
  ['s vámi', 1],
  ['Z Prahy', 1],
  ['platí (v Praze)', 1],
  ['„a já“', 1],
  ['s\u00A0vámi', 0],
  ['ve vodě, ke stolu', 0],
  ['do 10 s', 1],
  ['nejvýše 500 MB dat', 1],
  ['asi 5 %', 1],
  ['do 10\u00A0s, nejvýše 500\u00A0MB', 0],
  ['7 slov, 3 soubory, 2 s\u00A0cenou', 0],
])('finds in the Czech “%s” %i spaces that may not break', (text, count) => {
  expect(translationProblems([close], { en: {}, cs: { Close: text } })).toHaveLength(count);
});

test('compares the stated share of a language with its file', () => {
  const locales = { cs: {}, de: { Close: 'Schließen' }, fr: { Close: 'Fermer', '{count} items_one': '{count} article' } };
  expect(otherShares([close, items], locales, { de: 50, fr: 100 })).toEqual([]);
  expect(otherShares([close, items], locales, { de: 12 })).toEqual([
    'translatedPercent says 12 of de, and it is 50.',
    'translatedPercent says undefined of fr, and it is 100.',
  ]);
});
