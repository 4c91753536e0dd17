import { test } from 'vitest';
import { expectItems, type FeedCase } from '#feeds/testing/read-items.ts';

const table = (header: string, ...rows: readonly string[]): string => [header, ...rows].join('\n');

/** Columns and headers of real shops’ files, with data of our own. */
const cases: readonly FeedCase[] = [
  {
    what: 'words for what is sold in a column of states',
    text: table('id,titulo,precio,estado', '1,Luna,90,Disponible', '2,Mar,80,Vendido', '3,Sol,70,Agotado'),
    items: { 1: { availability: 'in_stock' }, 2: { availability: 'out_of_stock' }, 3: { availability: 'out_of_stock' } },
  },
  {
    what: 'no stock in states of publication, not even where some are sold',
    text: table('id,name,price,status', '1,Moon,90,active', '2,Sea,80,published', '3,Sun,70,sold out'),
    items: { 1: { availability: null }, 2: { availability: null }, 3: { availability: null } },
  },
  {
    what: 'types as categories and notes as descriptions where nothing else is',
    text: table(
      'id,nombre,precio,tipo,notas',
      '1,Tinto A,9,Tinto,"Aromas de cereza, buen cuerpo."',
      '2,Tinto B,8,Tinto,"Suave y largo, con madera."',
      '3,Blanco C,7,Blanco,Ligero',
    ),
    items: { 1: { category: 'Tinto', description: 'Aromas de cereza, buen cuerpo.' }, 2: {}, 3: { category: 'Blanco' } },
  },
  {
    what: 'types and notes as fields beside categories and descriptions, and types of nothing sold as fields',
    text: table(
      'id,name,price,category,wine_type,tax_type,description,notes',
      '1,A,9,Wines,Red,high,Full,Cherry and oak',
      '2,B,8,Wines,Red,high,Soft,Long and soft',
      '3,C,7,Sparkling,White,low,Dry,Goes with fish',
    ),
    items: { 1: { category: 'Wines', wine_type: 'Red', description: 'Full', notes: 'Cherry and oak' }, 2: {}, 3: {} },
  },
  {
    what: 'no category in types of taxes',
    text: table('id,name,price,tax_type', '1,A,9,high', '2,B,8,high', '3,C,7,low'),
    items: { 1: { category: null, tax_type: 'high' }, 2: {}, 3: {} },
  },
  ...(['en', 'zh'] as const).map((language) => ({
    what: `names in Chinese and English for a project in ${language}`,
    text: JSON.stringify([
      { id: 1, name_zh: '红茶', name_en: 'Black tea', price: 5 },
      { id: 2, name_zh: '白茶', price: 6 },
    ]),
    language,
    items: { 1: { name: language === 'en' ? 'Black tea' : '红茶' }, 2: { name: '白茶' } },
  })),
  {
    what: 'the most filled name where none is in the project’s language',
    text: JSON.stringify([
      { id: 1, nameEn: 'Black tea', nameJa: '紅茶', price: 5 },
      { id: 2, nameJa: '緑茶', price: 5 },
    ]),
    language: 'cs',
    items: { 1: { name: '紅茶' }, 2: { name: '緑茶' } },
  },
  {
    what: 'JSON with comments, but no comments in its texts',
    text: `// our goods\n[\n  { "id": 1, "name": "Tea // black", "price": 5 }, // best\n  /* { "id": 9, "name": "Old" }, */\n  { "id": 2, /* hot */ "name": "Mug", "url": "https://a.cz/2" }\n]`,
    items: { 1: { name: 'Tea // black' }, 2: { name: 'Mug', url: 'https://a.cz/2' } },
  },
  {
    what: 'a list below a comment of several lines with brackets and quotes',
    text: `{\n  /* all our\n goods: [ */\n  "products": [\n    {\n      "id": 1, // it's "new\n      "name": "Tea"\n    },\n    { "id": 2, "name": "Mug" }\n  ]\n}`,
    items: { 1: { name: 'Tea' }, 2: { name: 'Mug' } },
  },
  {
    what: 'no level for the home page, in the shop’s language',
    text: table('id,name,price,category', '1,A,9,Domů > Čaje', '2,B,8,Domů > Hrnky', '3,C,7,Domů > Čaje > Zelené'),
    items: { 1: { category: 'Čaje' }, 2: { category: 'Hrnky' }, 3: { category: 'Čaje > Zelené' } },
  },
  {
    what: 'Home as one of the departments',
    text: table('id,name,price,category', '1,A,9,Home > Lamps', '2,B,8,Garden > Tools', '3,C,7,Home > Rugs'),
    items: { 1: { category: 'Home > Lamps' }, 2: { category: 'Garden > Tools' }, 3: { category: 'Home > Rugs' } },
  },
  ...[',', ';'].map((separator) => ({
    what: `a header below ten rows about the shop, with ${separator} between cells`,
    text: [
      ['Tea Ltd'],
      ['Street 5'],
      [],
      ['Phone', '123'],
      ['Mail', 'tea@a.cz'],
      ['IČO', '12345'],
      ['Valid from', '1.1.2026'],
      ['In CZK'],
      [],
      ['Art', 'x'],
      ['Catno', 'Ware', 'Pieces', 'Price'],
      ['T1', 'Tea', '5', '9.5'],
      ['T2', 'Mug', '4', '8'],
      ['T3', 'Cup', '3', '7'],
      ['T4', 'Jar', '3', '7'],
    ]
      .map((cells) => cells.join(separator))
      .join('\n'),
    ids: 'generated' as const,
    items: { Tea: { price: 9.5 }, Mug: {}, Cup: {}, Jar: { price: 7 } },
  })),
  {
    what: 'no item in a row of labels below the names of columns, and no category in marks',
    text: table(
      'title,serving_size,product_description,allergens,category--Nuts',
      'Title,Serving Size,Product Description,Allergens,Nuts',
      'Mud,90 g,Dark chocolate,Milk,x',
      'Walnut,91 g,Walnut with nuts,"Milk, Nuts",',
    ),
    ids: 'generated',
    items: { Mud: { category: null, description: 'Dark chocolate' }, Walnut: { serving_size: '91 g' } },
  },
  {
    what: 'thousands in prices that are written as numbers by hand',
    text: '[{"id":1,"nombre":"Jig","precio":60.000},{"id":2,"nombre":"Rana","precio":85.000},{"id":3,"nombre":"Lori","precio":100.000}]',
    language: 'es',
    items: { 1: { price: 60_000 }, 2: { price: 85_000 }, 3: { price: 100_000 } },
  },
];

test.each(cases)('reads $what', async (given) => {
  await expectItems(given);
});
