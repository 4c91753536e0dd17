import { expect, test } from 'vitest';
import { availabilityOf, type DaysMeaning } from './availability.ts';
import { currencyInName } from './currencies.ts';
import { categoryPaths } from './category-path.ts';
import { ownName } from '#feeds/mapping/item-fields.ts';
import { plainText } from './plain-text.ts';
import { parseNumber, parsePrice } from './price.ts';

const prices: Readonly<Record<string, [number, string | null] | null>> = {
  '5': [5, null],
  '5 000,50': [5000.5, null],
  '5\u00a0000,50 Kč': [5000.5, 'CZK'],
  '9 CZK': [9, 'CZK'],
  '1.299,00 EUR': [1299, 'EUR'],
  '$1,299.00': [1299, 'USD'],
  '1,299 USD': [1299, 'USD'],
  '1,299': [1.299, null],
  '1.299.000': [1_299_000, null],
  "CHF 1'299.50": [1299.5, 'CHF'],
  '499,-': [499, null],
  'od 99 Kč / ks': [99, 'CZK'],
  '€ 5': [5, 'EUR'],
  '-5': [-5, null],
  '0': [0, null],
  '10 - 20': [10, null],
  '4.86 -- 6.22 EUR': [4.86, 'EUR'],
  '20 000Fcfa': [20_000, 'XOF'],
  '₹1,29,999.00': [129_999, 'INR'],
  'Rs. 12,34,567': [1_234_567, 'INR'],
  'R$ 1.299,90': [1299.9, 'BRL'],
  '1.299,- kr.': [1299, null],
  '₺1.250,00': [1250, 'TRY'],
  'NT$ 1,200': [1200, 'TWD'],
  '12,50 EUR / ks': [12.5, 'EUR'],
  '1 299 Kč vč. DPH': [1299, 'CZK'],
  '£12.50 inc VAT': [12.5, 'GBP'],
  '€1.299': [1299, 'EUR'],
  '1.299 EUR': [1.299, 'EUR'],
  '₩12,000': [12_000, 'KRW'],
  '12.000₫': [12_000, 'VND'],
  'от 1200 руб': [1200, 'RUB'],
  '120 лв.': [120, 'BGN'],
  'S/ 25.50': [25.5, 'PEN'],
  '$65 - $80': [65, 'USD'],
  'A partir de R$ 1.299,90': [1299.9, 'BRL'],
  '$5000 c/u': [5000, 'USD'],
  '65000 pesos': [65_000, null],
  '1.299,00 € *': [1299, 'EUR'],
  '12 Kč/ks vč. DPH': [12, 'CZK'],
  'Rs.1,299/-': [1299, 'INR'],
  '￥1,299': [1299, 'JPY'],
  '1,299円(税込)': [1299, 'JPY'],
  '1.299,00 TL + KDV': [1299, 'TRY'],
  '٩٩ ر.س': [99, 'SAR'],
  '1 299:-': [1299, null],
  '12 000 сум': [12_000, 'UZS'],
  'HT 12 €': [12, 'EUR'],
  'Price: $12.00': [12, 'USD'],
  '12.00 €/m²': [12, 'EUR'],
  '12,00 zł brutto': [12, 'PLN'],
  '₲ 120.000': [120_000, 'PYG'],
  '₡12.000': [12_000, 'CRC'],
  '1.250 KD': [1.25, 'KWD'],
  '22.90 TND - 63.90 TND': [22.9, 'TND'],
  '12 USD 15 EUR': null,
  'EUR 34375;US-USD 34375': [343.75, 'EUR'],
  'on request': null,
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

const availabilities: readonly (readonly [string | number | boolean | string[], DaysMeaning, string | null])[] = [
  ['in stock', 'none', 'in_stock'],
  ['https://schema.org/OutOfStock', 'none', 'out_of_stock'],
  ['Skladem > 5 ks', 'none', 'in_stock'],
  ['Skladem za 14 dní', 'none', 'backorder'],
  ['Διαθέσιμο κατόπιν παραγγελίας', 'none', 'backorder'],
  ['w magazynie', 'none', 'in_stock'],
  ['Není skladem', 'none', 'out_of_stock'],
  ['Na dotaz', 'none', 'backorder'],
  ['preorder', 'none', 'preorder'],
  [true, 'none', 'in_stock'],
  [3, 'none', 'in_stock'],
  ['0', 'none', 'out_of_stock'],
  ['0', 'dispatch', 'in_stock'],
  ['3', 'dispatch', 'in_stock'],
  ['4', 'dispatch', 'backorder'],
  ['2027-01-01', 'dispatch', 'preorder'],
  ['ask Bob', 'none', null],
  [' ', 'none', null],
  ['Lieferung in 1-3 Werktagen', 'delivery', 'in_stock'],
  ['Lieferzeit 2-3 Wochen', 'delivery', 'backorder'],
  ['3 ks', 'none', 'in_stock'],
  [['no', 'yes', 'no'], 'none', 'in_stock'],
  [['0', '0'], 'none', 'out_of_stock'],
  ['+', 'none', 'in_stock'],
  ['-', 'none', 'out_of_stock'],
  ['Stokta yok', 'none', 'out_of_stock'],
  ['Под заказ', 'none', 'backorder'],
  ['Εξαντλημένο', 'none', 'out_of_stock'],
  ['在庫あり', 'none', 'in_stock'],
  ['품절', 'none', 'out_of_stock'],
  ['Variable', 'none', null],
  [['ask Bob', 'agotado'], 'none', 'out_of_stock'],
  ['Disponible', 'none', 'in_stock'],
  ['No disponible', 'none', 'out_of_stock'],
  ['En existencia', 'none', 'in_stock'],
  ['Sin existencia', 'none', 'out_of_stock'],
  ['Disponible bajo pedido', 'none', 'backorder'],
  ['Nicht vorrätig', 'none', 'out_of_stock'],
  ['Niet beschikbaar', 'none', 'out_of_stock'],
  ['Elérhető', 'none', 'in_stock'],
  ['Mevcut değil', 'none', 'out_of_stock'],
  ['недоступен', 'none', 'out_of_stock'],
  ['ej tillgänglig', 'none', 'out_of_stock'],
  ['Eeltellimus', 'none', 'preorder'],
  ['غير متوفر', 'none', 'out_of_stock'],
  ['מלאי: במלאי', 'none', null],
  ['มีสินค้า', 'none', 'in_stock'],
  ['Reloj Casio Retro', 'none', null],
];

for (const [value, meaning, expected] of availabilities) {
  test(`the availability ${JSON.stringify(value)} is ${expected} where days mean ${meaning}`, () => {
    expect(availabilityOf(value, meaning)).toBe(expected);
  });
}

test('categories become paths, whatever separates their levels', () => {
  expect(categoryPaths('Heureka.cz | Nábytek | Židle')).toBe('Nábytek > Židle');
  expect(categoryPaths('Heureka.cz | ')).toBeNull();
  expect(categoryPaths('Home')).toBe('Home');
  expect(categoryPaths('Men>Shoes>Sneakers')).toBe('Men > Shoes > Sneakers');
  expect(categoryPaths('Electronics > Networking > DSL Modems / Routers')).toBe(
    'Electronics > Networking > DSL Modems / Routers',
  );
  expect(categoryPaths('Kitchen -> Coffee Machines')).toBe('Kitchen > Coffee Machines');
  expect(categoryPaths('Animals &gt; Pet Supplies')).toBe('Animals > Pet Supplies');
  expect(categoryPaths(['Cell Phones', 'Prepaid Phones'])).toBe('Cell Phones > Prepaid Phones');
  expect(categoryPaths(['A > B', 'A > C', 'A > B'])).toEqual(['A > B', 'A > C']);
  expect(categoryPaths('A>B;C>D')).toEqual(['A > B', 'C > D']);
  expect(categoryPaths('Leggings & Sets;Kids')).toEqual(['Leggings & Sets', 'Kids']);
  expect(categoryPaths('Bags &amp; Cases')).toBe('Bags & Cases');
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
  // In quadratic time it would take many minutes.
  test(`a million characters of ${hostile} are read to their end`, () => {
    expect(plainText(`first${hostile.repeat(1_000_000 / hostile.length)}`)).toMatch(/^first/);
  });
}

test.each([
  ['priceRUAH', 'UAH'],
  ['Cena (RSD)', 'RSD'],
  ['price_eur', 'EUR'],
  ['PriceUSD', 'USD'],
  ['measure', null],
  ['Preis', null],
])('the name %s says the currency %s', (name, currency) => {
  expect(currencyInName(name)).toBe(currency);
});
