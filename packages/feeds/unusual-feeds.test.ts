import { expect, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import { itemMaker } from './items/to-item.ts';
import { unmappedFields, proposeMapping } from '#feeds/mapping/mapping.ts';
import { errorCode, readText } from '#feeds/testing/read-text.ts';

/** Items as an import makes them, with nothing set by hand. */
async function itemsOf(text: string, settings: Partial<FeedSettings> = {}) {
  const { all, warnings } = await readText(text, settings);
  const make = itemMaker(proposeMapping(all, settings.language ?? null));
  const items = all.flatMap((record) => make(record).item ?? []);
  return { warnings: warnings.map(({ code }) => code), items };
}

const fieldsOf = async (text: string, settings?: Partial<FeedSettings>): Promise<Readonly<Record<string, FieldValue>>[]> =>
  (await itemsOf(text, settings)).items.map(({ fields }) => fields);

const shop = { siteAddress: 'https://shop.example/' };

test('pages are made of the keys of Magento and of Shopify', async () => {
  const { items, warnings } = await itemsOf(
    'sku,attribute_set_code,name,url_key\nC1,Default,Red chair,red-chair\nC2,Default,Oak table,oak-table\n',
    shop,
  );
  expect(items.map(({ fields }) => fields['url'])).toEqual([
    'https://shop.example/red-chair.html',
    'https://shop.example/oak-table.html',
  ]);
  expect(warnings).toEqual(['completedAddresses']);
  expect(await fieldsOf('sku,name,url_key\nC1,Red chair,red-chair\n', shop)).toMatchObject([
    { url: 'https://shop.example/red-chair' },
  ]);
  const products = [{ id: 1, title: 'Red chair', handle: 'red-chair', body_html: 'Oak', price: 10 }];
  expect(await fieldsOf(JSON.stringify({ products }), shop)).toMatchObject([{ url: 'https://shop.example/products/red-chair' }]);
});

test.each([
  ['a few values', (at: number) => ['A', 'B', 'C', 'D'][at % 4]!],
  ['one value on half of the items', (at: number) => (at % 2 === 0 ? `S${at}` : 'SKU')],
])('what repeats is no id where the pages differ: %s', async (_what, sku) => {
  const products = Array.from({ length: 12 }, (_, at) => ({
    sku: sku(at),
    title: `Lamp ${at}`,
    url: `https://shop.example/${at}`,
  }));
  const { items } = await itemsOf(JSON.stringify(products));
  expect(new Set(items.map(({ id }) => id)).size).toBe(12);
});

test.each([
  [
    'elements',
    `<offers>${['Стул|Стілець|Дуб|Дубовий', 'Стол|Стіл|Бук|Буковий']
      .map((texts) => texts.split('|'))
      .map(
        ([ru, ua, ruText, uaText], at) => `<offer id="${at + 1}"><price>10</price><name lang="ru">${ru}</name>
          <name lang="ua">${ua}</name><description lang="ru">${ruText}</description><description lang="ua">${uaText}</description></offer>`,
      )
      .join('')}</offers>`,
  ],
  [
    'names of fields',
    JSON.stringify([
      { id: 1, name_ru: 'Стул', name_ua: 'Стілець', description_ru: 'Дуб', description_ua: 'Дубовий' },
      { id: 2, name_ru: 'Стол', name_ua: 'Стіл', description_ru: 'Бук', description_ua: 'Буковий' },
    ]),
  ],
  [
    'columns beside one of no language',
    'id,name,name_ua,description,description_ua\n1,Стул,Стілець,Дуб,Дубовий\n2,Стол,Стіл,Бук,Буковий\n',
  ],
])('of several languages, the project takes its own, told by %s', async (_what, text) => {
  expect(await fieldsOf(text, { language: 'uk' })).toMatchObject([
    { name: 'Стілець', description: 'Дубовий' },
    { name: 'Стіл', description: 'Буковий' },
  ]);
  expect(await fieldsOf(text, { language: 'ru' })).toMatchObject([
    { name: 'Стул', description: 'Дуб' },
    { name: 'Стол', description: 'Бук' },
  ]);
});

test('an item that lacks the language of the project has the other one', async () => {
  const text = JSON.stringify([
    { id: 1, name_cs: 'Židle', name_de: 'Stuhl' },
    { id: 2, name_de: 'Tisch' },
  ]);
  expect(await fieldsOf(text, { language: 'cs' })).toMatchObject([{ name: 'Židle' }, { name: 'Tisch' }]);
});

test('the number of a vendor is no code of the product', async () => {
  const [offer] = await fieldsOf('<a><offer id="1"><name>Chair</name><vendor code="fd29">Acme</vendor></offer></a>');
  expect(offer).toMatchObject({ brand: 'Acme', vendor_code: 'fd29' });
  expect(offer).not.toHaveProperty('product_code');
});

test('the kind of an offer is no category', async () => {
  const offers = [1, 2].map(
    (id) => `<offer id="${id}" type="vendor.model"><vendor>Acme</vendor><model>Chair ${id}</model></offer>`,
  );
  const [first] = await fieldsOf(`<yml_catalog><shop><offers>${offers.join('')}</offers></shop></yml_catalog>`);
  expect(first).toMatchObject({ name: 'Acme Chair 1', brand: 'Acme' });
  expect(first).not.toHaveProperty('category');
});

test('nested variants are items, whatever they are called', async () => {
  const sizes =
    '<variations><variation><id>11</id><size>S</size><price>10</price></variation><variation><id>12</id><size>M</size><price>12</price></variation></variations>';
  const { items } = await itemsOf(
    `<a><product><id>1</id><name>Shirt</name><price>10</price>${sizes}</product><product><id>2</id><name>Cap</name><price>5</price></product></a>`,
  );
  expect(items).toMatchObject([
    { id: '11', fields: { name: 'Shirt', size: 'S', price: 10, item_group: '1' } },
    { id: '12', fields: { name: 'Shirt', size: 'M', price: 12, item_group: '1' } },
    { id: '2', fields: { name: 'Cap', price: 5 } },
  ]);
});

test('variants of Zboží are called by their product and what they add to its name', async () => {
  const variants = [176, 182].map(
    (size) => `<VARIANT><PRODUCTNAMEEXT>Délka ${size}</PRODUCTNAMEEXT><PRICE_VAT>${size}</PRICE_VAT></VARIANT>`,
  );
  const item = (inside: string) =>
    `<SHOP><SHOPITEM><PRODUCTNAME>Kalhoty</PRODUCTNAME><URL>https://shop.example/p</URL>${inside}</SHOPITEM></SHOP>`;
  for (const inside of [variants.join(''), `<VARIANTS>${variants.join('')}</VARIANTS>`])
    expect(await fieldsOf(item(inside))).toMatchObject([
      { name: 'Kalhoty Délka 176', price: 176, item_group: 'https://shop.example/p' },
      { name: 'Kalhoty Délka 182', price: 182, item_group: 'https://shop.example/p' },
    ]);
});

test.each([
  [
    'XML',
    '<rss><channel>{% for p in products %}<item><id>{{ p.id }}</id><title>{{ p.title | escape }}</title></item>{% endfor %}</channel></rss>',
  ],
  ['CSV', 'id,title,price\n{{ p.id }},{{ p.title }},{{ p.price }}\n'],
  ['JSON', '[{"id":"{{ p.id }}","title":"{{ p.title }}"}]'],
])('a template of a feed is refused: %s', async (_what, text) => {
  expect(await errorCode(readText(text))).toBe('template');
});

test('braces in the texts of items are no template', async () => {
  expect(await fieldsOf('id,title,text\n1,Mug {{cat}},{{ nice }}\n2,Mug,plain\n')).toHaveLength(2);
});

test('a table without a header is known by a first row that its columns repeat', async () => {
  const rows = ['Red chair,made of wood,Garden', 'Blue chair,made of iron,Garden', 'Green sofa,leather,House', 'Table,oak,House'];
  const { items, warnings } = await itemsOf(rows.join('\n'));
  expect(warnings).toEqual(['noHeader']);
  expect(items.map(({ fields }) => fields['name'])).toContain('Red chair');
});

test('an item may be the whole document', async () => {
  const variants = ['S', 'M'].map(
    (size, at) => `<VARIANT id="${at + 1}"><CODE>5/${size}</CODE><PRICE_VAT>10</PRICE_VAT></VARIANT>`,
  );
  const { items } = await itemsOf(
    `<SHOPITEM id="5"><NAME>Shirt</NAME><MANUFACTURER>Acme</MANUFACTURER><DESCRIPTION>Nice</DESCRIPTION><VARIANTS>${variants.join('')}</VARIANTS></SHOPITEM>`,
  );
  expect(items).toMatchObject([
    { id: '5-1', fields: { name: 'Shirt', brand: 'Acme', product_code: '5/S' } },
    { id: '5-2', fields: { name: 'Shirt', brand: 'Acme', product_code: '5/M' } },
  ]);
});

test('a product of Shopify whose date of publication is empty is not published', async () => {
  const product = (id: number, published_at: string | null) => ({ id, title: `Lamp ${id}`, published_at, price: 5 });
  const { items, warnings } = await itemsOf(JSON.stringify([product(1, null), product(2, '2026-01-01T00:00:00Z')]));
  expect(items.map(({ id }) => id)).toEqual(['2']);
  expect(warnings).toEqual(['unpublishedItems']);
});

test('a column that is called a price and holds none is told', async () => {
  const { all } = await readText('id,title,price\n1,Lamp,on request\n2,Chair,ask us\n');
  expect(unmappedFields(all, proposeMapping(all))).toEqual([
    { code: 'unmappedField', details: { field: 'price', from: 'price', value: 'on request' } },
  ]);
  const { all: mixed } = await readText('id,title,price\n1,Lamp,19.90\n2,Chair,ask us\n3,Bed,on request\n4,Rug,call\n');
  expect(unmappedFields(mixed, proposeMapping(mixed))).toMatchObject([{ details: { value: 'ask us' } }]);
  const { all: priced } = await readText('id,title,price\n1,Lamp,5\n2,Chair,ask us\n3,Bed,7\n');
  expect(unmappedFields(priced, proposeMapping(priced))).toEqual([]);
});
