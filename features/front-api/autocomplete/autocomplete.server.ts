import { normaliseQuery } from '#engine/query-draft.ts';
import { frontAutocomplete } from './autocomplete.contract.ts';
import { completeQuery } from './complete-query.service.ts';
import type { FrontApi } from '#features/front-api/front-api.service.ts';
import { withQueryId } from '#server-kit/cache/kept-answers.ts';
import { serve, WrittenAnswer } from '#server-kit/serve.ts';

export function serveAutocomplete(front: FrontApi): void {
  const { app, answers, collections } = front;
  serve(app, frontAutocomplete, async ({ q, limit }, caller, _upload, signal) => {
    const { project } = caller;
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
        return { json: await completeQuery(app, project, known, { q, limit }, { release, signal: wanted }), beside: null };
      },
    });
    return new WrittenAnswer(withQueryId(answer));
  });
}
