import { expect, test } from 'vitest';
import { readText } from '#feeds/testing/read-text.ts';

const header = 'sku,product_type,name,price,visibility,configurable_variations\n';
const hidden = (sku: string, price = '9') => `${sku},simple,Tee ${sku},${price},Not Visible Individually,\n`;
const product = (sku: string, ...variations: string[]) =>
  `${sku},configurable,Tee,,"Catalog, Search","${variations.map((each) => `sku=${each},size=${each.at(-1) ?? ''}`).join('|')}"\n`;

async function read(rows: string) {
  const { all, warnings } = await readText(header + rows);
  return { items: all.map(({ fields }) => [fields.sku, fields.name, fields['@item_group'], fields['param.size']]), warnings };
}

test('variations take the name of their product, whether they stand before or behind it', async () => {
  const expected = [
    ['T-S', 'Tee', 'T', 'S'],
    ['T-M', 'Tee', 'T', 'M'],
  ];
  expect((await read(hidden('T-S') + hidden('T-M') + product('T', 'T-S', 'T-M'))).items).toEqual(expected);
  expect((await read(product('T', 'T-S', 'T-M') + hidden('T-S') + hidden('T-M'))).items).toEqual(expected);
});

test('a product whose variations are not in the feed stays, and hidden rows without a product are told', async () => {
  expect(await read(product('T', 'T-S') + hidden('X-1') + hidden('X-2'))).toEqual({
    items: [['T', 'Tee', undefined, undefined]],
    warnings: [{ code: 'hiddenItems', details: { count: 2 } }],
  });
});

test('a feed of nothing but hidden rows is read as it is', async () => {
  expect((await read(hidden('X-1') + hidden('X-2'))).items.map(([sku]) => sku)).toEqual(['X-1', 'X-2']);
});

test('more hidden rows than can wait are items by themselves', async () => {
  const rows = Array.from({ length: 5_010 }, (_, at) => hidden(`N-${at}`)).join('');
  const { items, warnings } = await read(rows + product('T', 'N-5009'));
  expect(items).toHaveLength(11);
  expect(items.at(-1)).toEqual(['N-5009', 'Tee', 'T', '9']);
  expect(warnings).toEqual([{ code: 'hiddenItems', details: { count: 4_999 } }]);
});
