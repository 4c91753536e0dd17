import { expect, test } from 'vitest';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';
import { datedPrices } from './dated-prices.ts';
import { itemMaker } from './to-item.ts';

async function readingOf(text: string, fields: readonly string[]) {
  const { all } = await readText(text);
  const results = all.map(itemMaker(proposeMapping(all)));
  const values = results.map(({ item }) => fields.map((field) => item?.fields[field] ?? '').join('/'));
  return { values: values.join('|'), problems: results.flatMap(({ problems }) => problems.map(({ reason }) => reason)) };
}

const twoPrices = (names: string): string => `id;name;${names.replace('|', ';')}\n1;Lampa;39.00;47.97\n2;Lampb;39.00;47.97`;

test.each(
  `Cena (netto)|Cena (brutto), Cena bez DPH|Cena s DPH, Preis netto|Preis brutto, Nettopreis|Bruttopreis, Prix HT|Prix TTC, price_excl_vat|price_incl_vat,
  price (ex GST)|price (inc GST), priceWithoutVat|priceWithVat, Net price|Gross price, price|price_vat, Precio sin IVA|Precio con IVA,
  Preço sem IVA|Preço com IVA, Prezzo senza IVA|Prezzo con IVA, Pret fara TVA|Pret cu TVA, Prijs zonder btw|Prijs met btw, Prijs excl. btw|Prijs incl. btw,
  Fiyat (KDV hariç)|Fiyat (KDV dahil), Pris ekskl. moms|Pris inkl. moms, Hinta (alv 0%)|Hinta (sis. alv), Kaina be PVM|Kaina su PVM, Cena bez PVN|Cena ar PVN,
  Hind km-ta|Hind km-ga, Τιμή χωρίς ΦΠΑ|Τιμή με ΦΠΑ, Цена без НДС|Цена с НДС, Ціна без ПДВ|Ціна з ПДВ, Цена без ДДС|Цена с ДДС, Cijena bez PDV-a|Cijena s PDV-om,
  Cena brez DDV|Cena z DDV, Nettó ár|Bruttó ár, 税抜価格|税込価格`
    .split(',')
    .map((names) => names.trim()),
)('reads the gross one of %s', async (names) => {
  expect((await readingOf(twoPrices(names), ['price'])).values).toBe('47.97|47.97');
  const [net = '', gross = ''] = names.split('|');
  const products = [1, 2].map((id) => ({ id, name: `Lampa ${id}`, [gross]: '47.97', [net]: '39.00' }));
  expect((await readingOf(JSON.stringify({ products }), ['price'])).values).toBe('47.97|47.97');
});

test('never takes a net price for a missing gross one', async () => {
  expect((await readingOf('id;name;Cena netto;Cena brutto\n1;Lampa;39;47.97\n2;Lampb;39;', ['price'])).values).toBe('47.97|');
});

const before =
  'was rrp msrp uvp list_price rrp_price old_price price_old oldPrice previousPrice RETAILPRICE compare_at regular_price price.retail'.split(
    ' ',
  );
const selling = 'price saleprice now_price sale_price price.sale SALEPRICE precoPromo'.split(' ');

test.each(before.flatMap((old) => selling.map((now) => [old, now])))('sells at %2$s, not at %1$s', async (old, now) => {
  const text = `id;name;${old};${now}\n1;Lampa;49.00;47.97\n2;Lampb;49.00;47.97`;
  expect((await readingOf(text, ['price', 'price_before'])).values).toBe('47.97/49|47.97/49');
});

test('sells at the reduced price of affiliate feeds', async () => {
  const product = (id: number) =>
    `<product><id>${id}</id><name>Suit</name><price_old>99.99</price_old><saleprice>77.99</saleprice><value>77.99</value></product>`;
  expect((await readingOf(`<products>${product(1)}${product(2)}</products>`, ['price', 'price_before'])).values).toBe(
    '77.99/99.99|77.99/99.99',
  );
});

test.each([
  ['Product ID,Name *,Price tax excluded,Show price (0 = No; 1 = Yes)\nF1,Fabric,excluded,1', '', ['missingName']],
  ['id,name,on_sale,price\n1,Lamp,1,5\n2,Desk,0,6', '5|6', []],
  ['id,name,is_price_negotiable,retail\n1,Lamp,1,5\n2,Desk,0,6', '|', []],
  ['id,title,price\n1,Lamp,19.90\n2,Desk,ask us\n3,Bed,on request', '19.9||', ['badPrice', 'badPrice']],
])('takes no flag and no word as a price: %j', async (text, prices, problems) => {
  const found = await readingOf(text, ['price']);
  expect(found.values).toBe(prices);
  expect(found.problems).toEqual(problems.filter((reason) => reason !== 'missingName'));
});

test('keeps bar codes beside spoilt ones and words, and reports these', async () => {
  const text = 'id,title,ean\n1,Lamp,4006381333931\n2,Desk,No barcode found\n3,Bed,8.59400E+12\n4,Rug,';
  expect(await readingOf(text, ['ean'])).toEqual({ values: '4006381333931|||', problems: ['badEan', 'badEan'] });
});

const now = Date.parse('2026-06-15T12:00:00Z');

test.each([
  ['g:sale_price', 'g:sale_price_effective_date', '2019-01-01T00:00Z/2019-02-01T00:00Z', 100],
  ['sale_price', 'sale_price_effective_date', '2026-06-01T13:00-0800/2026-07-11T15:30-0800', 80],
  ['sale_price', 'sale_price_effective_date', '2038-01-01/2038-02-01', 100],
  ['Sale price', 'Date sale price ends', '2026-06-15', 80],
  ['Sale price', 'Date sale price ends', '2026-06-14', 100],
  ['sale_price', 'date_on_sale_from', '2026-07-01T00:00:00', 100],
  ['Akční cena', 'Datum konce slevy', '1. 1. 2020'.replaceAll(' ', ''), 100],
  ['special_price', 'special_to_date', '2026-01-01 00:00:00', 100],
  ['special_price', 'special_price_from_date', '01/01/2020', 80],
  ['Sale price', 'reduction_to', '0000-00-00', 80],
  ['sale_price', 'sale_price_dates_to', '1546300800', 100],
  ['price.sale', 'price.sale.@end_date', '2020-01-01', 100],
  ['saleprice', 'onsale', '0', 100],
  ['sale_price', 'is_on_sale', 'yes', 80],
])('sells at %s within %s %s', async (sale, date, value, price) => {
  const fields = { id: '1', name: 'Lamp', price: '100', [sale]: '80', [date]: value };
  const all = [datedPrices(now).inTime({ position: 1, fields })];
  expect(all.map(itemMaker(proposeMapping(all)))[0]?.item?.fields['price']).toBe(price);
});
