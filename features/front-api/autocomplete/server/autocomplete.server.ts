import { randomUUID } from 'node:crypto';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { frontAutocomplete, completeInConsole } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { completeQuery } from './complete-query.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { withQueryId } from '#server/app/shop-answers.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';
import { frontCollections } from '#features/front-api/server/front-collections.service.ts';
import type { App } from '#server/app/app.ts';
import { foundIn } from '#server/base/fail.ts';

export function serveAutocomplete(front: FrontApi): void {
  const { app, answers, collections, queries } = front;
  serve(app, frontAutocomplete, async ({ q, limit, visitor, lang = '' }, caller, _upload, signal) => {
    const { project } = caller;
    const [queryId, beganAt] = [randomUUID(), performance.now()];
    front.noteCall(caller);
    const answer = await answers({
      endpoint: 'autocomplete',
      caller,
      signal,
      place: '',
      live: () => collections.liveOnes(project),
      asked: { q: normaliseQuery(q), limit },
      make: async ({ ids }, wanted) => {
        const [release, known] = await Promise.all([app.releases.live(project), collections.named(project, ids)]);
        const { json, itemCount } = await completeQuery(app, project, known, { q, limit }, { release, signal: wanted });
        return { json, beside: { itemCount } };
      },
    });
    const [collectionId] = answer.live.ids;
    if (collectionId !== undefined)
      queries.note(caller, {
        queryId,
        beganAt,
        visitor,
        collectionId,
        language: lang,
        query: q,
        resultObject: 'autocomplete',
        itemCount: answer.beside.itemCount,
        rules: [],
      });
    return new WrittenAnswer(withQueryId(answer, queryId));
  });
}

export function serveConsoleAutocomplete(app: App): void {
  const collections = frontCollections(app);
  serve(app, completeInConsole, async ({ query: q, limit, c }, { project }, _upload, signal) => {
    const { ids } = await collections.liveOnes(project);
    const known = await collections.named(project, c === undefined ? ids : [c]);
    if (c !== undefined) foundIn(known[0], 'collection');
    const release = await app.releases.live(project);
    const { json } = await completeQuery(app, project, known, { q, limit }, { release, signal });
    return new WrittenAnswer(withQueryId({ json }));
  });
}
