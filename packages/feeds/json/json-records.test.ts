import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { FeedError } from '#feeds/feed-error.ts';
import { detectJsonLayout } from './json-layout.ts';
import { jsonRecords } from './json-records.ts';
import { readLimits } from '#feeds/limits.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { allRecords, errorCode, inPieces, readText } from '#feeds/testing/read-text.ts';

const read = (text: string, limits = {}, key: string | null = null) =>
  allRecords(jsonRecords(inPieces(text, 5), detectJsonLayout(text, key), { ...readLimits, ...limits }));
const ids = async (text: string, key: string | null = null) => (await read(text, {}, key)).map(({ fields }) => fields.id);

test('items are found in an array, under a key, under two keys and one per line', async () => {
  expect(await ids('[{"id":1},{"id":2}]')).toEqual([1, 2]);
  expect(await ids('{"total":2,"tags":[{"id":0}],"products":[{"id":1},\n{"id":2}]}')).toEqual([1, 2]);
  expect(await ids('{"meta":{"a":[1,{"b":"]"}]},"data":{"items":[{"id":1},{"id":2}],"more":[{"id":3}]},"z":[]}')).toEqual([1, 2]);
  expect(await ids('{"id":1}\n\n{"id":2}\r\n{"id":3}')).toEqual([1, 2, 3]);
  expect(await ids('{"id":1}')).toEqual([1]);
});

test("the owner's key wins, and without a known name the longest list is taken", async () => {
  expect(await ids('{"items":[{"id":1}],"catalogue":[{"id":2}]}', 'catalogue')).toEqual([2]);
  expect(await ids('{"short":[{"id":1}],"long":[{"id":2},{"id":3}]}')).toEqual([2, 3]);
});

test('nested objects are dotted, lists of objects are lists, names with values are fields', async () => {
  const item = {
    id: 7,
    size: { w: 1.5, h: null },
    tags: ['a', 'b'],
    reviews: [{ stars: 5 }, { stars: 4 }],
    attributes: [{ name: 'Colour', value: 'red' }],
    isNew: true,
    empty: '',
    mixed: [1, 'x'],
  };
  expect((await read(JSON.stringify([item])))[0]?.fields).toEqual({
    id: 7,
    'size.w': 1.5,
    tags: ['a', 'b'],
    'reviews.stars': [5, 4],
    'param.Colour': 'red',
    isNew: true,
    mixed: ['1', 'x'],
  });
});

test('the products of groups are items with the name of their group', async () => {
  const product = (id: number) => ({ id, nombre: `Taza ${id}`, precio: 5 });
  const groups = [
    { nombre: 'Tazas', imagen: 'tazas.jpg', productos: [product(1), product(2)] },
    { nombre: 'Platos', productos: [] },
    { nombre: 'Vasos', productos: [{ ...product(3), categoria: 'Vasos de agua' }] },
  ];
  expect((await read(JSON.stringify(groups))).map(({ fields }) => ({ ...fields }))).toEqual([
    { id: 1, nombre: 'Taza 1', precio: 5, category: 'Tazas' },
    { id: 2, nombre: 'Taza 2', precio: 5, category: 'Tazas' },
    { id: 3, nombre: 'Taza 3', precio: 5, categoria: 'Vasos de agua' },
  ]);
});

test('a set with the items it consists of is one item', async () => {
  const parts = [
    { id: 8, name: 'Cup', price: 2 },
    { id: 9, name: 'Saucer', price: 1 },
  ];
  expect(await ids(JSON.stringify([{ id: 1, name: 'Set', price: 3, items: parts }]))).toEqual([1]);
  expect(await ids(JSON.stringify([{ id: 1, name: 'Cup', items: [] }]))).toEqual([1]);
});

test('attributes of an item name the values of its variants in their order', async () => {
  const variants = ['S', 'M'].map((size, id) => ({ id, price: 5, values: [{ es: size }, { es: 'rojo' }] }));
  const [first] = await read(JSON.stringify([{ id: 'p', attributes: [{ es: 'Talla' }, { es: 'Color' }], variants }]));
  expect({ ...first?.fields }).toEqual({ id: 0, price: 5, 'param.Talla': 'S', 'param.Color': 'rojo', '@item_group': 'p' });
});

test('the SKUs of VTEX are variants', async () => {
  const skus = [11, 12].map((itemId) => ({
    itemId,
    ean: `40063813339${itemId}`,
    sellers: [{ commertialOffer: { Price: itemId } }],
  }));
  const records = await read(JSON.stringify([{ productId: '1', productName: 'Cup', items: skus }]));
  expect(records.map(({ fields }) => [fields.id, fields['@item_group'], fields['sellers.commertialOffer.Price']])).toEqual([
    [11, '1', 11],
    [12, '1', 12],
  ]);
});

test('strings with brackets, quotes and backslashes do not confuse the reader, wherever they are cut', async () => {
  const item = { id: '1', a: 'x]}[{"\\', b: '\\"', c: '\\\\' };
  const text = JSON.stringify({ note: 'a"]}\\', items: [item, item] });
  for (let size = 1; size < 9; size += 1) {
    const records = await allRecords(jsonRecords(inPieces(text, size), { kind: 'array', path: ['items'] }));
    expect(records.map(({ fields }) => ({ ...fields }))).toEqual([item, item]);
  }
});

test('a broken line or element is one bad record', async () => {
  const lines = await read('{"id":1}\n{"id":2,}\n{"id":3}\nnonsense\n[4]');
  expect(lines.map(({ line, problems }) => [line, problems?.[0]?.reason])).toEqual([
    [1, undefined],
    [2, 'malformedRecord'],
    [3, undefined],
    [4, 'malformedRecord'],
    [5, 'notAnObject'],
  ]);
  const elements = await read('[{"id":1},{"id":2,},17,{"id":4}]');
  expect(elements.map(({ problems }) => problems?.[0]?.reason)).toEqual([undefined, 'malformedRecord', 'notAnObject', undefined]);
});

test('a closing bracket that opens nothing ends neither the items nor the reading', async () => {
  const lamp = '{"title":"Lamp","price":1}';
  const keyed = await read(`{"products":{"a":${lamp},"b":${lamp}],"c":${lamp}}}`);
  const said = keyed.map(({ fields, problems }) => problems?.[0]?.reason ?? fields['@key']);
  expect(said).toEqual(['a', 'b', 'malformedRecord', 'c']);
  const listed = await read(`[${lamp}},${lamp}]`);
  expect(listed.map(({ problems }) => problems?.[0]?.reason)).toEqual([undefined, 'malformedRecord', undefined]);
});

test('deep and large elements are bounded, and the next one is read', async () => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const large = JSON.stringify({ text: 'x"\\'.repeat(2000) });
  for (const text of [`[${deep},${large},{"id":3}]`, `{"id":0}\n${deep}\n${large}\n{"id":3}`]) {
    const records = await allRecords(
      jsonRecords(inPieces(text, 4096), detectJsonLayout(text, null), {
        ...readLimits,
        maxRecordChars: 4000,
        maxTokenChars: 1e6,
      }),
    );
    expect(records.at(-1)?.fields.id).toBe(3);
    expect(
      records.flatMap(({ problems }) => problems ?? []).every(({ reason }) => /^record(?:TooDeep|TooLarge)$/.test(reason)),
    ).toBe(true);
    expect(records.filter(({ problems }) => problems)).toHaveLength(2);
  }
  expect(await errorCode(read('[1,'.concat('{"x":'.repeat(2000))))).toBe('truncated');
  expect(await errorCode(read(`{"a":${'['.repeat(5000)}`, {}, 'items'))).toBe('tooDeep');
});

test('a document that is cut is truncated', async () => {
  const whole = '{"items":[{"id":1},{"id":2}]}';
  for (let length = 12; length < whole.length; length += 1) {
    expect(
      await errorCode(allRecords(jsonRecords(inPieces(whole.slice(0, length), 4), { kind: 'array', path: ['items'] }))),
    ).toBe('truncated');
  }
});

test('a key called __proto__ pollutes nothing', async () => {
  const [record] = await read('[{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"x":1}},"id":1}]');
  expect(record?.fields).toMatchObject({ '__proto__.polluted': 'yes', 'constructor.prototype.x': 1, id: 1 });
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('no items is an error', async () => {
  for (const text of ['[]', '{"items":[]}']) expect(await errorCode(readText(text))).toBe('noItem');
  expect(await errorCode(readText('{\n "a": 1\n}'))).toBe('noListedItem');
});

const suite = sharedData('hostile/json/test_parsing');

test.skipIf(suite === null)('no invalid document of the JSON test suite gives an item', async () => {
  const files = readdirSync(suite ?? '');
  expect(files.length).toBeGreaterThan(280);
  const make = itemMaker([{ from: 'id', to: 'id', reason: 'feedName' }]);
  for (const file of files) {
    try {
      const { all } = await readText(readFileSync(`${suite}/${file}`), { type: 'json' });
      if (file.startsWith('n_'))
        expect(
          all.map(make).filter(({ item }) => item),
          file,
        ).toEqual([]);
    } catch (error) {
      expect(error, file).toBeInstanceOf(FeedError);
    }
  }
});
