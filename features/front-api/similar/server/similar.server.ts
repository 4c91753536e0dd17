import type { Item } from '#contract/item.ts';
import { frontSimilar } from '#features/front-api/similar/similar.contract.ts';
import { similarItems } from './similar-items.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { shopItemOf } from '#features/front-api/items/shop-item.service.ts';
import { foundIn } from '#server/found-in.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { serve, WrittenAnswer } from '#server/serve.ts';

export function serveSimilar(front: FrontApi): void {
  const { app, answers, collections } = front;
  serve(app, frontSimilar, async ({ id, collection = '', limit }, caller, _upload, signal) => {
    const { project } = caller;
    front.noteCall(caller);
    const { json } = await answers({
      endpoint: 'similar',
      caller,
      signal,
      place: collection,
      live: () => collections.liveOne(project, collection),
      asked: [id, limit],
      make: async (live, wanted) => {
        const relevance = await collections.relevance(project, live.id);
        const work = (search: CollectionSearch): Promise<Item[]> => similarTo(search, id, limit);
        const items = await inCollection(app, project, live.id, work, { signal: wanted });
        return { json: JSON.stringify({ items: items.map((item) => shopItemOf(item, relevance)) }), beside: null };
      },
    });
    return new WrittenAnswer([json]);
  });
}

async function similarTo(search: CollectionSearch, id: string, limit: number): Promise<Item[]> {
  const [item] = await search.session.items([id]);
  return search.named(await similarItems(search, foundIn(item, 'item'), limit));
}
