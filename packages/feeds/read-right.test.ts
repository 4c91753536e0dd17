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
    what: 'skips bar codes that are none',
    text: 'id,name,price,ean\n1,Lamp,9,0\n2,Rug,8,1234\n3,Bed,7,4006381333931\n4,Cup,7,4006381333948\n5,Mug,7,4006381333955\n',
    items: { 1: { ean: null }, 2: { ean: null }, 3: { ean: '4006381333931' }, 4: {}, 5: {} },
  },
  {
    what: 'Magento: one place in stock is enough',
    text: 'sku,name,price,Salable Quantity\nA,Lamp,9,"Default Stock: 0, Supplier Stock: 3"\nB,Rug,8,Default Stock: 1\nC,Bed,7,"Default Stock: 0, Supplier Stock: 0"\n',
    items: { A: { availability: 'in_stock' }, B: { availability: 'in_stock' }, C: { availability: 'out_of_stock' } },
  },
  {
    what: 'Magento: the grid of products joins hidden sizes to the product whose SKU theirs begins with',
    text: [
      'ID,Name,Type,SKU,Price,Salable Quantity,Visibility,Size',
      '1,Shirt-45,Simple Product,S-1-45,64.99,Default Stock: 1,Not Visible Individually,45',
      '2,Shirt,Configurable Product,S-1,64.99, -,"Catalog, Search", -',
      '3,Shirt-46,Simple Product,S-1-46,64.99,Default Stock: 0,Not Visible Individually,46',
      '4,Tie,Simple Product,T-1,19.99,Default Stock: 3,"Catalog, Search", -',
    ].join('\n'),
    items: {
      1: { name: 'Shirt', size: '45', availability: 'in_stock', item_group: 'S-1' },
      3: { name: 'Shirt', size: '46', availability: 'out_of_stock', item_group: 'S-1' },
      4: { name: 'Tie', availability: 'in_stock' },
    },
  },
  {
    what: 'Rakuten: rows of SKUs are variants of the product above them',
    text: [
      '商品管理番号（商品URL）,商品番号,商品名,倉庫指定,PC用商品説明文,SKU管理番号,バリエーション項目キー1,バリエーション項目選択肢1,通常購入販売価格,在庫数',
      'lamp-1,lamp-1,ランプ,0,明るいランプです,,,,,',
      'lamp-1,,,,,lamp-1-bk,color,ブラック,2280,35',
      'lamp-1,,,,,lamp-1-wh,color,ホワイト,2480,0',
      'rug-1,rug-1,ラグ,1,暖かいラグです,,,,,',
      'rug-1,,,,,rug-1-a,color,ブルー,980,3',
    ].join('\n'),
    items: {
      'lamp-1:ブラック': { name: 'ランプ', price: 2280, availability: 'in_stock', item_group: 'lamp-1', param_color: 'ブラック' },
      'lamp-1:ホワイト': { name: 'ランプ', price: 2480, availability: 'out_of_stock' },
    },
  },
  {
    what: 'without a header, the price is the one above the purchase price, which is not shown',
    text: [
      '110100;Peanut butter fine;Nutty;10,26;14,38;4006040000112',
      '110150;Peanut butter crunchy;Nutty;17,44;24,44;4006040000211',
      '110160;Almond butter;Nutty;21,10;29,90;4006040000310',
    ].join('\n'),
    items: { 110100: { price: 14.38, column_4: null, column_5: null }, 110150: { price: 24.44 }, 110160: { price: 29.9 } },
  },
  {
    what: 'a cell with an object has parameters in it',
    text: 'id,name,price,specifications\n1,Phone,9,"{""Weight"": ""171 g"", ""Colour"": ""black""}"\n2,Case,5,\n',
    items: { 1: { param_weight: '171 g', param_colour: 'black', specifications: null }, 2: {} },
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
