import { expect, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { readText } from '#feeds/testing/read-text.ts';
import { GrowingMapping } from './growing-mapping.ts';
import { proposeMapping } from './mapping.ts';

const picture = (name: string) => `https://shop.example/p/${name}.jpg`;
const two = (item: (at: number) => object) => JSON.stringify([item(1), item(2)]);
const rows = (header: string, ...lines: string[]) => [header, ...lines].join('\n');

/** The fields of the first item; null where one must be missing. */
const cases: readonly (readonly [what: string, text: string, fields: Readonly<Record<string, FieldValue | null>>])[] = [
  [
    'columns with further pictures',
    rows(
      'id,name,foto,galleria 2,galleria 3,web',
      `1,Cup,${picture('a')},${picture('b')},${picture('c')},https://shop.example/1`,
    ),
    { image: picture('a'), images: [picture('b'), picture('c')], galleria_2: null, galleria_3: null },
  ],
  [
    'further addresses of pictures without endings, by name',
    rows('id,name,image_link,additional_image_link', '1,Cup,https://i.example/1,"https://i.example/2,https://i.example/3"'),
    { images: ['https://i.example/2', 'https://i.example/3'], additional_image_link: null },
  ],
  [
    'pictures without endings, which are no pages',
    rows('id,name,sumarka', '1,Cup,https://images.unsplash.com/photo-15?w=9', '2,Pot,https://i.imgur.com/a1'),
    { image: 'https://images.unsplash.com/photo-15?w=9', url: null },
  ],
  [
    'pictures of brands and in other sizes',
    rows('id,name,image,brand_image,thumb', `1,Cup,${picture('a')},${picture('b')},${picture('c')}`),
    { images: null, brand_image: picture('b'), thumb: picture('c') },
  ],
  [
    'the main picture before others',
    `<SHOP>${[1, 2].map((id) => `<ITEM><ID>${id}</ID><NAME>Cup</NAME><IMAGE>${picture(`b${id}`)}</IMAGE><IMAGE_MAIN>${picture('a')}</IMAGE_MAIN></ITEM>`).join('')}</SHOP>`,
    { image: picture('a'), images: [picture('b1')] },
  ],
  [
    'internals beside names and pictures',
    two((id) => ({
      id,
      name: 'Cup',
      images: [{ id: 7, src: picture('a'), position: 1 }],
      categories: [{ id: 5, name: { en: 'Cups' }, created_at: 'x' }],
      volume: '2 l',
    })),
    { category: 'Cups', categories_id: null, categories_created_at: null, images_position: null, volume: '2 l' },
  ],
  [
    'categories beside each other',
    two((id) => ({ id, name: 'Cup', categories: [{ name: 'Kitchen' }, { name: 'Gifts' }] })),
    { category: ['Kitchen', 'Gifts'] },
  ],
  [
    'categories that come in any order',
    JSON.stringify([
      { id: 1, name: 'Cup', category: ['Kitchen', 'Gifts'] },
      { id: 2, name: 'Pen', category: ['Gifts', 'Office'] },
    ]),
    { category: ['Kitchen', 'Gifts'] },
  ],
  [
    'levels that are always at the same depth',
    JSON.stringify([
      { id: 1, name: 'Cup', category: ['Kitchen', 'Cups'] },
      { id: 2, name: 'Pot', category: ['Kitchen', 'Pots'] },
    ]),
    { category: 'Kitchen > Cups' },
  ],
  [
    'lists of whole paths',
    two((id) => ({ id, name: 'Cup', categories: ['/Garden/Pots/', '/Garden/'] })),
    { category: ['Garden > Pots', 'Garden'] },
  ],
  ['levels between slashes', rows('id,name,category', '1,Cup,house/kitchen/cups'), { category: 'house > kitchen > cups' }],
  ['levels between backslashes', rows('id,name,category', '1,Cup,House\\Cups'), { category: 'House > Cups' }],
  [
    'names of categories beside those in addresses',
    rows('id,name,category,categoryName', '1,Cup,coffee-cups,Coffee cups', '2,Pot,pots,Pots'),
    { category: 'Coffee cups', feed_category: 'coffee-cups' },
  ],
  [
    'groups of goods',
    rows('Artikelnummer;Name;Warengruppe;Warenuntergruppe', '1;Becher;Küche;Tassen'),
    { category: 'Küche > Tassen' },
  ],
  ['slashes within names', rows('id,name,category', '1,Set,TV/Audio', '2,Cup,Kitchen', '3,Pen,Office'), { category: 'TV/Audio' }],
  [
    'a trail beside a type',
    rows('id,name,breadcrumbs,type', '1,Cup,house/kitchen/cups,cup'),
    { category: 'house > kitchen > cups', type: 'cup' },
  ],
  [
    'a lower price called after a sale',
    rows('id,name,price,price after sale', '1,Cup,5,4', '2,Pot,9,9'),
    { price: 4, price_before: 5 },
  ],
  [
    'a price in the parameters, which is no price of the item',
    `<shop>${[1, 2].map((id) => `<offer id="${id}"><name>Lesson</name><price>9</price><param name="Price with discount">7</param></offer>`).join('')}</shop>`,
    { price: 9, price_before: null },
  ],
  [
    'two prices under one name beside a sale price',
    `<shop>${[1, 2].map((id) => `<item><id>${id}</id><title>Cup</title><price>1400 INR</price><sale_price>1400 INR</sale_price><price>2600 INR</price></item>`).join('')}</shop>`,
    { price: 1400, price_before: 2600 },
  ],
  ['a real price that is paid', rows('id,name,price,realPrice', '1,Cup,5,4', '2,Pot,0,3'), { price: 4, price_before: 5 }],
  ['a real price that was', rows('id,name,price,realPrice', '1,Cup,4,5', '2,Pot,3,3'), { price: 4 }],
  [
    'a price of purchase below the price',
    rows('id,name,price,purchase price', '1,Cup,5,4', '2,Pot,9,6'),
    { price: 5, price_before: null },
  ],
  [
    'decimal commas, which separate nothing',
    rows('id;name;chip', '1;Lamp;SMD 0,3W', '2;Lamp;SMD 0,3W', '3;Lamp;SMD 0,6W'),
    { chip: 'SMD 0,3W' },
  ],
  [
    'metadata that WordPress hides',
    two((id) => ({
      id,
      name: 'Cup',
      meta_data: [
        { key: '_edit_lock', value: '1' },
        { key: 'Origin', value: 'Brno' },
      ],
    })),
    { meta_data_key: null, meta_data_value: null, param_edit_lock: null, param_origin: 'Brno' },
  ],
  ['stock in a place', rows('id,name,kiekis_sandėlyje', '1,Cup,5', '2,Pot,0'), { availability: 'in_stock' }],
  ['no place as stock', rows('id,name,stock_location', '1,Cup,A1', '2,Pot,B2'), { availability: null, stock_location: 'A1' }],
  [
    'a bar code with its other names and some numbers of the shop',
    rows('id,name,EAN / GTIN / código barras', '1,Cup,4006381333931', '2,Pot,K-12', '3,Pen,K-13'),
    { ean: '4006381333931' },
  ],
  [
    'prices of a seller',
    two((id) => ({
      id,
      name: 'Cup',
      items: { sellers: [{ commertialOffer: { Price: 4, ListPrice: 5, AvailableQuantity: 2 } }] },
    })),
    { price: 4, price_before: 5, availability: 'in_stock' },
  ],
  [
    'a brand whose value has a name',
    two((id) => ({ id, title: 'Cup', attributes: [{ id: 'BRAND', name: 'Marca', value_name: 'Sol' }] })),
    { brand: 'Sol' },
  ],
  [
    'names within a category of the only product',
    '<file><Products><Reference>1</Reference><Products_name>Cup</Products_name><Price>5</Price><Categories><Category><CategoryID>3</CategoryID><CategoryName>Cups</CategoryName></Category></Categories></Products></file>',
    { name: 'Cup', price: 5, category: 'Cups' },
  ],
];

test.each(cases)('finds %s', async (_what, text, expected) => {
  const { all } = await readText(text);
  const { fields } = itemMaker(proposeMapping(all))(all[0]!).item!;
  for (const [field, value] of Object.entries(expected)) expect(fields[field], field).toEqual(value ?? undefined);
});

test.each([
  ['a unique id of its own name', 'kategoria_id,tuote_id,tuote_nimi\n1,7,Kuppi\n1,8,Pannu', 'tuote_id'],
  [
    'no id of a category',
    `<shop>${[1, 2].map((id) => `<product><name>Cup</name><category id="c${id}">Cups</category><UniqueID>${id}</UniqueID></product>`).join('')}</shop>`,
    'UniqueID',
  ],
  ['no id of a brand', 'brand_id,name\n1,Cup\n2,Pot', 'name'],
])('takes %s', async (_what, text, from) => {
  const { all } = await readText(text);
  expect(proposeMapping(all).find(({ to }) => to === 'id')?.from).toBe(from);
});

test('takes pictures that come late as further ones', async () => {
  const { all } = await readText(rows('id,name,image', `1,Cup,${picture('a')}`));
  const growing = new GrowingMapping(all);
  growing.learn([{ position: 2, fields: { id: '2', name: 'Pot', image: picture('b'), image_2: picture('c') } }]);
  expect(growing.proposed.find(({ from }) => from === 'image_2')?.to).toBe('images');
});
