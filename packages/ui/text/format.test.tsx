import { cleanup, render } from '@testing-library/react';
import { expect, it, test } from 'vitest';
import { formats, type Formats, languageChoices, quoted, initials, nameAmong, toldApartBy } from './format.ts';
import { useDetailedText } from './refusal.ts';
import { changeLanguage, startI18n, translatorOf } from './i18n.ts';

const said = (say: (formats: Formats) => string): string => {
  const Said = () => say(formats);
  const text = render(<Said />).container.textContent ?? '';
  cleanup();
  return text.replaceAll(/\s/g, ' ');
};

it.each([
  [420, '0.4 sec'],
  [9_960, '10 sec'],
  [35_400, '35 sec'],
  [60_000, '1 min'],
  [95_000, '1 min 35 sec'],
  [7_260_000, '2 hr 1 min'],
  [7_201_000, '2 hr'],
])('says how long %i ms were by their two largest units', async (milliseconds, text) => {
  await changeLanguage('en');
  expect(said(({ elapsed }) => elapsed(milliseconds))).toBe(text);
});

it('writes bytes in full and larger sizes by their units', async () => {
  await changeLanguage('en');
  expect([1, 139, 2_000].map((size) => said(({ bytes }) => bytes(size)))).toEqual(['1 byte', '139 bytes', '2 kB']);
});

it('writes a range of days as the language does, and a single day once', async () => {
  await changeLanguage('cs');
  expect(said(({ days }) => days('2026-11-01', '2026-11-15'))).toBe('1.–15. 11. 2026');
  expect(said(({ days }) => days('2026-11-01', '2026-11-01'))).toBe('1. listopadu 2026');
});

it('says yesterday of the day before, not of more than a day ago', async () => {
  await changeLanguage('en');
  const now = new Date(2026, 10, 21, 13, 30).getTime();
  const ago = (...at: [number, number, number]) => said(({ relative }) => relative(new Date(2026, 10, ...at).getTime(), now));
  expect([ago(20, 19, 30), ago(20, 13, 0), ago(20, 0, 0), ago(19, 23, 59)]).toEqual([
    '18 hours ago',
    'yesterday',
    'yesterday',
    '2 days ago',
  ]);
});

it.each([
  [119, 'in 2 hours'],
  [89, 'in 1 hour'],
  [59.7, 'in 1 hour'],
  [59, 'in 59 minutes'],
  [1.6, 'in 2 minutes'],
  [23 * 60 + 40, 'in 24 hours'],
  [24 * 60 + 5, 'tomorrow'],
])('says what comes in %d minutes to the nearest', async (minutes, text) => {
  await changeLanguage('en');
  const now = new Date(2026, 10, 21, 0, 5).getTime();
  expect(said(({ relative }) => relative(now + minutes * 60_000, now))).toBe(text);
});

it('writes what rounds to nothing without a sign', async () => {
  await changeLanguage('en');
  expect(said(({ number }) => `${number(-0.001)} ${number(-1.5)}`)).toBe('0 −1.5');
});

it('writes a list with the comma of the language', async () => {
  await changeLanguage('en');
  expect(said(({ list }) => list(['2 synonyms', '1 field']))).toBe('2 synonyms, 1 field');
  await changeLanguage('jp');
  expect(said(({ list }) => list(['同義語2件', 'フィールド1個']))).toBe('同義語2件、フィールド1個');
});

it('each word of a list has quotes of its own, as the language writes them', async () => {
  await startI18n(async (language) => (language === 'cs' ? { '{words}”, “{word}': '{words}“, „{word}' } : {}));
  const t = translatorOf('en');
  expect(`“${quoted(t, ['sofa'])}”`).toBe('“sofa”');
  expect(`“${quoted(t, ['sofa', 'couch', '{word}'])}”`).toBe('“sofa”, “couch”, “{word}”');
  expect(quoted(t, [])).toBe('');
});

it('initials are whole characters', () => {
  expect(initials('Žofie', 'nováková')).toBe('ŽN');
  expect(initials('يانا', '🧶 Příšerná')).toBe('ي🧶');
  expect(initials('👩‍🚀', '')).toBe('👩‍🚀');
  expect(initials('Å'.normalize('NFD'), 'b')).toBe('Å'.normalize('NFD') + 'B');
});

test('distinguishes projects of one name by their websites or numbers', () => {
  const of = (id: number, name: string, url: string) => ({ id, name, url });
  const all = [
    of(1, 'Shop', 'https://shop.example/'),
    of(2, 'Shop', ''),
    of(3, 'Other', ''),
    of(4, 'Twin', 'x'),
    of(5, 'Twin', 'x'),
  ];
  expect(all.slice(0, 3).map((project) => nameAmong(project, all))).toEqual(['Shop (shop.example)', 'Shop (#2)', 'Other']);
  expect(all.map((project) => toldApartBy(project, all))).toEqual(['shop.example', '#2', null, '#4', '#5']);
});

it('writes an amount with two decimals or none, with its currency if it has one', async () => {
  await changeLanguage('en');
  const amounts = [
    [10.9, 'EUR'],
    [10.9, ''],
    [1299, ''],
    [10.9, 'pieces'],
  ] as const;
  expect(amounts.map(([value, currency]) => said(({ money }) => money(value, currency)))).toEqual([
    '€10.90',
    '10.90',
    '1,299',
    '10.90',
  ]);
});

it('names languages in the language of the console', async () => {
  await changeLanguage('cs');
  expect(languageChoices(['ca', 'cs', 'en'])).toEqual([
    { value: 'en', label: 'Angličtina' },
    { value: 'cs', label: 'Čeština' },
    { value: 'ca', label: 'Katalánština' },
  ]);
  const Warning = () => useDetailedText()('{foundLanguage}, {expectedLanguage}', { foundLanguage: 'ca', expectedLanguage: 'cs' });
  expect(render(<Warning />).container.textContent).toBe('katalánština, čeština');
});
