import { expect, test } from 'vitest';
import { itemMaker } from '#feeds/items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';
import { siteOf } from '#feeds/recognise/shop-of-feed.ts';

async function read(text: string) {
  const { all, warnings } = await readText(text);
  const made = all.map(itemMaker(proposeMapping(all)));
  return {
    items: made.flatMap(({ item }) => (item ? [item] : [])),
    problems: made.flatMap(({ problems }) => problems.map(({ reason, severity }) => `${severity} ${reason}`)),
    warnings,
  };
}

const eans = ['4006381333931', '5901234123457', '9780201379624', '4006381333931'];
const wines = (odd: string, ending = '') =>
  ['sku,name,volume,abv,price,sale_price,stock,notes,active,image_url', odd]
    .concat([1, 2, 3, 4, 5, 6].map((at) => `W-${at},Wine ${at},75 cl,1${at}.5,${at}0,,100,Soft and long,true${ending}`))
    .join('\n');

test.each([
  ['one separator too many before the price', 'W-9,Old wine,1,5 l,13.5,70,,100,Round and rich,true,'],
  ['one too few before the stock', 'W-9,Old wine,75 cl,13.5,60,100,Round and rich,true,'],
])('a row with %s is an error, and no item', async (_what, odd) => {
  const { items, problems } = await read(wines(odd, ','));
  expect(items).toHaveLength(6);
  expect(problems).toEqual(['error shiftedRow']);
});

test('a shifted row of the right width is an error where many rows are too short', async () => {
  const short = [7, 8].map((at) => `W-${at},Wine ${at},75 cl,1${at}.5,${at}0,,100,Soft,true`).join('\n');
  const { items, problems } = await read(`${wines('W-9,Old wine,1,5 l,13.5,70,,100,Round,true', ',')}\n${short}`);
  expect(items.map(({ id }) => id)).not.toContain('W-9');
  expect(items).toHaveLength(8);
  expect(problems.toSorted()).toEqual(['error shiftedRow', 'warning tooFewColumns', 'warning tooFewColumns']);
});

test('a row that is shifted behind its price, stock and name loses the shifted values, and hides nothing', async () => {
  const { items, problems } = await read(wines('W-9,Old wine,75 cl,13.5,60,,100,Round, rich,false,', ','));
  expect(items.find(({ id }) => id === 'W-9')?.fields).toMatchObject({ name: 'Old wine', price: 60, availability: 'in_stock' });
  expect(items).toHaveLength(7);
  expect(problems).toEqual(['warning tooManyColumns']);
});

test.each([
  ['shorter rows', wines('W-9,Old wine,75 cl,13.5,60,,100,Round and rich,true', ',')],
  [
    'a repeated word among numbers',
    `${wines('W-9,Old wine,75 cl,13.5,60,,ask,Rich', ',')}\nW-8,Port,75 cl,13.5,60,,ask,Rich,true,`,
  ],
])('keeps items of %s', async (_what, text) => {
  const { items } = await read(text);
  expect(items.map(({ id }) => id)).toContain('W-9');
});

test('reports once that every row has one cell fewer than the header', async () => {
  const { problems, warnings } = await read(wines('W-9,Old wine,75 cl,13.5,60,,100,Round and rich,true'));
  expect(problems).toEqual([]);
  expect(warnings).toContainEqual({ code: 'shiftedColumns', details: { cells: '9', columns: '10' } });
});

test('aligns rows that all lack a cell, where bar codes, pictures and stock are certain then', async () => {
  const row = (at: number) => `W-${at},Wine ${at},Domaine,${eans[at]},${at},Soft and long,https://s.example/${at}.jpg`;
  const { items, warnings } = await read(
    ['id,name,supplier,brand,ean,stock,description,image', ...eans.keys().map(row)].join('\n'),
  );
  expect(items[1]?.fields).toMatchObject({ ean: eans[1], availability: 'in_stock', image: 'https://s.example/1.jpg' });
  expect(items[1]?.fields.description).toBe('Soft and long');
  expect(warnings).toContainEqual({ code: 'shiftedColumns', details: { cells: '7', columns: '8' } });
});

test('reports nothing where only columns without a name lack their cells', async () => {
  const { warnings, problems } = await read('id,name,price,,\n1,Lamp,5\n2,Desk,6\n3,Chair,7\n');
  expect([...warnings.map(({ code }) => code), ...problems]).toEqual([]);
});

const raised = [
  { id: '1', name: 'Lamp', price: '60', sale_price: '100' },
  { id: '2', name: 'Desk', price: '80', sale_price: '70' },
];
const element = (fields: object): string =>
  Object.entries(fields)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('');

test.each([
  ['JSON', JSON.stringify(raised)],
  ['CSV', `id;name;price;sale_price\n${raised.map((item) => Object.values(item).join(';')).join('\n')}`],
  ['XML', `<items>${raised.map((item) => `<item>${element(item)}</item>`).join('')}</items>`],
])('does not take a reduced price above the normal one, in %s', async (_format, text) => {
  const { items, problems } = await read(text);
  expect(items.map(({ fields }) => [fields.price, fields.price_before])).toEqual([
    [60, undefined],
    [70, 80],
  ]);
  expect(problems).toEqual(['warning reducedAbove']);
});

test.each([
  ['CSV', 'id;name;price\n1;Lamp;5\n2;;\n3;Desk;6\n'],
  [
    'JSON',
    JSON.stringify([
      { id: '1', name: 'Lamp' },
      { id: '2', name: '' },
      { id: '3', name: 'Desk' },
    ]),
  ],
  [
    'XML',
    '<r><item><id>1</id><name>Lamp</name></item><item><id>2</id><name/></item><item><id>3</id><name>Desk</name></item></r>',
  ],
])('what is nothing but an id is an error, in %s', async (_format, text) => {
  const { items, problems } = await read(text);
  expect(items.map(({ id }) => id)).toEqual(['1', '3']);
  expect(problems).toEqual(['error emptyItem']);
});

const marked = [
  { id: '1', name: 'Shirt', image: ' -', ean: '—', size: '-', filling: 'none', weight: 'none', brand: 'None', rating: '+' },
  {
    id: '2',
    name: 'Dress',
    image: 'https://s.example/2.jpg',
    ean: '4006381333931',
    size: 'M',
    filling: 'down',
    weight: '5',
    brand: 'Loom',
    rating: '-',
  },
  { id: 'none', name: 'Skirt', image: '--', ean: 'n/a', size: '–', filling: 'down', weight: '6', brand: 'N.A.', rating: '-' },
];

test.each([
  ['CSV', [Object.keys(marked[0]!), ...marked.map(Object.values)].map((cells) => cells.join(';')).join('\n')],
  ['JSON', JSON.stringify(marked)],
  ['XML', `<items>${marked.map((item) => `<item>${element(item)}</item>`).join('')}</items>`],
])('dashes and words for nothing are no values, in %s', async (_format, text) => {
  const { items, problems } = await read(text);
  expect(items.map(({ fields }) => fields)).toEqual([
    { name: 'Shirt', filling: 'none', rating: '+' },
    {
      name: 'Dress',
      image: 'https://s.example/2.jpg',
      ean: '4006381333931',
      size: 'M',
      filling: 'down',
      weight: '5',
      brand: 'Loom',
      rating: '-',
    },
    { name: 'Skirt', filling: 'down', weight: '6', rating: '-' },
  ]);
  expect(problems).toEqual([]);
});

test('a description whose character data is escaped, whole or in part, is read without its marks', async () => {
  const item = (id: number, text: string) =>
    `<offer id="${id}"><name>Towel ${id}</name><description>${text}</description></offer>`;
  const { items } = await read(
    `<yml_catalog><shop><offers>${item(1, '&lt;![CDATA[&lt;p&gt;Soft cotton&lt;/p&gt;]]&gt;')}${item(2, '<![CDATA[<![CDATA[<p>Thick</p>]]]]><![CDATA[>]]>')}</offers></shop></yml_catalog>`,
  );
  expect(items.map(({ fields }) => fields.description)).toEqual(['Soft cotton', 'Thick']);
});

test.each<[string | null, string[]]>([
  [null, ['https://shop.pxf.io/c/1', 'https://brand.sjv.io/c/2', 'https://hb.afl.rakuten.co.jp/x', 'https://bit.ly/x']],
  [null, ['https://one.example/1', 'https://two.test/2', 'https://three.invalid/3', 'https://four.example.org/4']],
  ['https://lamps.github.io', ['https://lamps.github.io/1', 'https://github.com/lamps']],
  ['https://www.lamps.example', ['https://www.lamps.example/1', 'https://m.lamps.example/2', 'https://cz.lamps.example/2']],
])('proposes %s as the shop', (site, addresses) => {
  expect(siteOf(addresses)).toBe(site);
});
