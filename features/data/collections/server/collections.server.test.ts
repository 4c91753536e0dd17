import { expect, test } from 'vitest';
import { commonWord } from './collections.server.ts';

test('the word of most names is chosen, however it is written', () => {
  expect(commonWord(['Židle Aura 45 cm', 'Stůl Aura', 'ŽIDLE Lumen', 'židle do kuchyně'])).toBe('židle');
});

test('a word that a name repeats counts once, and of equal words the first is chosen', () => {
  expect(commonWord(['Lamp lamp lamp', 'Desk', 'Desk'])).toBe('desk');
  expect(commonWord(['Garden hose', 'Kitchen knife'])).toBe('garden');
});

test('numbers, model codes and short words are no examples', () => {
  expect(commonWord(['XR-450 do 12 V', '4711 na 1,5 l'])).toBeUndefined();
  expect(commonWord([])).toBeUndefined();
});
