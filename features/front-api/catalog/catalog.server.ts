import { frontCatalog } from './catalog.contract.ts';
import { listedCategory } from './listed-category.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { withQueryId } from '#server/app/shop-answers.ts';
import { inCollection } from '#server/search/project-search.ts';
import { meaningOf, parseSearchRequest } from '#server/search/search-request.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';

export function serveCatalog(front: FrontApi): void {
  const { app, answers, collections } = front;
  serve(app, frontCatalog, async ({ collection = '', path: given, ...input }, caller, _upload, signal) => {
    const { project } = caller;
    front.noteCall(caller);
    const path = given.trim();
    const asked = parseSearchRequest({ ...input, q: '', highlight: '0' });
    const answer = await answers({
      endpoint: 'catalog',
      caller,
      signal,
      place: collection,
      live: () => collections.liveOne(project, collection),
      asked: [path, meaningOf(asked)],
      async make({ id }, wanted) {
        const json = await inCollection(app, project, id, (search) => listedCategory(search, path, asked), { signal: wanted });
        return { json, beside: null };
      },
    });
    return new WrittenAnswer(withQueryId(answer));
  });
}
