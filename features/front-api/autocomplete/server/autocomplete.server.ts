import { randomUUID } from 'node:crypto';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { frontAutocomplete, completeInConsole } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { completeQuery } from './complete-query.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { noteQuery, shownBanners } from '#features/front-api/searched-terms/server/searched-terms.events.ts';
import { withQueryId } from '#server/app/shop-answers.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';
import { frontCollections } from '#features/front-api/server/front-collections.service.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { run, wait, type Work } from '#process-kit/work.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { foundIn } from '#server/base/fail.ts';

export function serveAutocomplete(front: FrontApi): void {
  const { app, answers, collections } = front;
  function* complete(
    { q, limit, visitor, lang = '' }: ParsedInputOf<typeof frontAutocomplete>,
    caller: Caller<'shop'>,
    signal: AbortSignal,
  ): Work<WrittenAnswer> {
    const { project } = caller;
    const [queryId, beganAt] = [randomUUID(), performance.now()];
    front.noteCall(caller);
    const answer = yield* answers({
      endpoint: 'autocomplete',
      caller,
      signal,
      place: '',
      live: () => collections.liveOnes(project),
      asked: { q: normaliseQuery(q), limit },
      *make({ ids }, wanted) {
        const release = yield* wait(app.releases.live(project));
        const known = yield* collections.named(project, ids);
        const completed = yield* completeQuery(app, project, known, { q, limit }, { release, signal: wanted });
        const { json, itemCount, banners } = completed;
        return { json, beside: { itemCount, rules: shownBanners(banners) } };
      },
    });
    const [collectionId] = answer.live.ids;
    if (collectionId !== undefined)
      noteQuery(app, caller, {
        queryId,
        beganAt,
        visitor,
        collectionId,
        language: lang,
        query: q,
        resultObject: 'autocomplete',
        ...answer.beside,
        foundAs: null,
        list: null,
      });
    return new WrittenAnswer(withQueryId(answer, queryId));
  }
  serve(app, frontAutocomplete, (input, caller, _upload, signal) => run(complete(input, caller, signal)));
}

export function serveConsoleAutocomplete(app: App): void {
  const collections = frontCollections(app);
  serve(app, completeInConsole, async ({ query: q, limit, c }, { project }, _upload, signal) => {
    const { ids } = await run(collections.liveOnes(project));
    const known = await run(collections.named(project, c === undefined ? ids : [c]));
    if (c !== undefined) foundIn(known[0], 'collection');
    const release = await app.releases.live(project);
    const { json } = await run(completeQuery(app, project, known, { q, limit }, { release, signal }));
    return new WrittenAnswer(withQueryId({ json }));
  });
}
