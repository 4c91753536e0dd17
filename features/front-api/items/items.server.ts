import { frontItem } from './items.contract.ts';
import { wholeShopItem } from './shop-item.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

export function serveItems({ app, answerItems }: FrontApi): void {
  serve(app, frontItem, ({ id, collection }, caller, _upload, signal) =>
    answerItems({ endpoint: 'item', caller, signal, collection, asked: id }, async (search) => {
      const [item] = await search.items([id]);
      return { item: wholeShopItem(foundIn(item, 'item'), search.relevance) };
    }),
  );
}
