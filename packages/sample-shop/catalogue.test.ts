import { describe, expect, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { sampleShopItems, samplePicture } from './catalogue.ts';

const czech = [...sampleShopItems('cs')];
const english = [...sampleShopItems('en')];
const field = (item: Item | undefined, name: string): string => String(item?.fields[name]);
const different = (items: readonly Item[], name: string): number => new Set(items.map((item) => field(item, name))).size;

test('there are about a thousand items, the same ones in both languages', () => {
  expect(czech.length).toBeGreaterThan(950);
  expect(czech.length).toBeLessThan(1100);
  expect(english.map(({ id }) => id)).toEqual(czech.map(({ id }) => id));
});

test('a second run gives the same items', () => {
  expect([...sampleShopItems('cs')]).toEqual(czech);
});

describe.each([
  ['Czech', czech, 'CZK'],
  ['English', english, 'EUR'],
])('in %s', (_language, items, currency) => {
  test.each(['name', 'url', 'ean', 'product_code'])('no two items have the same %s', (name) => {
    expect(different(items, name)).toBe(items.length);
  });

  test.each(['name', 'description', 'brand', 'category', 'price', 'image', 'availability'])('every item has a %s', (name) => {
    expect(items.filter(({ fields }) => fields[name] === undefined || fields[name] === '')).toEqual([]);
  });

  test('prices are positive, in the currency, and lower than before', () => {
    for (const { fields } of items) {
      expect(fields['price']).toBeGreaterThan(0);
      expect(fields['currency']).toBe(currency);
    }
    const reduced = items.filter(({ fields }) => fields['price_before'] !== undefined);
    expect(reduced.length).toBeGreaterThan(100);
    expect(reduced.filter(({ fields }) => Number(fields['price_before']) <= Number(fields['price']))).toEqual([]);
  });

  test('texts have no gaps, no doubled spaces and an end', () => {
    for (const item of items) {
      expect(field(item, 'name')).not.toMatch(/undefined|null|\{|\s{2}|\s,|^\s|\s$/);
      expect(field(item, 'description')).toMatch(/^\p{Lu}.+[.?]$/u);
    }
  });
});

test('an English shop has no Czech words, but for authors and addresses', () => {
  const isCzech = (text: string): boolean => /[ěščřžýůťďň]|platky|zelen[áý]/iu.test(text);
  const texts = english.flatMap(({ fields: { url: _url, author, ...fields } }) =>
    Object.values(fields).map((value) => String(value).replace(String(author), '')),
  );
  expect(texts.filter(isCzech)).toEqual([]);
});

test('a Czech shop has no field of another language', () => {
  expect(new Set(czech.flatMap(({ fields }) => Object.keys(fields)))).toEqual(
    new Set(english.flatMap(({ fields }) => Object.keys(fields))),
  );
  const isEnglish = (text: string): boolean => /\b(the|with|and|for|of)\b/i.test(text);
  expect(czech.map((item) => field(item, 'description')).filter(isEnglish)).toEqual([]);
});

test('ids are unique', () => {
  expect(new Set(czech.map(({ id }) => id)).size).toBe(czech.length);
});

/** GS1 weights the digits 1 and 3 in turn; with the check digit they add up to a multiple of ten. */
const weightedSum = (digits: string): number =>
  Array.from(digits, Number).reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0);

test('every EAN is valid and from the range for use within a company', () => {
  for (const item of czech) {
    expect(field(item, 'ean')).toMatch(/^2\d{12}$/);
    expect(weightedSum(field(item, 'ean')) % 10).toBe(0);
  }
});

test('variants of a product share their group, and groups have at least two items', () => {
  const groups = Map.groupBy(
    czech.filter(({ fields }) => fields['item_group'] !== undefined),
    (item) => field(item, 'item_group'),
  );
  expect(groups.size).toBeGreaterThan(200);
  for (const items of groups.values()) expect(items.length).toBeGreaterThan(1);
  expect(groups.get('t-shirt-1')).toHaveLength(18);
});

test('colours agree with the gender of the noun', () => {
  const names = czech.map((item) => field(item, 'name'));
  expect(names).toContainEqual(expect.stringMatching(/^Rychlovarná konvice .+, červená$/));
  expect(names).toContainEqual(expect.stringMatching(/^Hrnek .+, modrý$/));
  expect(names).toContainEqual(expect.stringMatching(/^Zrcadlo .+, černé$/));
  expect(names).toContainEqual(expect.stringMatching(/^Sluchátka .+, černá$/));
  expect(names).toContainEqual(expect.stringMatching(/^Ponožky .+, šedé, velikost 39–42$/));
});

test('English adjectives stand before the noun, measures behind it', () => {
  const names = english.map((item) => field(item, 'name'));
  expect(names).toContainEqual(expect.stringMatching(/ city bicycle, red$/));
  expect(names).toContainEqual(expect.stringMatching(/ dessert plate 19 cm, white$/));
  expect(names).toContainEqual(expect.stringMatching(/ tent for 2 people, orange$/));
});

test('measures have a comma in Czech and a point in English', () => {
  expect(czech.some((item) => field(item, 'name').includes(' 1,7 l'))).toBe(true);
  expect(english.some((item) => field(item, 'name').includes(' 1.7 l'))).toBe(true);
  expect(english.filter((item) => /\d,\d{1,2}\b/.test(field(item, 'name')))).toEqual([]);
});

test('every picture can be drawn', () => {
  for (const item of czech) {
    const number = /^\/sample-shop\/pictures\/(\d+)\.svg$/.exec(field(item, 'image'))?.[1];
    expect(samplePicture(Number(number))).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".+<\/svg>$/);
  }
});

const numbers = Array.from({ length: 1840 }, (_, index) => index + 1);

test('draws 115 drawings in 16 colours, all different', () => {
  expect(new Set(numbers.map(samplePicture)).size).toBe(115 * 16);
  expect(samplePicture(115 * 16 + 1)).toBeNull();
});

test('fills in every tone of a drawing', () => {
  for (const number of numbers) expect(samplePicture(number)).not.toMatch(/[{}]|undefined|fill=""/);
});

test.each([0, -1, 0.5, 1_000_000, Number.NaN])('has no picture %s', (number) => {
  expect(samplePicture(number)).toBeNull();
});
