import * as z from 'zod/mini';
import { itemExample } from '#features/front-api/search/search.contract.ts';
import { collection, frontCall, itemId, token } from '#features/front-api/front-call.contract.ts';

/** Without private fields. */
export const ShopItem = z.looseObject({ id: z.string() });

export const frontItem = frontCall('GET /front/items/{id}', {
  summary: 'Returns an item',
  input: z.object({ token, collection, id: itemId }),
  output: z.object({ item: ShopItem }),
  example: { input: { id: 'kettle-1' }, output: { item: itemExample } },
});
