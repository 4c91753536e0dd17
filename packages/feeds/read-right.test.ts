import { expect, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';

type Fields = Readonly<Record<string, FieldValue | null>>;
interface Case {
  readonly what: string;
  readonly text: string;
  /** All items by id, with some of their fields; null where a field must be missing. */
  readonly items: Readonly<Record<string, Fields>>;
  readonly language?: string;
  readonly siteAddress?: string;
}

const bigCommerce =
  'Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Price,Sale Price,Brand ID,Is Visible,Product URL,Internal Image URL (Export),Image File';

const cases: readonly Case[] = [
  {
    what: 'the product table of OpenCart: hidden goods are skipped, the number of a manufacturer is no brand',
    text: [
      'product_id,model,sku,upc,quantity,stock_status_id,image,manufacturer_id,shipping,price,tax_class_id,status,viewed',
      '28,HTC Touch,H-28,,939,7,catalog/demo/htc.jpg,5,1,100.0000,9,1,0',
      '29,Palm Pro,P-29,,0,6,catalog/demo/palm.jpg,5,1,279.9900,9,1,0',
      '30,Draft Cam,C-30,,7,6,catalog/demo/cam.jpg,9,1,80.0000,9,0,0',
    ].join('\n'),
    siteAddress: 'https://shop.example/',
    items: {
      28: {
        price: 100,
        availability: 'in_stock',
        brand: null,
        product_code: 'H-28',
        image: 'https://shop.example/image/catalog/demo/htc.jpg',
      },
      29: { availability: 'out_of_stock' },
    },
  },
  {
    what: 'BigCommerce: rows of pictures belong to the product above them',
    text: [
      bigCommerce,
      'Product,77,Journal,physical,J-1,,none,0,25,,38,TRUE,/journal,,',
      'Image,301,,,,,,,,,,,,https://cdn.example/j1.jpg,j1.jpg',
      'Image,302,,,,,,,,,,,,https://cdn.example/j2.jpg,j2.jpg',
      'Product,78,Mug,physical,M-1,,none,0,9,7,38,TRUE,/mug,https://cdn.example/m.jpg,m.jpg',
    ].join('\n'),
    siteAddress: 'https://shop.example/',
    items: {
      77: {
        image: 'https://cdn.example/j1.jpg',
        images: ['https://cdn.example/j2.jpg'],
        brand: null,
        url: 'https://shop.example/journal',
      },
      78: { price: 7, price_before: 9, image: 'https://cdn.example/m.jpg' },
    },
  },
  {
    what: 'Shopify: pictures in the rows of variants are pictures of the product',
    text: [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position',
      'cup,Cup,Size,S,C-S,5,https://cdn.example/1.jpg,1',
      'cup,,,M,C-M,6,https://cdn.example/2.jpg,2',
      'cup,,,,,,https://cdn.example/3.jpg,3',
    ].join('\n'),
    items: {
      'cup:s': { image: 'https://cdn.example/1.jpg' },
      'cup:m': {
        price: 6,
        image: 'https://cdn.example/1.jpg',
        images: ['https://cdn.example/2.jpg', 'https://cdn.example/3.jpg'],
      },
    },
  },
  {
    what: 'a column that is called by a currency has prices in it, and numbers of brands and categories are no names',
    text: 'id,name,brand_id,category_id,EUR\n1,Lamp,12,4,19.90\n2,Rug,12,5,29.50\n3,Bed,14,5,1290.00\n',
    items: { 1: { price: 19.9, currency: 'EUR', brand: null, category: null }, 2: { price: 29.5 }, 3: { price: 1290 } },
  },
  {
    what: 'bar codes that are none are left out',
    text: 'id,name,price,ean\n1,Lamp,9,0\n2,Rug,8,1234\n3,Bed,7,4006381333931\n4,Cup,7,4006381333948\n5,Mug,7,4006381333955\n',
    items: { 1: { ean: null }, 2: { ean: null }, 3: { ean: '4006381333931' }, 4: {}, 5: {} },
  },
  {
    what: 'Magento: one place in stock is enough',
    text: 'sku,name,price,Salable Quantity\nA,Lamp,9,"Default Stock: 0, Supplier Stock: 3"\nB,Rug,8,Default Stock: 1\nC,Bed,7,"Default Stock: 0, Supplier Stock: 0"\n',
    items: { A: { availability: 'in_stock' }, B: { availability: 'in_stock' }, C: { availability: 'out_of_stock' } },
  },
  {
    what: 'Prom: an offer whose availability is empty is not available',
    text: '<yml_catalog><shop><offers><offer id="1" available="true"><name>Lamp</name><price>9</price></offer><offer id="2" available=""><name>Rug</name><price>8</price></offer></offers></shop></yml_catalog>',
    items: { 1: { availability: 'in_stock' }, 2: { availability: 'out_of_stock' } },
  },
  {
    what: 'Persian brands',
    text: 'شناسه,نام,قیمت,برند\n1,چراغ رومیزی,100,گلرنگ\n2,فرش پشمی,200,گلرنگ\n',
    items: { 1: { name: 'چراغ رومیزی', price: 100, brand: 'گلرنگ' }, 2: {} },
  },
];

test.each(cases)('$what', async ({ text, items: expected, language = 'en', siteAddress = null }) => {
  const { all } = await readText(text, { language, siteAddress });
  const make = itemMaker(proposeMapping(all, language));
  const items = all.flatMap((record) => make(record).item ?? []);
  expect(items.map(({ id }) => id).toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const { id, fields } of items)
    for (const [field, value] of Object.entries(expected[id]!))
      expect(fields[field], `${id}: ${field}`).toEqual(value ?? undefined);
});
