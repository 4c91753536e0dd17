import { expect, test } from 'vitest';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';
import { itemMaker } from './to-item.ts';

async function fieldsOf(text: string) {
  const { all } = await readText(text);
  const make = itemMaker(proposeMapping(all));
  return all.map((record) => make(record).item!.fields);
}

test.each([['a table', 'id;name;ean;size\n1;Lamp;N/A;null\n2;Chair;4006381333931;n/a\n3;Desk;#N/A;XL\n']])(
  'what stands for nothing in %s is no value',
  async (_name, text) => {
    expect(await fieldsOf(text)).toEqual([
      { name: 'Lamp' },
      { name: 'Chair', ean: '4006381333931' },
      { name: 'Desk', size: 'XL' },
    ]);
  },
);

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

const namesIn = async (text: string) => {
  const { all, warnings } = await readText(text);
  return {
    names: all.map(({ fields }) => fields['name'] ?? fields['Name'] ?? fields['Title'] ?? fields['title'] ?? fields['NAME']),
    warnings,
  };
};

const shopify = `Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status
lamp,Lamp,TRUE,Colour,red,L-1,10,active
lamp,,,,blue,L-2,11,
chair,Chair,FALSE,Size,S,C-1,20,active
chair,,,,M,C-2,21,
desk,Desk,TRUE,,,D-1,30,draft
shelf,Shelf,TRUE,,,S-1,40,archived
`;
const woo = `ID,Type,SKU,Name,Published,Visibility in catalog,Parent,Regular price
1,simple,A,Lamp,1,visible,,10
2,simple,B,Chair,-1,visible,,20
3,simple,C,Desk,0,visible,,30
4,simple,D,Shelf,1,hidden,,40
5,variable,E,Sofa,-1,visible,,
6,variation,E-1,Sofa red,1,visible,E,50
`;

test.each([
  ['a table of Shopify', shopify, ['Lamp', 'Lamp'], 4],
  ['a table of WooCommerce', woo, ['Lamp'], 4],
  [
    'a German table',
    'id,Name,Veröffentlicht,Sichtbarkeit im Katalog\n1,Lampe,1,visible\n2,Stuhl,0,visible\n3,Tisch,1,hidden\n',
    ['Lampe'],
    2,
  ],
])('skips and counts items that the shop hides, in %s', async (_name, text, names, count) => {
  const found = await namesIn(text);
  expect(found.names).toEqual(names);
  expect(found.warnings).toContainEqual({ code: 'unpublishedItems', details: expect.objectContaining({ count }) });
});

test('a text that says nothing of the stock is reported instead of stored', async () => {
  const { all } = await readText('id,name,availability\n1,Lamp,in stock\n2,Chair,ask Bob\n3,Desk,\n');
  const made = all.map(itemMaker(proposeMapping(all)));
  expect(made.map(({ item }) => item?.fields['availability'])).toEqual(['in_stock', undefined, undefined]);
  expect(made.map(({ problems }) => problems.map(({ reason, value }) => `${reason} ${value}`))).toEqual([
    [],
    ['unknownAvailability ask Bob'],
    [],
  ]);
});

test('goods of which there are only pictures get ids of these', async () => {
  const csv = (...rows: string[]) => ['categoria,zdjęcie', ...rows.map((row) => `Torby,torby/${row}.jpg`)].join('\n');
  const ids = async (text: string) => {
    const { all } = await readText(text, { siteAddress: 'https://torby.example' });
    return all.map(itemMaker(proposeMapping(all))).map(({ item }) => item?.id);
  };
  const [first, second] = await ids(csv('afrykański styl 1', '2'));
  expect(await ids(csv('2', '3', 'afrykański styl 1'))).toEqual([second, expect.stringMatching(/^\w{16}$/), first]);
});

const [front, back, side] = ['front', 'back', 'side'].map((name) => `https://a.example/${name}.jpg`);
test.each([
  ['JSON', JSON.stringify([{ id: 1, name: 'Lamp', images: [front, back, front, side] }])],
  ['XML', `<r><item><id>1</id><name>Lamp</name><image>${front}</image><image>${back}</image><image>${side}</image></item></r>`],
  ['a table', `id,name,image\n1,Lamp,"${front};${back}; ${side}"\n`],
  [
    'rows of Shopify',
    `Handle,Title,Body (HTML),Vendor,Variant SKU,Variant Price,Image Src,Image Position\nl,Lamp,,A,S,5,${front},1\nl,,,,,,${back},2\nl,,,,,,${side},3\n`,
  ],
  [
    'Squarespace',
    `Product ID [Non Editable],Variant ID [Non Editable],Product Type [Non Editable],Title,SKU,Price,On Sale,Stock,Hosted Image URLs\n1,2,PHYSICAL,Lamp,L,5,No,3,${front} ${back} ${side}\n`,
  ],
])('keeps the pictures behind the first, in %s', async (_name, text) => {
  const [fields] = await fieldsOf(text);
  expect([fields?.['image'], fields?.['images']]).toEqual([front, [back, side]]);
});

test('one picture is no list', async () => {
  expect((await fieldsOf(`id,name,image\n1,Lamp,${front}\n`))[0]).toEqual({ name: 'Lamp', image: front });
});

test('a field that would hide everything means something else, which is reported', async () => {
  const found = await namesIn('id,name,active\n1,Lamp,0\n2,Chair,0\n');
  expect(found.names).toEqual(['Lamp', 'Chair']);
  expect(found.warnings).toEqual([{ code: 'hidingIgnored', details: { field: 'active' } }]);
});

test('other words in such fields hide nothing', async () => {
  const found = await namesIn('id,name,status,visibility\n1,Lamp,new,Catalog\n2,Chair,sale,Search\n3,Desk,draft beer,x\n');
  expect(found.names).toEqual(['Lamp', 'Chair', 'Desk']);
});

/** Values of one column of a table, as lists or not. */
async function column(name: string, cells: readonly string[]) {
  const rows = cells.map((cell, at) => `${at + 1}\tItem ${at + 1}\t${cell}\n`).join('');
  return (await readText(`id\tname\t${name}\n${rows}`)).all.map(({ fields }) => fields[name]);
}

test.each([
  ['sizes', ['S,M,L', 'M', 'XL'], [['S', 'M', 'L'], 'M', 'XL']],
  [
    'rooms',
    ['kitchen, hall', 'hall, bath', 'kitchen, bath'],
    [
      ['kitchen', 'hall'],
      ['hall', 'bath'],
      ['kitchen', 'bath'],
    ],
  ],
  ['labels', ['["new", "sale"]', '["sale"]', '[]'], [['new', 'sale'], 'sale', undefined]],
  ['labels', ["['it\\'s new', 'sale']", "['sale']"], [["it's new", 'sale'], 'sale']],
  ['category', ['Home/Lamps,Sale/Home', 'Home/Rugs'], [['Home > Lamps', 'Sale > Home'], 'Home > Rugs']],
] as const)('%s of %j are lists', async (name, cells, expected) => {
  expect(await column(name, cells)).toEqual(expected);
});

test.each([
  ['description', ['Soft, warm', 'Soft, light', 'Warm, light']],
  ['Short text', ['Soft, warm', 'Soft, light', 'Warm, light']],
  ['author', ['King, Stephen', 'King, Tabitha', 'Hill, Joe']],
  ['brand', ['Smith | Sons', 'Smith | Sons', 'Smith | Sons']],
  ['weight', ['1,5', '2,5', '1,5']],
  ['care', ['Wash at 40, then dry', 'Wash at 30, never dry', 'Do not wash, wipe']],
  ['place', ['Paris, France', 'Brno, Czechia', 'Lyon, Morocco']],
  ['specs', ['Colour: red; Size: M', 'Colour: red; Size: L', 'Colour: blue; Size: M']],
  ['category', ['Audio/Video', 'Audio/Video', 'Lamps']],
  ['data', ['[{"a":1}]', '[{"a":2}]', '[{"a":3}]']],
] as const)('%s of %j stay whole', async (name, cells) => {
  expect(await column(name, cells)).toEqual(cells);
});

async function paths(header: string, ...rows: string[]) {
  const { all } = await readText(`id;name;${header}\n${rows.map((row, at) => `${at + 1};Item;${row}\n`).join('')}`);
  return all.map(({ fields }) => fields['@category_levels']);
}

test.each([
  'category1;category2',
  'Category Level 1;Category Level 2',
  'Kategorie 1;Kategorie 2',
  'cat_l1;cat_l2',
  'level_0_category;level_1_category',
  'category;subcategory',
  'main_category;sub_category',
  'Kategorie;Podkategorie',
  'kategori1;kategori2',
  'Ana Kategori;Alt Kategori',
  'Kategori;Underkategori',
  'Categoria;Sottocategoria',
])('levels in columns %s are one path', async (header) => {
  expect(await paths(header, 'Garden;Mowers', 'Garden;Garden', 'Home;')).toEqual(['Garden > Mowers', 'Garden', 'Home']);
});

test('columns that each hold a path are several categories', async () => {
  expect(await paths('category1;category2', 'Home > Lamps;Sale > Home')).toEqual([['Home > Lamps', 'Sale > Home']]);
});

test('ids of categories and a single column are no levels', async () => {
  expect(await paths('category1;category2', '17;18')).toEqual([undefined]);
  expect(await paths('category1;colour', 'Home;red')).toEqual([undefined]);
  expect(await paths('category2;category3', 'Home;Lamps')).toEqual([undefined]);
});
