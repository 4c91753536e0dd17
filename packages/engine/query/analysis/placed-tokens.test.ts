import { expect, test } from 'vitest';
import { foldInPlace, foldWithPlaces, placed } from './folding.ts';
import { placedTokensOf, tokensWithPlaces } from './analyser.ts';

const staying = [
  'İstanbul',
  'Core™ i5',
  'Rychlovarná konvice XR-450',
  'ŽLUŤOUČKÝ kůň, 10 x 15 cm',
  'Łódź 2,5 l',
  'Код товара Ё',
  '859 4008 123456 京都',
];
const moving = ['½ l Straße', 'nai\u0308ve', 'ﬁltr', '👟 boty', '\u00adne\u00adviditelné', '\ud800 půl'];

test.each([...staying, ...moving])('the words of "%s" stand where they stand character by character', (text) => {
  expect(placedTokensOf(text)).toEqual(tokensWithPlaces(foldWithPlaces(placed(text))));
});

test('only texts whose characters stay where they are fold in place', () => {
  expect(staying.map(foldInPlace)).not.toContain(null);
  expect(moving.filter((text) => foldInPlace(text) !== null)).toEqual([]);
});
