import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readPath } from '#feeds/testing/read-text.ts';

type Fields = Readonly<Record<string, FieldValue | undefined>>;

const folder = path.join(import.meta.dirname, 'samples');

/** Of each sample: the ids of its items, and fields of the first one and of the last one that are there. */
const expected: Readonly<Record<string, readonly [ids: readonly string[], first: Fields, last: Fields]>> = {
  'arukereso.xml': [
    ['C1', 'T1'],
    { name: 'Tölgyfa szék', price: 22_990, category: 'Bútor > Szék', url: 'https://shop.example/szek', availability: 'in_stock' },
    { name: 'Fenyő asztal', price: 57_990, brand: 'Borova', availability: 'backorder' },
  ],
  'awin.csv': [
    ['900001', '900002'],
    { name: 'Oak chair', price: 59.9, currency: 'EUR', url: 'https://shop.example/oak-chair', availability: 'in_stock' },
    { name: 'Pine table', price: 149, category: 'Furniture > Tables', availability: 'out_of_stock' },
  ],
  'ceneo.xml': [
    ['C1', 'T1'],
    { name: 'Krzesło dębowe', price: 249.9, brand: 'Lipa', category: 'Meble > Krzesła', ean: '5901234123457' },
    { name: 'Stół sosnowy', price: 629, image: 'https://shop.example/img/stol.jpg', availability: 'out_of_stock' },
  ],
  'facebook.csv': [
    ['C1', 'T1'],
    { name: 'Oak chair', price: 59.9, price_before: 79.9, currency: 'EUR', availability: 'in_stock' },
    { name: 'Pine table', price: 149, price_before: undefined, availability: 'out_of_stock' },
  ],
  'glami.xml': [
    ['C1', 'T1'],
    { name: 'Dubová židle', price: 1499, item_group: 'C', category: 'Nábytek > Židle', param_material: 'dub' },
    { name: 'Borový stůl', price: 3750.5, availability: 'backorder' },
  ],
  'google.xml': [
    ['C1', 'T1'],
    { name: 'Oak chair', price: 59.9, price_before: 79.9, currency: 'EUR', brand: 'Lipa', category: 'Furniture > Chairs' },
    { name: 'Pine table', price: 149, url: 'https://shop.example/pine-table', availability: 'out_of_stock' },
  ],
  'heureka.xml': [
    ['C1', 'T1'],
    { name: 'Dubová židle', price: 1499, category: 'Nábytek > Židle', availability: 'in_stock', param_material: 'dub' },
    { name: 'Borový stůl', price: 3750.5, brand: 'Borová', availability: 'backorder' },
  ],
  'idealo.csv': [
    ['C1', 'T1'],
    { name: 'Eichenstuhl', price: 59.9, category: 'Möbel > Stühle', availability: 'in_stock', ean: '5901234123457' },
    { name: 'Kieferntisch', price: 149, availability: 'backorder' },
  ],
  'kelkoo.xml': [
    ['C1', 'T1'],
    { name: 'Chaise en chêne', price: 59.9, currency: 'EUR', url: 'https://shop.example/chaise', availability: 'in_stock' },
    { name: 'Table en pin', price: 149, category: 'Meubles > Tables', availability: 'out_of_stock' },
  ],
  'magento.csv': [
    ['C1', 'T1'],
    { name: 'Oak chair', price: 59.9, price_before: 79.9, brand: 'Lipa', url: 'https://shop.example/oak-chair.html' },
    { name: 'Pine table', price: 149, availability: 'out_of_stock', param_material: 'Pine' },
  ],
  'opencart.csv': [
    ['11', '12'],
    { name: 'Oak chair', price: 59.9, brand: 'Lipa', product_code: 'C1', availability: 'in_stock' },
    { name: 'Pine table', price: 149, category: 'Furniture > Tables', availability: 'out_of_stock' },
  ],
  'partner-ads.xml': [
    ['C1', 'T1'],
    { name: 'Egestol', price: 449, price_before: 599, brand: 'Lipa', url: 'https://shop.example/egestol' },
    { name: 'Fyrrebord', price: 1199, price_before: undefined, category: 'Møbler > Borde', availability: 'backorder' },
  ],
  'prestashop.csv': [
    ['11', '12'],
    { name: 'Oak chair', price: 59.9, brand: 'Lipa', ean: '5901234123457', availability: 'in_stock' },
    { name: 'Pine table', price: 149, category: 'Tables', availability: 'out_of_stock' },
  ],
  'prisjakt.csv': [
    ['C1', 'T1'],
    { name: 'Ekstol', price: 599, brand: 'Lipa', category: 'Möbler > Stolar', availability: 'in_stock' },
    { name: 'Furubord', price: 1490, url: 'https://shop.example/furubord', availability: 'out_of_stock' },
  ],
  'shopify.csv': [
    ['oak-chair:brown', 'oak-chair:white', 'pine-table'],
    {
      name: 'Oak chair',
      price: 59.9,
      price_before: 79.9,
      item_group: 'oak-chair',
      param_color: 'Brown',
      availability: 'in_stock',
    },
    { name: 'Pine table', price: 149, url: 'https://shop.example/products/pine-table', availability: 'out_of_stock' },
  ],
  'shopify.json': [
    ['21', '22', '23'],
    { name: 'Oak chair', price: 59.9, price_before: 79.9, item_group: '11', param_color: 'Brown', availability: 'in_stock' },
    { name: 'Pine table', price: 149, url: 'https://shop.example/products/pine-table', availability: 'out_of_stock' },
  ],
  'shoptet.csv': [
    ['C1/H', 'C1/B'],
    { name: 'Dubová židle', price: 1499, currency: 'CZK', item_group: '11', availability: 'in_stock' },
    { name: 'Dubová židle', price: 1599, category: 'Nábytek > Židle', availability: 'out_of_stock' },
  ],
  'shoptet.xml': [
    ['11-21', '11-22'],
    { name: 'Dubová židle', price: 1499, currency: 'CZK', item_group: '11', param_barva: 'hnědá', availability: 'in_stock' },
    { name: 'Dubová židle', price: 1599, product_code: 'C1/B', param_barva: 'bílá', availability: 'out_of_stock' },
  ],
  'skroutz.xml': [
    ['C1', 'T1'],
    { name: 'Καρέκλα δρυς', price: 59.9, brand: 'Lipa', category: 'Έπιπλα > Καρέκλες', availability: 'in_stock' },
    { name: 'Τραπέζι πεύκο', price: 149, url: 'https://shop.example/pine-table', availability: 'backorder' },
  ],
  'trovaprezzi.xml': [
    ['C1', 'T1'],
    { name: 'Sedia in rovere', price: 59.9, price_before: 79.9, category: ['Mobili', 'Sedie'], availability: 'in_stock' },
    { name: 'Tavolo in pino', price: 149, price_before: undefined, brand: 'Borova', availability: 'out_of_stock' },
  ],
  'woocommerce.csv': [
    ['11', '12'],
    { name: 'Oak chair', price: 59.9, price_before: 79.9, brand: 'Lipa', param_material: 'Oak', availability: 'in_stock' },
    { name: 'Pine table', price: 149, product_code: 'T1', availability: 'out_of_stock' },
  ],
  'woocommerce.json': [
    ['11', '12'],
    { name: 'Oak chair', price: 59.9, price_before: 79.9, category: 'Chairs', param_material: 'Oak', availability: 'in_stock' },
    { name: 'Pine table', price: 149, url: 'https://shop.example/pine-table', availability: 'out_of_stock' },
  ],
  'yml.xml': [
    ['C1', 'T1'],
    { name: 'Дубовий стілець', price: 2490, price_before: 2990, currency: 'UAH', category: 'Меблі > Стільці' },
    { name: 'Сосновий стіл', price: 5990, brand: 'Борова', availability: 'out_of_stock' },
  ],
  'zbozi.xml': [
    ['C1', 'T1'],
    { name: 'Dubová židle', price: 1499, category: 'Nábytek > Židle', availability: 'in_stock', param_material: 'dub' },
    { name: 'Borový stůl', price: 3750.5, url: 'https://shop.example/borovy-stul', availability: 'backorder' },
  ],
};

test('every sample has what is expected of it', () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(expected).toSorted());
});

test.each(Object.entries(expected))('%s is read with nothing set by hand', async (file, [ids, first, last]) => {
  const { all } = await readPath(path.join(folder, file), { siteAddress: 'https://shop.example/' });
  const make = itemMaker(proposeMapping(all, null));
  const made = all.map((record) => make(record));
  const items = made.flatMap(({ item }) => item ?? []);
  expect(items.map(({ id }) => id)).toEqual(ids);
  for (const [item, wanted] of [[items[0], first] as const, [items.at(-1), last] as const])
    for (const [name, value] of Object.entries(wanted)) expect(item?.fields[name], `${file}: ${name}`).toEqual(value);
  for (const { fields } of items) expect(fields['image'], file).toMatch(/^https:\/\/(?:shop|cdn)\.example\//);
});
