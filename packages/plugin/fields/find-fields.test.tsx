import { afterEach, expect, test } from 'vitest';
import { findFields } from './watch-fields.ts';

afterEach(() => document.body.replaceChildren());

const idsFor = (html: string, selector = ''): string[] => {
  document.body.innerHTML = html;
  return findFields(selector).map(({ id }) => id);
};

test.each([
  ['Shoptet', '<form action="/action/ProductSearch/prepareString/"><input id="a" type="search" name="string"></form>'],
  ['PrestaShop', '<form action="/hledani"><input type="hidden" name="controller"><input id="a" type="text" name="s"></form>'],
  ['WooCommerce', '<form role="search" action="/"><input id="a" type="search" name="s"><button>Go</button></form>'],
  ['Shopify', '<form action="/search"><input id="a" type="search" name="q"></form>'],
  ['a form that only its address tells', '<form action="/vyhledavani"><input id="a" name="fraze"></form>'],
  ['a field without a form', '<header><input id="a" type="search"></header>'],
])('the search of %s is found', (_shop, html) => {
  expect(idsFor(html)).toEqual(['a']);
});

test('those for desktops and for phones are both found', () => {
  const form = (id: string) => `<form role="search"><input id="${id}" name="q"></form>`;
  expect(idsFor(form('wide') + form('narrow'))).toEqual(['wide', 'narrow']);
});

test.each([
  ['a newsletter', '<form action="/newsletter"><input id="a" type="email" name="mail"></form>'],
  ['a quantity', '<form action="/cart"><input id="a" type="number" name="q"></form>'],
  ['a field that is off', '<form role="search"><input id="a" name="q" disabled></form>'],
])('%s is no search', (_what, html) => {
  expect(idsFor(html)).toEqual([]);
});

test('a selector names the fields, and one that is none finds nothing', () => {
  const html = '<input id="a" class="find"><form role="search"><input id="b"></form>';
  expect(idsFor(html, '.find')).toEqual(['a']);
  expect(idsFor(html, '.other')).toEqual([]);
  expect(idsFor(html, 'input[')).toEqual([]);
});
