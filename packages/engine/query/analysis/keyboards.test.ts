import { expect, test } from 'vitest';
import { keyboardReadings } from './keyboards.ts';

test.each([
  ['ěšč', 'cs', '234'],
  ['iphone +ř', 'cs', 'iphone 15'],
  ['ľšč', 'sk', '234'],
  ['ydravi', 'cs', 'zdravi'],
  ['yahrada', 'en', 'zahrada'],
  ['xy čéé', 'cs', 'xz 400'],
  ['6idle', 'cs', 'židle'],
  ['myčka n8dob9', 'cs', 'myčka nádobí'],
  ['po5e4', 'sk', 'poťeč'],
  ['k;n', 'cs', 'kůn'],
  ['kfvgf', 'uk', 'лампа'],
  ['cnsk', 'uk', 'стіл'],
  ['kfvgf', 'ru', 'лампа'],
  ['ыфьыгтп', 'ru', 'samsung'],
  [',jnbyrb', 'ru', 'ботинки'],
  ['ukrhd', 'bg', 'книга'],
  ['kniga', 'bg', 'книга'],
  ['lampa', 'el', 'λαμπα'],
  ['nburv', 'he', 'מנורה'],
  ['rgl', 'ar', 'قلم'],
  ['l;ffel', 'de', 'löffel'],
  ["sz;k t'ska", 'hu', 'szék táska'],
  ['fir.a', 'tr', 'firça'],
])('%s in %s may be %s', (typed, language, meant) => {
  expect(keyboardReadings(typed, language).map((reading) => reading.trim())).toContain(meant);
});

test('keys that all layouts share have no other reading, and codes are no words', () => {
  for (const [text, language] of [
    ['konvice', 'cs'],
    ['', 'cs'],
    ['yz', 'cs'],
    ['a4c', 'cs'],
    ['s23', 'cs'],
    ['wh2000', 'cs'],
    ['m3bel', 'en'],
    ['__proto__', 'cs'],
  ] as const)
    expect(keyboardReadings(text, language), text).toEqual([]);
});
