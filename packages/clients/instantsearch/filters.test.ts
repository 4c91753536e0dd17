import { describe, expect, test } from 'vitest';
import type { SearchParams } from './algolia-types.ts';
import { conditionsOf, filtersOf } from './filters.ts';
import { indexOf } from './names.ts';

const filters = (params: SearchParams) => filtersOf(conditionsOf(params));
const above10 = 10.000000000000002;

describe('filters are those of the API', () => {
  test.each<[string, SearchParams, object]>([
    ['a facet', { facetFilters: ['brand:Vela'] }, { brand: ['Vela'] }],
    ['a facet alone, as text', { facetFilters: 'brand:Vela' }, { brand: ['Vela'] }],
    ['alternatives', { facetFilters: [['brand:Vela', 'brand:Tora']] }, { brand: ['Vela', 'Tora'] }],
    ['values that are all wanted', { facetFilters: ['tag:new', 'tag:red', 'tag:new'] }, { tag: { all: ['new', 'red'] } }],
    ['one of several values and one more', { facetFilters: [['tag:a', 'tag:b'], 'tag:c'] }, { tag: { all: [['a', 'b'], 'c'] } }],
    ['values with colons and signs', { facetFilters: ['time:10:30', String.raw`level:\-1`] }, { time: ['10:30'], level: ['-1'] }],
    ['a path', { facetFilters: [['category.lvl1:Home > Lamps']] }, { 'category.lvl1': ['Home > Lamps'] }],
    ['a range', { numericFilters: ['price>=10', 'price<=20'] }, { price: { from: 10, to: 20 } }],
    ['the narrower of two ranges', { numericFilters: ['price>=10', 'price >= 12.5'] }, { price: { from: 12.5 } }],
    [
      'bounds that do not belong to it',
      { numericFilters: ['price>10', 'level<0'] },
      { price: { from: above10 }, level: { to: -5e-324 } },
    ],
    ['a number', { numericFilters: [['size=38', 'size=40']] }, { size: ['38', '40'] }],
    ['a number within a range', { numericFilters: [['size=38', 'size=40'], 'size>=39'] }, { size: ['40'] }],
    ['no number within a range', { numericFilters: ['size=38', 'size>=39'] }, { size: { from: 1, to: 0 } }],
    ['a range of one condition', { numericFilters: ['price:10 TO 20'] }, { price: { from: 10, to: 20 } }],
    ['empty lists', { facetFilters: [[], 'a:b'], numericFilters: [], filters: ' ' }, { a: ['b'] }],
    ['an empty list of tags', { tagFilters: [] } as SearchParams, {}],
    ['text', { filters: 'brand:Vela' }, { brand: ['Vela'] }],
    [
      'text of several conditions',
      { filters: `brand:"Vela & Sons" AND (color:red OR color:'dark "blue"') AND price < 0` },
      { brand: ['Vela & Sons'], color: ['red', 'dark "blue"'], price: { to: -5e-324 } },
    ],
    ['text whose OR binds closer', { filters: 'a:1 AND b:2 OR b:3 AND c:4' }, { a: ['1'], b: ['2', '3'], c: ['4'] }],
    [
      'text with needless brackets',
      { filters: '((a:1 AND (b:2)) AND price: 1.5 TO 2)' },
      { a: ['1'], b: ['2'], price: { from: 1.5, to: 2 } },
    ],
    [
      'text with quoted names and escapes',
      { filters: String.raw`"my field":"a \" b" AND n>=-1.5` },
      { 'my field': ['a " b'], n: { from: -1.5 } },
    ],
    ['a word with an apostrophe', { filters: "brand:Levi's" }, { brand: ["Levi's"] }],
    [
      'all of them together',
      { filters: 'a:1', facetFilters: ['a:2'], numericFilters: ['b>=3'] },
      { a: { all: ['2', '1'] }, b: { from: 3 } },
    ],
  ])('%s', (_what, params, expected) => {
    expect(filters(params)).toEqual(expected);
  });

  test.each<[string, SearchParams, RegExp]>([
    ['a facet that leaves items out', { facetFilters: ['brand:-Vela'] }, /"brand:-Vela"/],
    ['a number that leaves items out', { numericFilters: ['price!=10'] }, /excluded/],
    ['text that leaves items out', { filters: 'NOT brand:Vela' }, /excluded/],
    ['alternatives of several fields', { facetFilters: [['brand:Vela', 'color:red']] }, /"brand"/],
    ['alternatives of conditions', { filters: '(a:1 AND b:2) OR c:3' }, /not understood/],
    ['a facet without a value', { facetFilters: ['brand'] }, /"brand" is not understood/],
    ['a number that is none', { numericFilters: ['price>=cheap'] }, /not understood/],
    ['text that ends too early', { filters: 'brand:Vela AND' }, /not understood/],
    ['text without a bracket', { filters: '(brand:Vela' }, /not understood/],
    ['text with a quote that never ends', { filters: 'brand:"Vela' }, /not understood/],
    ['two conditions with nothing between', { filters: 'a:1 b:2' }, /not understood/],
    [
      'a circle on a map',
      { aroundLatLng: '50.1,14.4' } as SearchParams,
      /"aroundLatLng" can't be asked for: items have no place/,
    ],
    ['a box on a map', { insideBoundingBox: [[1, 2, 3, 4]] } as SearchParams, /"insideBoundingBox"/],
    ['tags', { tagFilters: ['new'] } as SearchParams, /"tagFilters".*facetFilters/],
  ])('%s is refused in a sentence', (_what, params, message) => {
    expect(() => filters(params)).toThrow(message);
  });
});

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
