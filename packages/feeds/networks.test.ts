import { expect, test } from 'vitest';
import { itemMaker } from './items/to-item.ts';
import { proposeMapping } from './mapping/mapping.ts';
import { readText } from './testing/read-text.ts';

const rakuten = (id: number, price: string) => `<product product_id="1${id}" name="A lamp ${id}" manufacturer_name="Acme">
  <category><primary>Home~~Lamps</primary></category>
  <URL><product>http://click.linksynergy.com/link?id=1&amp;murl=https%3A%2F%2Fshop.example%2Fp%2F${id}</product>
  <productImage>https://i.example/${id}.jpg</productImage></URL><price currency="USD">${price}</price>
  <shipping><availability>in-stock</availability></shipping></product>`;
const tradedoubler = (id: number) => ({
  name: `A lamp ${id}`,
  productImage: { url: `https://i.example/${id}.jpg` },
  offers: [
    {
      productUrl: `https://pdt.tradedoubler.com/click?a(1)p(2)url(https://shop.example/${id})`,
      priceHistory: [{ price: { value: `7${id}.99`, currency: 'SEK' } }],
      inStock: 1,
      sourceProductId: `X${id}`,
    },
  ],
});
const ozon = (id: number, stock: number) =>
  `<offer id="${id}"><price>1299</price><outlets><outlet instock="${stock}" warehouse_name="a"/></outlets></offer>`;

test.each([
  [
    'Rakuten, with a sale that is over',
    `<merchandiser>${rakuten(1, '<sale begin_date="2019-01-01" end_date="2019-02-01">80.00</sale><retail>100.00</retail>')}${rakuten(2, '<retail>110.00</retail>')}</merchandiser>`,
    {
      price: 100,
      currency: 'USD',
      url: 'https://shop.example/p/1',
      availability: 'in_stock',
      category: 'Home~~Lamps',
      brand: 'Acme',
    },
  ],
  [
    'Tradedoubler',
    JSON.stringify({ products: [tradedoubler(1), tradedoubler(2)] }),
    { price: 71.99, currency: 'SEK', url: 'https://shop.example/1', availability: 'in_stock' },
  ],
  [
    'Awin',
    'aw_deep_link,product_name,aw_product_id,search_price,currency,store_price,rrp_price\n' +
      'https://www.awin1.com/pclick.php?p=1&ued=https%3A%2F%2Fshop.example%2F1,Lamp,99,80.00,EUR,82.00,100.00',
    { price: 80, price_before: 100, url: 'https://shop.example/1' },
  ],
  [
    'CJ',
    'NAME,SKU,CURRENCY,SALEPRICE,PRICE,RETAILPRICE,BUYURL,INSTOCK\n' +
      'Lamp one,L1,USD,80.00,100.00,120.00,http://www.anrdoezrs.net/click-1?url=http%3A%2F%2Fshop.example%2F1,yes\n' +
      'Lamp two,L2,USD,,100.00,120.00,http://www.anrdoezrs.net/click-2?url=http%3A%2F%2Fshop.example%2F2,no',
    { price: 80, price_before: 120, url: 'http://shop.example/1', availability: 'in_stock' },
  ],
  [
    'WooCommerce in Brazil, with a sale that is over',
    'ID;SKU;Nome;Preço promocional;Preço normal;Data de término do preço promocional\n1;A;Lâmpada;1.199,90;1.299,90;2019-01-01\n2;B;Mesa;;899,90;',
    { name: 'Lâmpada', price: 1299.9 },
  ],
  [
    'a price list of Indonesia',
    'kode,nama,harga\nA1,Lampu meja,"Rp150.000"\nA2,Kursi,"Rp1.250.000"',
    { price: 150_000, currency: 'IDR' },
  ],
  ['pesos in a column', 'id,title,price,currency\n1,Lamp a,$65.000,COP\n2,Lamp b,$5.000,COP', { price: 65_000, currency: 'COP' }],
  [
    'stocks of Ozon',
    `<yml_catalog><shop><offers>${ozon(1, 5)}${ozon(2, 0)}</offers></shop></yml_catalog>`,
    { price: 1299, availability: 'in_stock' },
  ],
])('reads %s', async (_what, text, fields) => {
  const { all, warnings } = await readText(text, { language: null });
  expect(all.map(itemMaker(proposeMapping(all)))[0]?.item?.fields).toMatchObject(fields);
  expect(warnings).toEqual([]);
});
