import { describe, expect, test } from 'vitest';
import { itemMaker } from '#feeds/items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';

describe('named attributes', () => {
  const header =
    'ID,Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Attribute 2 name,Attribute 2 value(s)';
  const rows = [
    '1,variable,W-1,Wine Frana,1,,,Colour,"White, Red",1,1,Winery,"Kovač\\, sons"',
    '2,variation,W-1-W,Wine Frana - White,1,9.90,id:1,Colour,White,,1,,',
    '3,simple,G-1,Glass,1,4.50,,,,,,Winery,',
  ];

  async function items() {
    const { all } = await readText([header, ...rows].join('\n'));
    const make = itemMaker(proposeMapping(all));
    return all.map((record) => make(record).item!.fields);
  }

  test('attributes are fields by their names, with one value for each part', async () => {
    const [wine] = (await items()).filter(({ name }) => String(name).startsWith('Wine'));
    expect(wine).toMatchObject({ param_colour: 'White', param_winery: 'Kovač, sons' });
  });

  test('nothing is left of the columns that an attribute has, and an empty one is none', async () => {
    const names = new Set((await items()).flatMap((fields) => Object.keys(fields)));
    expect([...names].filter((name) => name.startsWith('attribute_'))).toEqual([]);
    const glass = (await items()).find(({ name }) => name === 'Glass');
    expect(Object.keys(glass!).filter((name) => name.startsWith('param_'))).toEqual([]);
  });

  test('a table of simple products has several values of one attribute as several', async () => {
    const simple = ['ID,Name,Attribute 1 name,Attribute 1 value(s)', '1,Shirt,Size,"S, M, L"', '2,Cap,Size,M'];
    const { all } = await readText(simple.join('\n'));
    const make = itemMaker(proposeMapping(all));
    expect(all.map((record) => make(record).item!.fields['param_size'])).toEqual([['S', 'M', 'L'], 'M']);
  });
});

describe('configurable products', () => {
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

  test('keeps a product whose variations are not in the feed, and counts hidden rows without a product', async () => {
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
});

describe('editions', () => {
  async function idsAndWarnings(csv: string, id = 'id') {
    const { all, warnings } = await readText(csv);
    return { ids: all.map(({ fields }) => `${String(fields[id])} ${String(fields.name)}`), warnings };
  }

  const told = (count: number, field: string) => [{ code: 'otherEditions', details: { count, field } }];

  test('skips rows that repeat an item in another currency, language or store, and counts them', async () => {
    expect(await idsAndWarnings('id,name,price,currency\n1,Lamp,9,EUR\n2,Rug,5,EUR\n1,Lamp,240,CZK\n2,Rug,130,CZK\n')).toEqual({
      ids: ['1 Lamp', '2 Rug'],
      warnings: told(2, 'currency'),
    });
    expect(
      await idsAndWarnings('sku,store_view_code,name,price\nA,,Lamp,9\nA,cs,Lampa,\nB,,Rug,5\nB,cs,Koberec,\n', 'sku'),
    ).toEqual({
      ids: ['A Lamp', 'B Rug'],
      warnings: told(2, 'store_view_code'),
    });
    expect(await idsAndWarnings('Product ID;Lang;name;price\n7;fr;Lampe;9\n7;en;Lamp;9\n8;fr;Tapis;5\n', 'Product ID')).toEqual({
      ids: ['7 Lampe', '8 Tapis'],
      warnings: told(1, 'Lang'),
    });
  });

  test('an item that only another currency or language has stays', async () => {
    expect(await idsAndWarnings('id,name,price,currency\n1,Lamp,9,EUR\n2,Rug,130,CZK\n3,Bed,90,EUR\n')).toEqual({
      ids: ['1 Lamp', '2 Rug', '3 Bed'],
      warnings: [],
    });
  });

  test('an id that comes twice in one edition stays a mistake of the feed, and a column that repeats is no key', async () => {
    expect(await idsAndWarnings('id,name,price,currency\n1,Lamp,9,EUR\n1,Lamp,9,EUR\n')).toEqual({
      ids: ['1 Lamp', '1 Lamp'],
      warnings: [],
    });
    const { ids } = await idsAndWarnings(
      'product_id,name,currency\n1,Lamp S,EUR\n1,Lamp M,EUR\n1,Lamp L,EUR\n1,Lamp XL,CZK\n',
      'product_id',
    );
    expect(ids).toHaveLength(4);
  });
});

describe('Shopify', () => {
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

  test('identifies variants by handle and options, whatever their SKUs are', async () => {
    expect((await items()).map(({ id }) => id)).toEqual(['shirt:silver:s', 'shirt:silver:m', 'shirt:blue:m', 'shirt-silver']);
    expect((await items()).map(({ fields }) => fields['product_code'])).toEqual(['L-1', 'L-1', undefined, 'P-1']);
  });

  test('reads options as fields by their names, without placeholders', async () => {
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
});
