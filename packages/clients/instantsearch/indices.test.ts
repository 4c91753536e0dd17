import { expect, test } from 'vitest';
import { indexOf } from './indices.ts';

const indices = {
  instant_search: {},
  cheapest: { collection: 'Products', sort: 'price:asc' },
  items: { collection: 12 },
};

test.each([
  ['products', { collection: 'products' }],
  ['products_price_asc', { collection: 'products', sort: 'price:asc' }],
  ['my_products_price_desc', { collection: 'my_products', sort: 'price:desc' }],
  ['products:price_before:asc', { collection: 'products', sort: 'price_before:asc' }],
  ['products/sort/price:desc', { collection: 'products', sort: 'price:desc' }],
  ['cheapest', { collection: 'Products', sort: 'price:asc' }],
  ['items_price_asc', { collection: 12, sort: 'price:asc' }],
  ['instant_search', {}],
  ['instant_search_price_asc', { sort: 'price:asc' }],
  ['constructor', { collection: 'constructor' }],
])('the index %s', (name, index) => {
  expect(indexOf(name, indices)).toEqual(index);
});
