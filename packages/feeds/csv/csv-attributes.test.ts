import { expect, test } from 'vitest';
import { itemMaker } from '#feeds/items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';

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
