import { expect, test } from 'vitest';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';
import { itemMaker } from './to-item.ts';

async function pricesOf(text: string, settings: Partial<FeedSettings>) {
  const { all, warnings } = await readText(text, { language: null, ...settings });
  const make = itemMaker(proposeMapping(all));
  const prices = all.map((record) => {
    const { price, currency } = make(record).item?.fields ?? {};
    return [price, currency].filter((each) => each !== undefined).join(' ');
  });
  return { prices, unclear: warnings.map(({ code }) => code).filter((code) => code.startsWith('unclear')) };
}

const csv = (prices: string, name = 'price') =>
  [`id;name;${name}`, ...prices.split('|').map((price, at) => `${at + 1};Lamp ${at};${price}`)].join('\n');
const xml = (prices: string) =>
  `<offers>${prices
    .split('|')
    .map((price, at) => `<offer id="${at + 1}"><name>A lamp ${at}</name><price>${price}</price></offer>`)
    .join('')}</offers>`;
const ndjson = (prices: string) =>
  prices
    .split('|')
    .map((price, at) => JSON.stringify({ id: `${at + 1}`, name: `A lamp ${at}`, price }))
    .join('\n');
const chile = { siteAddress: 'https://flores.cl' };

test.each<[text: string, prices: string, settings?: Partial<FeedSettings>, unclear?: string]>([
  ['Nombre,Precio\nRamo,$65.000\nCorona,$120.000', '65000|120000', {}, 'unclearCurrency'],
  ['Nombre,Precio\nRamo,$65.000\nCorona,$990', '65000 CLP|990 CLP', chile],
  [xml('$65.000|$120.000'), '65000 CLP|120000 CLP', chile],
  [ndjson('$ 65.000|$ 1.120.000'), '65000 ARS|1120000 ARS', { siteAddress: 'https://flores.com.ar' }],
  ['id,title,link,price\n1,Ramo,https://flores.com.co/1,$65.000', '65000 COP'],
  ['id,title,link,price\n1,Ramo,https://flores.mx/1,"$65,000"', '65000 MXN'],
  [csv('$65.00|$7'), '65 USD|7 USD'],
  [csv('1.299|12.900'), '1299|12900', { language: 'de' }],
  [csv('1.299|12.900'), '1299|12900', {}, 'unclearPrices'],
  [csv('1.299|12.900'), '1.299|12.9', { language: 'en' }, 'unclearPrices'],
  [xml('1.299 EUR|12.900 EUR'), '1299 EUR|12900 EUR', { language: 'it' }],
  [xml('12.500|900'), '12500|900', { language: 'vi' }],
  [csv('1,299|12,900|990'), '1299|12900|990', { language: 'en' }],
  [csv('1.299|12,50'), '1299|12.5'],
  [csv('1,299|12.50'), '1299|12.5'],
  [csv('€1.299|€12.50'), '1.299 EUR|12.5 EUR'],
  [csv('1299.000|12.250'), '1299|12.25'],
  [csv('4.500 KWD|12.250 KWD'), '4.5 KWD|12.25 KWD'],
  [csv('Rp 120.000|Rp 99.000'), '120000 IDR|99000 IDR'],
  [csv('1 299 kr|12,50 kr'), '1299 SEK|12.5 SEK', { siteAddress: 'https://lampor.se' }],
  [csv('$95.00|95.00', 'Price (CAD)'), '95 CAD|95 CAD'],
  [csv('95.00', 'Price (₹)'), '95 INR'],
  [csv('95.00', '"ціна (грн)"'), '95 UAH'],
  [csv('95.00', 'preis_eur'), '95 EUR'],
  [JSON.stringify({ currency: 'CZK', products: [{ id: 1, name: 'Lamp', price: 12 }] }), '12 CZK'],
  ['<products currency="PLN"><product><id>1</id><name>Lamp</name><price>12</price></product></products>', '12 PLN'],
  ['<shop><currency>EUR</currency><product><id>1</id><name>Lamp</name><price>12</price></product></shop>', '12 EUR'],
  [csv('12|13.50'), '12 CZK|13.5 CZK', { siteAddress: 'https://lampy.cz', language: 'cs' }],
  ['id,title,link,price\n1,Lampa,https://lampy.pl/1,12', '12 PLN', { language: 'pl' }],
  [csv('12|13.50'), '12|13.5', { siteAddress: 'https://lampy.cz', language: 'sk' }],
  [csv('12|13.50'), '12|13.5', { siteAddress: 'https://lampy.com', language: 'cs' }],
  [csv('12|13.50'), '12|13.5', { siteAddress: 'https://lampi.bg', language: 'bg' }],
  [csv('12|13 €'), '12|13 EUR', { siteAddress: 'https://lampy.cz', language: 'cs' }],
  [csv('12|na dotaz|13'), '12 CZK|CZK|13 CZK', { siteAddress: 'https://lampy.cz', language: 'cs' }],
  [
    '<SHOP><SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCTNAME>Lampa</PRODUCTNAME><PRICE_VAT>12</PRICE_VAT><CATEGORYTEXT>Heureka.sk | Dom | Lampy</CATEGORYTEXT></SHOPITEM></SHOP>',
    '12 EUR',
    { siteAddress: 'https://lampy.com', language: 'sk' },
  ],
  [csv('12|13.50'), '12 RSD|13.5 RSD', { siteAddress: 'https://lampe.rs', language: 'sr' }],
  [csv('12|13', 'cena_eur'), '12 EUR|13 EUR', { siteAddress: 'https://lampy.cz', language: 'cs' }],
])('reads %j as %s', async (text, prices, settings = {}, unclear = '') => {
  expect(await pricesOf(text, settings)).toEqual({ prices: prices.split('|'), unclear: unclear === '' ? [] : [unclear] });
});

test('reports a column that writes thousands in two ways, wherever they differ', async () => {
  const prices = [
    ...Array.from({ length: 700 }, (_, at) => `${at + 100}`),
    '1.299',
    ...Array.from({ length: 600 }, () => '99'),
    '12.50',
  ];
  const { prices: read, unclear } = await pricesOf(csv(prices.join('|')), { language: 'de' });
  expect([read[700], unclear]).toEqual(['1299', ['unclearPrices']]);
});
