import * as z from 'zod/mini';
import { itemExample } from '#features/front-api/search/search.contract.ts';
import { collection, frontCall, itemId, token } from '#features/front-api/front-call.contract.ts';
import { ShopItem } from '#features/front-api/items/items.contract.ts';

export const usualSimilarItems = 8;
export const maximumSimilarItems = 50;

export const frontSimilar = frontCall('GET /front/similar/{id}', {
  summary: 'Lists items similar to one',
  input: z.object({
    token,
    collection,
    id: itemId,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(maximumSimilarItems)), usualSimilarItems),
  }),
  output: z.object({ items: z.array(ShopItem) }),
  example: {
    input: { id: 'kettle-1', limit: 4 },
    output: { items: [{ ...itemExample, id: 'kettle-2', name: 'Glass kettle Eva' }] },
  },
});
