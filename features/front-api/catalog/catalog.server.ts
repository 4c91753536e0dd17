import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { run, type Work } from '#process-kit/work.ts';
import type { Caller } from '#server/app/access.ts';
import { frontCatalog } from './catalog.contract.ts';
import { listedCategory } from './listed-category.service.ts';
import { noteCategory } from '#features/front-api/searched-terms/server/searched-terms.events.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { withQueryId } from '#server/app/shop-answers.ts';
import { type CollectionSearch, searchCollection } from '#server/search/project-search.ts';
import { meaningOf, parseSearchRequest } from '#server/search/search-request.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';

export function serveCatalog(front: FrontApi): void {
  const { app, answers, collections } = front;
  function* list(
    { collection = '', path: given, visitor, ...input }: ParsedInputOf<typeof frontCatalog>,
    caller: Caller<'shop'>,
    signal: AbortSignal,
  ): Work<WrittenAnswer> {
    const { project } = caller;
    front.noteCall(caller);
    const [path, queryId, beganAt] = [given.trim(), randomUUID(), performance.now()];
    const asked = parseSearchRequest({ ...input, q: '', highlight: '0' });
    const answer = yield* answers({
      endpoint: 'catalog',
      caller,
      signal,
      place: collection,
      live: () => collections.liveOne(project, collection),
      asked: [path, meaningOf(asked)],
      *make({ id }, wanted) {
        const list = (search: CollectionSearch) => listedCategory(search, path, asked);
        const { json, ...beside } = yield* searchCollection(app, project, id, list, wanted);
        return { json, beside };
      },
    });
    noteCategory(app, caller, { queryId, beganAt, visitor, category: path, collectionId: answer.live.id, ...answer.beside });
    return new WrittenAnswer(withQueryId(answer, queryId));
  }
  serve(app, frontCatalog, (input, caller, _upload, signal) => run(list(input, caller, signal)));
}
