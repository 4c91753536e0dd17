import { expect, test } from 'vitest';
import { addressWith, type Wanted, wantedFor, wantedIn, withFilter } from './wanted.ts';

const page = 'https://shop.example/lamps?sort=own&a=1#top';
const whole: Wanted = {
  query: 'stolní lampa & “x”',
  filters: { brand: ['A', 'B'], price: { from: 10 }, is_new: [true] },
  sort: 'price:asc',
  page: 3,
  collection: '7',
};

test.each(['over', 'page'] as const)('what is wanted %s stands in the address and comes back as it was', (place) => {
  expect(wantedIn(addressWith(page, place, whole), place)).toEqual(whole);
  expect(wantedIn(addressWith(page, place, wantedFor('x')), place)).toEqual(wantedFor('x'));
});

test('over a page, its own parameters stay, and closing leaves nothing behind', () => {
  expect(new URL(addressWith(page, 'over', whole)).searchParams.get('sort')).toBe('own');
  expect(addressWith(addressWith(page, 'over', whole), 'over', null)).toBe(page);
  expect(wantedIn(page, 'over')).toBeNull();
});

test.each([
  ['no JSON', 'filters={'],
  ['a list', 'filters=[1]'],
  ['values of other kinds', 'filters={"a":[{}],"b":null,"c":"x","d":{"from":"1"},"e":{},"f":[]}'],
  ['a page before the first', 'page=-1'],
  ['a page that is none', 'page=x'],
])('an address with %s is read without it', (_what, parameters) => {
  expect(wantedIn(`https://shop.example/search?q=x&${parameters}`, 'page')).toEqual(wantedFor('x'));
});

test('no more pages are asked for than somebody scrolls through', () => {
  expect(wantedIn('https://shop.example/?q=x&page=100000', 'page')?.page).toBe(40);
});

test('a filter without values is none', () => {
  expect(withFilter({ brand: ['A'] }, 'brand', [])).toEqual({});
  expect(withFilter({ brand: ['A'] }, 'price', { from: 1 })).toEqual({ brand: ['A'], price: { from: 1 } });
  expect(withFilter({ price: { from: 1 } }, 'price', {})).toEqual({});
});
