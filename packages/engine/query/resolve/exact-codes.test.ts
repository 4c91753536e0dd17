import { expect, test } from 'vitest';
import { searchedItems } from '#engine/testing/searched-items.ts';

const headphones = { name: 'Wireless headphones with noise cancelling', product_code: 'WH-1000XM4', ean: '4548736112001' };
const search = searchedItems([
  {
    name: 'Case for WH-1000XM4',
    product_code: 'CASE-77',
    description: 'WH-1000XM4 case, WH-1000XM4 bag, in place of 4548736112001',
  },
  { name: 'WH-1000XM4 cable', product_code: 'X-9' },
  headphones,
  { name: 'Ear pads', product_code: 'PAD-WH-1000XM4' },
  ...Array.from({ length: 40 }, (_, at) => ({ name: `Headphones ${at}`, product_code: `HN-${at}`, mpn: '2024' })),
]);
const namesOf = async (...asked: Parameters<typeof search>) =>
  (await search(...asked)).hits.map(({ item }) => String(item.fields['name']));

test.each(['WH-1000XM4', 'wh1000xm4 ', 'WH 1000 XM4', '4548736112001'])(
  '%s is the code of an item, which comes first',
  async (query) => {
    const { hits, trace } = await search(query);
    expect(hits[0]).toMatchObject({ item: { fields: headphones }, promoted: false });
    expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
    expect(trace.find(({ step }) => step === 'codes')).toMatchObject({ after: 'i2' });
  },
);

test('it stays first over pages', async () => {
  const pages = [await namesOf('WH-1000XM4', { perPage: 1 }), await namesOf('WH-1000XM4', { perPage: 1, page: 2 })].flat();
  expect(pages).toEqual([headphones.name, 'Case for WH-1000XM4']);
});

test('a number that many items have is no code, nor is a code among other words', async () => {
  for (const query of ['2024', 'cable wh-1000xm4', 'X-9', 'headphones'])
    expect(
      (await search(query)).trace.map(({ step }) => step),
      query,
    ).not.toContain('codes');
  expect((await namesOf('cable wh-1000xm4'))[0]).toBe('WH-1000XM4 cable');
});
