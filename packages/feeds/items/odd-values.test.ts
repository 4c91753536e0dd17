import { expect, test } from 'vitest';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';
import { itemMaker } from './to-item.ts';

async function fieldsOf(text: string) {
  const { all } = await readText(text);
  const make = itemMaker(proposeMapping(all));
  return all.map((record) => make(record).item!.fields);
}

test.each([
  ['a table', 'id;name;ean;size\n1;Lamp;N/A;null\n2;Chair;4006381333931;n/a\n3;Desk;#N/A;XL\n'],
  [
    'JSON',
    JSON.stringify([
      { id: 1, name: 'Lamp', ean: 'N/A', size: 'null' },
      { id: 2, name: 'Chair', ean: '4006381333931', size: 'n/a' },
      { id: 3, name: 'Desk', ean: '#N/A', size: 'XL' },
    ]),
  ],
  [
    'XML',
    '<r><item><id>1</id><name>Lamp</name><ean>N/A</ean><size>null</size></item><item><id>2</id><name>Chair</name><ean>4006381333931</ean><size>n/a</size></item><item><id>3</id><name>Desk</name><ean>#N/A</ean><size>XL</size></item></r>',
  ],
])('what stands for nothing in %s is no value', async (_name, text) => {
  expect(await fieldsOf(text)).toEqual([{ name: 'Lamp' }, { name: 'Chair', ean: '4006381333931' }, { name: 'Desk', size: 'XL' }]);
});

test('a reduced price without a currency has that of the price before', async () => {
  const [item] = await fieldsOf('id,title,price,sale_price\n1,Lamp,19.99 EUR,14.99\n2,Chair,29.99 EUR,24.99\n');
  expect(item).toMatchObject({ price: 14.99, price_before: 19.99, currency: 'EUR' });
});

test.each(['[]', '[ ]', ' [\n] '])('a document type whose rules are empty (%s) is harmless', async (subset) => {
  const text = `<?xml version="1.0"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd"${subset}><r><item><id>1</id><name>Lamp</name></item><item><id>2</id><name>Chair</name></item></r>`;
  expect((await fieldsOf(text)).map(({ name }) => name)).toEqual(['Lamp', 'Chair']);
});

test('a document type with rules is refused', async () => {
  const text = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "b">]><r><item><id>1</id><name>&a;</name></item></r>';
  await expect(readText(text)).rejects.toMatchObject({ code: 'doctype' });
});
