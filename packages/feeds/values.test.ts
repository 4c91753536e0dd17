import { expect, test } from 'vitest';
import { availabilityOf } from './availability.ts';
import { categoryPaths } from './category-path.ts';
import { ownName } from './own-name.ts';
import { plainText } from './plain-text.ts';
import { parseNumber, parsePrice } from './price.ts';

const prices: Readonly<Record<string, [number, string | null] | null>> = {
  '5': [5, null],
  '5.00': [5, null],
  '5 000,50': [5000.5, null],
  '5\u00a0000,50 Kč': [5000.5, 'CZK'],
  '9 CZK': [9, 'CZK'],
  'CZK 9': [9, 'CZK'],
  '1.299,00 EUR': [1299, 'EUR'],
  '$1,299.00': [1299, 'USD'],
  '1,299 USD': [1299, 'USD'],
  '1,299': [1.299, null],
  '1.299.000': [1_299_000, null],
  '129,3945638': [129.3945638, null],
  "CHF 1'299.50": [1299.5, 'CHF'],
  '499,-': [499, null],
  '499,– Kč': [499, 'CZK'],
  'od 99 Kč / ks': [99, 'CZK'],
  '12,5 zł': [12.5, 'PLN'],
  '99.90 kr': [99.9, null],
  '€ 5': [5, 'EUR'],
  '-5': [-5, null],
  '0': [0, null],
  '10 - 20': null,
  'EUR 34375;US-USD 34375': null,
  'on request': null,
  '5 ask': null,
  '1e5': null,
  '1.2.3': null,
  '': null,
};

for (const [text, expected] of Object.entries(prices)) {
  test(`the price "${text}" is ${expected === null ? 'none' : expected.join(' ')}`, () => {
    const price = parsePrice(text);
    expect(price && [price.amount, price.currency]).toEqual(expected);
  });
}

test('a comma before three digits is a decimal comma unless the point is the decimal sign', () => {
  expect(parseNumber('1,299')).toBe(1.299);
  expect(parseNumber('1,299', true)).toBe(1299);
  expect(parseNumber('12 345')).toBe(12_345);
  expect(parseNumber('x')).toBeNull();
});

const availabilities: readonly (readonly [string | number | boolean, boolean, string | null])[] = [
  ['in stock', false, 'in_stock'],
  ['in_stock', false, 'in_stock'],
  ['https://schema.org/OutOfStock', false, 'out_of_stock'],
  ['Skladem > 5 ks', false, 'in_stock'],
  ['Není skladem', false, 'out_of_stock'],
  ['Vyprodáno', false, 'out_of_stock'],
  ['Na dotaz', false, 'backorder'],
  ['preorder', false, 'preorder'],
  [true, false, 'in_stock'],
  ['false', false, 'out_of_stock'],
  [3, false, 'in_stock'],
  ['0', false, 'out_of_stock'],
  ['0', true, 'in_stock'],
  ['3', true, 'backorder'],
  ['2027-01-01', true, 'preorder'],
  ['ask Bob', false, 'ask Bob'],
  [' ', false, null],
];

for (const [value, isDelivery, expected] of availabilities) {
  test(`the ${isDelivery ? 'delivery' : 'availability'} ${JSON.stringify(value)} is ${expected}`, () => {
    expect(availabilityOf(value, isDelivery)).toBe(expected);
  });
}

test('categories become paths, whatever separates their levels', () => {
  expect(categoryPaths('Heureka.cz | Nábytek | Židle')).toBe('Nábytek > Židle');
  expect(categoryPaths('Men>Shoes>Sneakers')).toBe('Men > Shoes > Sneakers');
  expect(categoryPaths('Kitchen -> Coffee Machines')).toBe('Kitchen > Coffee Machines');
  expect(categoryPaths('Animals &gt; Pet Supplies')).toBe('Animals > Pet Supplies');
  expect(categoryPaths(['Cell Phones', 'Prepaid Phones'])).toBe('Cell Phones > Prepaid Phones');
  expect(categoryPaths(['A > B', 'A > C', 'A > B'])).toEqual(['A > B', 'A > C']);
  expect(categoryPaths('A>B;C>D')).toEqual(['A > B', 'C > D']);
  expect(categoryPaths('Audio/Video')).toBe('Audio/Video');
  expect(categoryPaths('166')).toBeNull();
});

test('names of fields are normalised, and the names of standard fields stay theirs', () => {
  const names = {
    'Kód SÚKL': 'kod_sukl',
    vendorCode: 'vendor_code',
    'param.Barva rámu': 'param_barva_ramu',
    'images.image': 'feed_image',
    'shipping.price': 'shipping_price',
    '@id': 'feed_id',
    Цвет: 'цвет',
    '***': 'field',
    __proto__: 'proto',
    HTMLBody: 'html_body',
  };
  for (const [feedName, name] of Object.entries(names)) expect(ownName(feedName), feedName).toBe(name);
  expect(ownName('__proto__')).toBe('proto');
});

const texts: Readonly<Record<string, string>> = {
  'R&D &amp; more': 'R&D & more',
  'a &amp;nbsp; b &lt;b&gt;c&lt;/b&gt;': 'a b c',
  '<p>One</p><p>two</p>three<br/>four': 'One two three four',
  'H<sub>2</sub>O': 'H2O',
  'a < b and c > d': 'a < b and c > d',
  'before<script>alert("<b>1</b>")</script>after': 'beforeafter',
  'x <style>p{}</style> <!-- <b> --> y': 'x y',
  '&#174; &#x10D; &constructor; &#0; &#xD800;': '® č &constructor; &#0; &#xD800;',
  '  many\n\n spaces\u00a0 here ': 'many spaces here',
};

for (const [html, text] of Object.entries(texts)) {
  test(`${JSON.stringify(html)} is read as ${JSON.stringify(text)}`, () => {
    expect(plainText(html)).toBe(text);
  });
}

for (const hostile of ['<', '<script', '<!--', '<a', '&', '<a>', '<script>', '&lt;', '<![CDATA[', "<a b='"]) {
  test(`200,000 characters of ${hostile} are read in linear time`, () => {
    const startedAt = performance.now();
    plainText(hostile.repeat(200_000 / hostile.length));
    expect(performance.now() - startedAt).toBeLessThan(400);
  });
}
