import { expect, test } from 'vitest';
import { keyboardReadings } from './typos.ts';

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
])('%s in %s may be %s', (typed, language, meant) => {
  expect(keyboardReadings(typed, language).map((reading) => reading.trim())).toContain(meant);
});

test('what keys write alike on all layouts has no other reading, and codes are no words', () => {
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
