import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test, describe } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { csvRecords } from './csv-records.ts';
import { readLimits } from '#feeds/limits.ts';
import { allRecords, errorCode, inPieces, readText } from '#feeds/testing/read-text.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';

const read = (text: string, options: { separator?: string; headers?: string; piece?: number } = {}, limits = {}) =>
  allRecords(
    csvRecords(
      inPieces(text, options.piece ?? 7),
      { head: text.slice(0, 10_000), separator: options.separator ?? null, headers: options.headers ?? null },
      { ...readLimits, ...limits },
    ),
  );

const rows = async (...args: Parameters<typeof read>) => (await read(...args)).map(({ fields }) => fields);

for (const [name, separator] of Object.entries({ comma: ',', semicolon: ';', tab: '\t', pipe: '|' })) {
  test(`the ${name} is found out as the separator`, async () => {
    const text = ['id,name;x', '1,"a;b,c"', '2,d'].map((line) => line.replaceAll(/,(?![^"]*"$)/g, separator)).join('\n');
    expect(Object.keys((await rows(text))[0] ?? {})).toHaveLength(2);
  });
}

test('the separator can be given, by itself or by name', async () => {
  expect(await rows('a,b;c\n1,2;3', { separator: ';' })).toEqual([{ 'a,b': '1,2', c: '3' }]);
  expect(await rows('a;b\tc\n1;2\t3', { separator: 'tab' })).toEqual([{ 'a;b': '1;2', c: '3' }]);
  expect(await rows('sep=|\na,b|c\n1,2|3')).toEqual([{ 'a,b': '1,2', c: '3' }]);
});

test('headers can be given, and a header row that repeats them is skipped', async () => {
  expect(await rows('1,a\n2,b', { headers: 'id,name' })).toEqual([
    { id: '1', name: 'a' },
    { id: '2', name: 'b' },
  ]);
  expect(await rows('ID,Name\n2,b', { headers: 'id, name' })).toEqual([{ id: '2', name: 'b' }]);
});

test('columns without a name or with the same name are told apart', async () => {
  expect(await rows('a,,a\n1,2,3')).toEqual([{ a: '1', 'column 2': '2', 'a 2': '3' }]);
});

test('rows that do not fit are records with a warning', async () => {
  const records = await read('a,b\n1\n1,2,3\n\n4,5\n');
  expect(records.map(({ line, fields, problems }) => [line, { ...fields }, problems?.map(({ reason }) => reason)])).toEqual([
    [2, { a: '1' }, ['tooFewColumns']],
    [3, { a: '1', b: '2' }, ['tooManyColumns']],
    [5, { a: '4', b: '5' }, undefined],
  ]);
});

test('quotes in odd places and blanks around cells do no harm', async () => {
  expect(await rows('a,b,c\n 1 , "x, y" ,5" nail\n2,"TV" 40in,""""\n')).toEqual([
    { a: '1', b: 'x, y', c: '5" nail' },
    { a: '2', b: '"TV" 40in', c: '"' },
  ]);
});

test('a quote that is never closed costs one row', async () => {
  const text = `a,b\n1,"open\n${'2,fine\n'.repeat(50)}`;
  const atEnd = await read(text);
  expect(atEnd).toHaveLength(51);
  expect(atEnd[0]).toMatchObject({ fields: { a: '1', b: '"open' }, problems: [{ reason: 'repairedText' }] });
  expect(await read(text, {}, { maxQuotedChars: 40 })).toEqual(atEnd);
});

test('a file with a million columns, an endless line and an empty table are refused', async () => {
  expect(await errorCode(read(`${'c,'.repeat(1_000_000)}\n1`, { piece: 65_536 }))).toBe('tooManyColumns');
  expect(await errorCode(read(`a,b\n1,${'x'.repeat(5_000_000)}`, { piece: 65_536 }))).toBe('lineTooLong');
  expect(await errorCode(read('a,b\n\n'))).toBe('noRows');
});

test('old Mac line breaks are seen', async () => {
  expect(await rows('a,b\r1,2\r"3\r4",5\r')).toEqual([
    { a: '1', b: '2' },
    { a: '3\r4', b: '5' },
  ]);
});

const spectrum = sharedData('hostile/csv/csv-spectrum');

test.skipIf(spectrum === null)('csv-spectrum reads as it says', async () => {
  // The expectation of location_coordinates is about other values than its file.
  for (const file of readdirSync(`${spectrum}/csvs`).filter((name) => name !== 'location_coordinates.csv')) {
    const expected = JSON.parse(
      readFileSync(`${spectrum}/json/${file.replace('.csv', '.json')}`, 'utf8').replaceAll(String.raw`\r\n`, String.raw`\n`),
    ) as Record<string, string> | Record<string, string>[];
    const filled = [expected].flat().map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([, value]) => value.trim() !== '')
          .map(([name, value]) => [name, value.trim()]),
      ),
    );
    const { all } = await readText(readFileSync(`${spectrum}/csvs/${file}`), { type: 'csv' });
    expect(
      all.map(({ fields }) => ({ ...fields })),
      file,
    ).toEqual(filled);
  }
});

const csvFeeds = sharedData('feeds/csv');

test.skipIf(csvFeeds === null)('every real feed reads as another parser reads it', async () => {
  for (const file of readdirSync(csvFeeds ?? '')) {
    const text = new TextDecoder(file.includes('cp1250') ? 'windows-1250' : 'utf-8').decode(readFileSync(`${csvFeeds}/${file}`));
    const delimiter = [';', '\t', ','].find((each) => text.split('\n', 1)[0]?.includes(each)) ?? ',';
    const expected = parse<Record<string, string>>(text, {
      columns: true,
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      trim: true,
      skip_empty_lines: true,
    });
    const filled = expected.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .map(([name, value]) => [name, value.trim()])
          .filter(([, value]) => value !== '' && !/^#?n\/a$|^null$/i.test(value ?? '')),
      ),
    );
    const ours = (await read(text, { piece: 4_096 })).map(({ fields }) => ({ ...fields }));
    expect(JSON.stringify(ours) === JSON.stringify(filled), file).toBe(true);
  }
});

describe('dialects', () => {
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
      expect(await idsAndWarnings('Product ID;Lang;name;price\n7;fr;Lampe;9\n7;en;Lamp;9\n8;fr;Tapis;5\n', 'Product ID')).toEqual(
        {
          ids: ['7 Lampe', '8 Tapis'],
          warnings: told(1, 'Lang'),
        },
      );
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
});

test('reads quotes written with backslashes, if the rows are even only then', async () => {
  const escaped = 'id,text,price\na,"Screen 2\\", four lights",5\nb,"Screen 3\\", WiFi",6\nc,"plain ""quotes""",7\n';
  expect(await rows(escaped)).toEqual([
    { id: 'a', text: 'Screen 2", four lights', price: '5' },
    { id: 'b', text: 'Screen 3", WiFi', price: '6' },
    { id: 'c', text: 'plain "quotes"', price: '7' },
  ]);
  expect(await rows('id,path,price\na,"C:\\",5\nb,"D:\\",6\n')).toEqual([
    { id: 'a', path: 'C:\\', price: '5' },
    { id: 'b', path: 'D:\\', price: '6' },
  ]);
});
