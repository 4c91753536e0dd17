import { expect, test } from 'vitest';
import { nameAmong, toldApartBy } from './namesakes.ts';

test('projects of one name are told apart by their websites, or by their numbers', () => {
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
