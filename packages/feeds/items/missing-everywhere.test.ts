import { expect, test } from 'vitest';
import { MissingEverywhere } from './other-language.ts';

const told = (count: number, fields: Record<string, string>) => {
  const missing = new MissingEverywhere();
  for (let at = 0; at < count; at += 1) missing.look({ id: `${at}`, fields });
  return missing.warnings().map(({ details }) => details['field' as never]);
};

test('what no item of a feed has is told', () => {
  expect(told(60, { name: 'Lamp', url: 'https://shop.example/1' })).toEqual(['price', 'image', 'category']);
});

test('of a few items nothing is told', () => {
  expect(told(10, { name: 'Lamp' })).toEqual([]);
});

test('one item that has it is enough', () => {
  const missing = new MissingEverywhere();
  for (let at = 0; at < 60; at += 1) missing.look({ id: `${at}`, fields: { name: 'Lamp', url: 'x', image: 'y', category: 'z' } });
  expect(missing.warnings()).toHaveLength(1);
  missing.look({ id: 'last', fields: { price: 3 } });
  expect(missing.warnings()).toEqual([]);
});
