import { expect, test } from 'vitest';
import { readText } from '#feeds/testing/read-text.ts';

async function idsAndWarnings(csv: string, id = 'id') {
  const { all, warnings } = await readText(csv);
  return { ids: all.map(({ fields }) => `${String(fields[id])} ${String(fields.name)}`), warnings };
}

const told = (count: number, field: string) => [{ code: 'otherEditions', details: { count, field } }];

test('rows that repeat an item in another currency, language or store are passed over and told once', async () => {
  expect(await idsAndWarnings('id,name,price,currency\n1,Lamp,9,EUR\n2,Rug,5,EUR\n1,Lamp,240,CZK\n2,Rug,130,CZK\n')).toEqual({
    ids: ['1 Lamp', '2 Rug'],
    warnings: told(2, 'currency'),
  });
  expect(
    await idsAndWarnings('sku,store_view_code,name,price\nA,,Lamp,9\nA,cs,Lampa,\nB,,Rug,5\nB,cs,Koberec,\n', 'sku'),
  ).toEqual({
    ids: ['A Lamp', 'B Rug'],
    warnings: told(2, 'store_view_code'),
  });
  expect(await idsAndWarnings('Product ID;Lang;name;price\n7;fr;Lampe;9\n7;en;Lamp;9\n8;fr;Tapis;5\n', 'Product ID')).toEqual({
    ids: ['7 Lampe', '8 Tapis'],
    warnings: told(1, 'Lang'),
  });
});

test('an item that only another currency or language has stays', async () => {
  expect(await idsAndWarnings('id,name,price,currency\n1,Lamp,9,EUR\n2,Rug,130,CZK\n3,Bed,90,EUR\n')).toEqual({
    ids: ['1 Lamp', '2 Rug', '3 Bed'],
    warnings: [],
  });
});

test('an id that comes twice in one edition stays a mistake of the feed, and a column that repeats is no key', async () => {
  expect(await idsAndWarnings('id,name,price,currency\n1,Lamp,9,EUR\n1,Lamp,9,EUR\n')).toEqual({
    ids: ['1 Lamp', '1 Lamp'],
    warnings: [],
  });
  const { ids } = await idsAndWarnings(
    'product_id,name,currency\n1,Lamp S,EUR\n1,Lamp M,EUR\n1,Lamp L,EUR\n1,Lamp XL,CZK\n',
    'product_id',
  );
  expect(ids).toHaveLength(4);
});
