import { expect, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { errorCode, readText } from '#feeds/testing/read-text.ts';
import { itemMaker } from './items/to-item.ts';

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
