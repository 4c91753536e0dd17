import { expect, test } from 'vitest';
import { readText } from '#feeds/testing/read-text.ts';

async function paths(header: string, ...rows: string[]) {
  const { all } = await readText(`id;name;${header}\n${rows.map((row, at) => `${at + 1};Item;${row}\n`).join('')}`);
  return all.map(({ fields }) => fields['@category_levels']);
}

test.each([
  'category1;category2',
  'Category Level 1;Category Level 2',
  'Kategorie 1;Kategorie 2',
  'cat_l1;cat_l2',
  'level_0_category;level_1_category',
  'category;subcategory',
  'main_category;sub_category',
  'Kategorie;Podkategorie',
  'kategori1;kategori2',
  'Ana Kategori;Alt Kategori',
  'Kategori;Underkategori',
  'Categoria;Sottocategoria',
])('levels in columns %s are one path', async (header) => {
  expect(await paths(header, 'Garden;Mowers', 'Garden;Garden', 'Home;')).toEqual(['Garden > Mowers', 'Garden', 'Home']);
});

test('columns that each hold a path are several categories', async () => {
  expect(await paths('category1;category2', 'Home > Lamps;Sale > Home')).toEqual([['Home > Lamps', 'Sale > Home']]);
});

test('ids of categories and a single column are no levels', async () => {
  expect(await paths('category1;category2', '17;18')).toEqual([undefined]);
  expect(await paths('category1;colour', 'Home;red')).toEqual([undefined]);
  expect(await paths('category2;category3', 'Home;Lamps')).toEqual([undefined]);
});
