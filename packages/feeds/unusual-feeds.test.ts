import { expect, test, describe } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import type { FeedSettings } from './feed-settings.ts';
import { itemMaker } from './items/to-item.ts';
import { unmappedFields, proposeMapping } from './mapping/mapping.ts';
import { errorCode, readText } from './testing/read-text.ts';

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
  expect(unmappedFields(mixed, proposeMapping(mixed))).toEqual([]);
  expect(mixed.map(itemMaker(proposeMapping(mixed))).map(({ item }) => item?.fields['price'])).toContain(19.9);
  const { all: priced } = await readText('id,title,price\n1,Lamp,5\n2,Chair,ask us\n3,Bed,7\n');
  expect(unmappedFields(priced, proposeMapping(priced))).toEqual([]);
});

describe('odd feeds', () => {
  /** Whatever real feeds do wrong: what is read of them without any settings, by id. */
  const odd: readonly (readonly [
    what: string,
    content: string | Uint8Array,
    Readonly<Record<string, Record<string, FieldValue>>>,
  ])[] = [
    [
      'elements with accents, and a short description in place of a name',
      `<sklad><Položky><Položka><IdentifikačníČíslo>B1</IdentifikačníČíslo><Popis>Zimní bunda</Popis><Materiál>Bavlna a nylon</Materiál>
      <CenaZaKus>1500</CenaZaKus></Položka><Položka><IdentifikačníČíslo>B2</IdentifikačníČíslo><Popis>Péřovka</Popis>
      <Materiál>Vlna a akryl</Materiál><CenaZaKus>5400</CenaZaKus></Položka></Položky></sklad>`,
      { B1: { name: 'Zimní bunda', price: 1500 }, B2: { name: 'Péřovka', price: 5400 } },
    ],
    [
      'a table without a header whose names come again, with categories as scripts print them',
      [1, 2, 3, 4, 5]
        .map(
          (at) =>
            `c2d76${at}ca,${['Cycling shorts', 'Sofa bed', 'Dog shampoo'][at % 3]},"[""Garden >> Tools, pots >> Part ${at}""]"`,
        )
        .join('\n'),
      {
        c2d761ca: { name: 'Sofa bed', category: 'Garden > Tools, pots > Part 1' },
        c2d762ca: { name: 'Dog shampoo' },
        c2d763ca: { name: 'Cycling shorts' },
        c2d764ca: { name: 'Sofa bed' },
        c2d765ca: { name: 'Dog shampoo' },
      },
    ],
    [
      'a default namespace and prefixes of the author',
      '<x:shop xmlns:x="urn:x" xmlns="urn:y"><x:product><x:id>1</x:id><x:name>Lamp</x:name><price>5</price></x:product></x:shop>',
      { '1': { name: 'Lamp', price: 5 } },
    ],
    [
      'all data in attributes',
      '<goods><item id="007" name="Lamp &apos;A&apos;" price="5,50" url="https://a.example/7" picture="https://a.example/7.jpg"/><item id="008" name="B" price="6" url="https://a.example/8"/></goods>',
      {
        '007': { name: "Lamp 'A'", price: 5.5, url: 'https://a.example/7', image: 'https://a.example/7.jpg' },
        '008': { price: 6 },
      },
    ],
    [
      'entities that were escaped twice, and HTML in text',
      '<a><item><id>1</id><title>Salt &amp;amp; pepper</title><description>&lt;p&gt;One&amp;nbsp;two&lt;/p&gt;&lt;p&gt;three&lt;/p&gt;</description></item></a>',
      { '1': { name: 'Salt & pepper', description: 'One two three' } },
    ],
    [
      'prices in cents that say so',
      '{"products":[{"id":"1","name":"Lamp","price_cents":129900},{"id":"2","name":"Chair","price":{"value":{"centAmount":550,"currencyCode":"EUR"}}}]}'.replace(
        '"price_cents":129900',
        '"price":{"value":{"centAmount":129900,"currencyCode":"EUR"}}',
      ),
      { '1': { price: 1299, currency: 'EUR' }, '2': { price: 5.5, currency: 'EUR' } },
    ],
    [
      'parents with a price of 0 above their variants',
      'handle,sku,name,price,option1_value\nlamp,L,Lamp,0,\nlamp,L-R,,12.5,red\nlamp,L-B,,13,blue\nchair,C,Chair,40,\n',
      {
        'L-R': { name: 'Lamp', price: 12.5, item_group: 'lamp', option1_value: 'red' },
        'L-B': { name: 'Lamp', price: 13, item_group: 'lamp' },
        C: { name: 'Chair', price: 40 },
      },
    ],
    [
      'rows with another separator',
      'id;name;price\n1;Lamp;5\n2,Chair,6\n3|Table|7\n',
      { '1': { price: 5 }, '2': { price: 6 }, '3': { price: 7 } },
    ],
    [
      'a whole document on one line, with a line break behind it',
      '{"count":2,"products":[{"id":"1","name":"Lamp"},{"id":"2","name":"Chair"}],"next":null}\n',
      { '1': { name: 'Lamp' }, '2': { name: 'Chair' } },
    ],
    [
      'a single line that is one item with a list in it',
      '{"id":"1","name":"Lamp","images":[{"url":"https://a.example/1.jpg"},{"url":"https://a.example/2.jpg"}]}\n',
      { '1': { name: 'Lamp', image: 'https://a.example/1.jpg' } },
    ],
    [
      'a reduced price of 0',
      'id;name;price;sale_price\n1;Lamp;50;0.00\n2;Chair;60;45\n',
      { '1': { price: 50 }, '2': { price: 45, price_before: 60 } },
    ],
    [
      'offers with short names and attributes',
      '<offers><group><o id="11" url="https://a.example/11" price="19.90" stock="3"><cat>Home &gt; Mugs</cat><name>Mug</name><imgs><main url="https://a.example/11.jpg"/></imgs><attrs><a name="EAN">5901234123457</a></attrs></o></group></offers>',
      { '11': { name: 'Mug', price: 19.9, category: 'Mugs', image: 'https://a.example/11.jpg', availability: 'in_stock' } },
    ],
  ];

  async function itemsOf(content: string | Uint8Array) {
    const { all } = await readText(content);
    const make = itemMaker(proposeMapping(all));
    return all.map(make);
  }

  for (const [what, content, expected] of odd) {
    test(`${what}: items come as they were meant`, async () => {
      const items = (await itemsOf(content)).flatMap(({ item }) => item ?? []);
      expect(items.map(({ id }) => id).toSorted()).toEqual(Object.keys(expected).toSorted());
      for (const { id, fields } of items) expect(fields, id).toMatchObject(expected[id] ?? {});
    });
  }

  test('without an id, ids are made of the address, the same whenever the feed is read and in whatever order', async () => {
    const rows = ['Chair,https://a.example/1', 'Chair,https://a.example/2', 'Table,https://a.example/3'];
    const ids = async (...lines: string[]) =>
      (await itemsOf(['name,link', ...lines].join('\n'))).map(({ item }) => [item?.fields.url, item?.id]);
    const [first, second] = [await ids(...rows), await ids(...rows.toReversed())];
    expect(new Set(first.map(([, id]) => id)).size).toBe(3);
    expect(Object.fromEntries(first)).toEqual(Object.fromEntries(second));
  });

  const yml = (offers: string): string =>
    `<yml_catalog date="2026-01-01"><shop><categories><category id="1">Lamps</category><category id="2">Chairs</category></categories>${offers}</shop></yml_catalog>`;

  test('categories of a feed without offers are no items', async () => {
    for (const offers of ['<offers></offers>', '<offers/>', ''])
      expect(await errorCode(readText(yml(offers))), offers).toBe('noItem');
  });

  test('offers that come after more categories than the beginning holds are found', async () => {
    const categories = Array.from({ length: 6_000 }, (_, at) => `<category id="${at + 10}">Category number ${at}</category>`);
    const offers = '<offers><offer id="a1"><name>Desk lamp</name><price>590</price></offer></offers>';
    const { all } = await readText(yml('').replace('</categories>', `${categories.join('')}</categories>${offers}`));
    expect(all).toHaveLength(1);
  });
});
