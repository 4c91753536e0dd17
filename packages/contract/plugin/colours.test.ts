import { expect, test } from 'vitest';
import { readableOn, textOn } from './colours.ts';

test.each([
  ['#2f4bb3', '#ffffff'],
  ['#000000', '#ffffff'],
  ['#ffd200', '#000000'],
  ['#ffffff', '#000000'],
  // 4.54 and 4.48 to 1 on white.
  ['#767676', '#ffffff'],
  ['#777777', '#000000'],
])('on %s, text is %s', (colour, text) => {
  expect(textOn(colour)).toBe(text);
});

test.each([
  ['#ffffff', '#2f4bb3', '#2f4bb3'],
  ['#1d1f23', '#ffd200', '#ffd200'],
])('on %s, %s stays as it is', (ground, colour, same) => {
  expect(readableOn(ground, colour)).toBe(same);
});

test('a colour that cannot be read on its ground is darkened or lightened', () => {
  expect(textOn(readableOn('#ffffff', '#ffd200'))).toBe('#ffffff');
  expect(textOn(readableOn('#1d1f23', '#2f4bb3'))).toBe('#000000');
});
