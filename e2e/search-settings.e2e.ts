import { sampleShopItems } from '#sample-shop/catalogue.ts';
import { test } from './fixtures.ts';
import { merchandisersDay } from './merchandisers-day.ts';

test('rules of every kind are published, seen by the shop, and rolled back', async ({ page, asFilledShop, feedHost, server }) => {
  await merchandisersDay(
    { page, asFilledShop, feedHost, server },
    {
      language: 'en',
      rows: [...sampleShopItems('en')].map(({ id, fields }) => ({ id, ...fields })),
      redirect: { query: 'returns', to: 'https://shop.example/returns' },
      pattern: { term: '^ket(tel|le)s?$', typed: ['kettel', 'ketles'], means: 'kettle' },
      ignored: 'cheap',
      curated: { query: 'kettle', forms: ['kettle', 'Kettles', 'electric kettles'] },
      boosted: { query: 'garden', field: 'availability', value: 'out_of_stock' },
      dated: null,
    },
  );
});
