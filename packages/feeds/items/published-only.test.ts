import { expect, test } from 'vitest';
import { readText } from '#feeds/testing/read-text.ts';

const namesIn = async (text: string) => {
  const { all, warnings } = await readText(text);
  return {
    names: all.map(({ fields }) => fields['name'] ?? fields['Name'] ?? fields['Title'] ?? fields['title'] ?? fields['NAME']),
    warnings,
  };
};

const shopify = `Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status
lamp,Lamp,TRUE,Colour,red,L-1,10,active
lamp,,,,blue,L-2,11,
chair,Chair,FALSE,Size,S,C-1,20,active
chair,,,,M,C-2,21,
desk,Desk,TRUE,,,D-1,30,draft
shelf,Shelf,TRUE,,,S-1,40,archived
`;
const woo = `ID,Type,SKU,Name,Published,Visibility in catalog,Parent,Regular price
1,simple,A,Lamp,1,visible,,10
2,simple,B,Chair,-1,visible,,20
3,simple,C,Desk,0,visible,,30
4,simple,D,Shelf,1,hidden,,40
5,variable,E,Sofa,-1,visible,,
6,variation,E-1,Sofa red,1,visible,E,50
`;

test.each([
  ['a table of Shopify', shopify, ['Lamp', 'Lamp'], 4],
  ['a table of WooCommerce', woo, ['Lamp'], 4],
  [
    'a German table',
    'id,Name,Veröffentlicht,Sichtbarkeit im Katalog\n1,Lampe,1,visible\n2,Stuhl,0,visible\n3,Tisch,1,hidden\n',
    ['Lampe'],
    2,
  ],
  [
    'JSON of a REST interface',
    JSON.stringify([
      { id: 1, name: 'Lamp', status: 'publish', catalog_visibility: 'visible' },
      { id: 2, name: 'Chair', status: 'draft', catalog_visibility: 'visible' },
      { id: 3, name: 'Desk', status: 'publish', catalog_visibility: 'hidden' },
    ]),
    ['Lamp'],
    2,
  ],
  [
    'XML',
    '<SHOP><SHOPITEM><CODE>1</CODE><NAME>Lamp</NAME><VISIBILITY>visible</VISIBILITY></SHOPITEM><SHOPITEM><CODE>2</CODE><NAME>Chair</NAME><VISIBILITY>hidden</VISIBILITY></SHOPITEM></SHOP>',
    ['Lamp'],
    1,
  ],
])('in %s, what the shop hides is left out and counted', async (_name, text, names, count) => {
  const found = await namesIn(text);
  expect(found.names).toEqual(names);
  expect(found.warnings).toContainEqual({ code: 'unpublishedItems', details: expect.objectContaining({ count }) });
});

test('a field that would hide everything means something else', async () => {
  const found = await namesIn('id,name,active\n1,Lamp,0\n2,Chair,0\n');
  expect(found.names).toEqual(['Lamp', 'Chair']);
  expect(found.warnings).toEqual([]);
});

test('other words in such fields hide nothing', async () => {
  const found = await namesIn('id,name,status,visibility\n1,Lamp,new,Catalog\n2,Chair,sale,Search\n3,Desk,draft beer,x\n');
  expect(found.names).toEqual(['Lamp', 'Chair', 'Desk']);
});
