import { expect, test } from 'vitest';
import { sortKeys } from './text-order.ts';

test.each([
  ['en', ['Ähre', 'apple', 'Banana', 'élan', 'Zebra']],
  ['cs', ['cibule', 'čaj', 'hrnek', 'chleba', 'Ivan', 'řepa', 'sůl', 'šátek', 'zelí', 'žito']],
  ['da', ['abe', 'zebra', 'æble', 'øl', 'ål']],
  ['sv', ['apa', 'zebra', 'å', 'ärta', 'öl']],
  ['de', ['Apfel', 'Äpfel', 'Birne', 'Straße', 'Strauß']],
  ['es', ['llama', 'luz', 'nube', 'ñandú', 'oso']],
  ['uk', ['ґанок', 'дім', 'єнот', 'їжак', 'яблуко']],
  ['en', ['8 GB', '16 GB', '128 GB', 'M', 'S']],
  ['xx', ['a', 'b', '日本']],
])('orders texts of %s as people do', (language, expected) => {
  const keyOf = sortKeys(language);
  const byKey = (one: string, other: string): number => (keyOf(one) < keyOf(other) ? -1 : 1);
  expect(expected.toReversed().sort(byKey)).toEqual(expected);
});

test('keeps texts apart that only differ in case or diacritics, and agrees with the collator on words', () => {
  const keyOf = sortKeys('cs');
  expect(keyOf('kost')).not.toBe(keyOf('Kost'));
  const words =
    'auto bota cizí čáp daň ďáblík ego hora chata ikona jíl káva láska Máj nos ňouma oko pes ráj řád síť šál tón ťápat úl vůz zub žal'.split(
      ' ',
    );
  const { compare } = new Intl.Collator('cs');
  expect(words.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))).toEqual(words.toSorted(compare));
});
