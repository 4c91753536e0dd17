import { expect, test } from 'vitest';
import { itemMaker } from '#feeds/items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';

const header =
  'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Status';
const rows = [
  'shirt,Linen shirt,<p>Soft.</p>,Loom,Shirts,true,Colour,Silver,Size,S,L-1,shopify,0,deny,49,59,https://cdn.example/1.jpg,1,active',
  'shirt,,,,,,,Silver,,M,L-1,shopify,3,deny,49,,,,',
  'shirt,,,,,,,Blue,,M,,shopify,0,continue,49,,,,',
  'shirt-silver,Silver pin,<p>Shiny.</p>,Loom,Pins,true,Title,Default Title,,,P-1,,0,deny,9,,https://cdn.example/2.jpg,1,active',
];

async function items(siteAddress: string | null = 'https://www.loom.example') {
  const { all } = await readText([header, ...rows].join('\n'), { siteAddress });
  const make = itemMaker(proposeMapping(all));
  return all.map((record) => make(record).item!);
}

test('variants are told apart by their handle and options, whatever their SKUs are', async () => {
  expect((await items()).map(({ id }) => id)).toEqual(['shirt:silver:s', 'shirt:silver:m', 'shirt:blue:m', 'shirt-silver']);
  expect((await items()).map(({ fields }) => fields['product_code'])).toEqual(['L-1', 'L-1', undefined, 'P-1']);
});

test('options are fields by their names, and what stands for none is left out', async () => {
  const [first, , third, pin] = await items();
  expect(first!.fields).toMatchObject({ param_colour: 'Silver', param_size: 'S', item_group: 'shirt', brand: 'Loom' });
  expect(third!.fields).toMatchObject({ param_colour: 'Blue', param_size: 'M', name: 'Linen shirt' });
  expect(Object.keys(pin!.fields).filter((name) => /option|title|param/.test(name))).toEqual([]);
});

test('stock that is not tracked, or sold on without any, can be bought', async () => {
  expect((await items()).map(({ fields }) => fields['availability'])).toEqual([
    'out_of_stock',
    'in_stock',
    'in_stock',
    'in_stock',
  ]);
});

test('the handle is the page of the shop', async () => {
  expect((await items()).map(({ fields }) => fields['url'])).toEqual([
    'https://www.loom.example/products/shirt',
    'https://www.loom.example/products/shirt',
    'https://www.loom.example/products/shirt',
    'https://www.loom.example/products/shirt-silver',
  ]);
});
