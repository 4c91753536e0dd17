import { expect, test } from 'vitest';
import { TextNumbers } from './vocabulary.ts';

test('texts have the number of their first appearance, also once there are many', () => {
  const numbers = new TextNumbers();
  const texts = Array.from({ length: 20_000 }, (_, at) => `slovo${at}`);
  expect(texts.map((text) => numbers.numberOf(text))).toEqual([...texts.keys()]);
  expect(texts.map((text) => numbers.numberOf(`x${text}`.slice(1)))).toEqual([...texts.keys()]);
  expect(numbers.texts).toEqual(texts);
});

test('texts with the same hash are told apart', () => {
  const numbers = new TextNumbers();
  // Found by trying out: FNV-1a gives both of each pair the same 32 bits.
  const pairs = ['costarring', 'liquid', 'declinate', 'macallums', 'altarage', 'zinke', 'altarages', 'zinkes'];
  expect(pairs.map((text) => numbers.numberOf(text))).toEqual([...pairs.keys()]);
  expect(numbers.numberOf('')).toBe(pairs.length);
});
