import { expect, test } from 'vitest';
import { readText } from '#feeds/testing/read-text.ts';

/** Values of one column of a table, as lists or not. */
async function column(name: string, cells: readonly string[]) {
  const rows = cells.map((cell, at) => `${at + 1}\tItem ${at + 1}\t${cell}\n`).join('');
  return (await readText(`id\tname\t${name}\n${rows}`)).all.map(({ fields }) => fields[name]);
}

test.each([
  ['sizes', ['S,M,L', 'M', 'XL'], [['S', 'M', 'L'], 'M', 'XL']],
  ['Farben', ['rot|blau', 'rot', 'blau|gelb'], [['rot', 'blau'], 'rot', ['blau', 'gelb']]],
  [
    'Suitable for',
    ['cats; dogs', 'dogs; birds', 'cats; birds'],
    [
      ['cats', 'dogs'],
      ['dogs', 'birds'],
      ['cats', 'birds'],
    ],
  ],
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
