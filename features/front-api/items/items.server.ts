import { frontItem } from './items.contract.ts';
import { wholeShopItem } from './shop-item.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { foundIn } from '#server/base/fail.ts';
import { inCollection } from '#server/search/project-search.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';

export function serveItems(front: FrontApi): void {
  const { app, answers, collections } = front;
  serve(app, frontItem, async ({ id, collection = '' }, caller, _upload, signal) => {
    const { project } = caller;
    front.noteCall(caller);
    const { json } = await answers({
      endpoint: 'item',
      caller,
      signal,
      place: collection,
      live: () => collections.liveOne(project, collection),
      asked: id,
      make: async (live, wanted) => {
        const relevance = await collections.relevance(project, live.id);
        const [item] = await inCollection(app, project, live.id, (search) => search.items([id]), { signal: wanted });
        return { json: JSON.stringify({ item: wholeShopItem(foundIn(item, 'item'), relevance) }), beside: null };
      },
    });
    return new WrittenAnswer([json]);
  });
}
