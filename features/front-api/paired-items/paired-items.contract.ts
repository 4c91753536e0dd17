import * as z from 'zod/mini';
import { itemExample } from '#features/front-api/search/search.contract.ts';
import { collection, frontCall, itemId, token } from '#features/front-api/front-call.contract.ts';
import { ShopItem } from '#features/front-api/items/items.contract.ts';

const usualItems = 8;
const maximumItems = 50;

const shared = {
  input: z.object({
    token,
    collection,
    id: itemId,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(maximumItems)), usualItems),
  }),
  /** Empty until enough visitors bought or viewed it with another item. */
  output: z.object({ items: z.array(ShopItem) }),
  example: {
    input: { id: 'kettle-1', limit: 4 },
    output: { items: [{ ...itemExample, id: 'tea-1', name: 'Tea strainer Eva' }] },
  },
};

export const frontBoughtTogether = frontCall('GET /front/bought-together/{id}', {
  summary: 'Lists items that customers bought on the same day as one',
  ...shared,
});

export const frontAlsoViewed = frontCall('GET /front/also-viewed/{id}', {
  summary: 'Lists items that visitors viewed on the same day as one',
  ...shared,
});
