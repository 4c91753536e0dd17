import * as z from 'zod/mini';
import { itemExample } from '#features/front-api/search/search.contract.ts';
import { collection, frontCall, token } from '#features/front-api/front-call.contract.ts';
import { ShopItem } from '#features/front-api/items/items.contract.ts';

const usualTrendingItems = 8;
export const maximumTrendingItems = 50;

export const frontTrending = frontCall('GET /front/trending', {
  summary: 'Lists the most popular items of the last week',
  input: z.object({
    token,
    collection,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(maximumTrendingItems)), usualTrendingItems),
  }),
  output: z.object({
    items: z.array(ShopItem),
    /** `ranking` without events: ordered as an empty search. */
    basis: z.enum(['events', 'ranking']),
  }),
  example: { input: { limit: 4 }, output: { items: [itemExample], basis: 'events' } },
});
