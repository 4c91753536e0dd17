import { completeQuery } from './complete-query.service.ts';
import { completeInConsole } from '#features/front-api/autocomplete/console-autocomplete.contract.ts';
import { frontCollections } from '#features/front-api/server/front-collections.service.ts';
import type { App } from '#server/app/app.ts';
import { withQueryId } from '#server/app/shop-answers.ts';
import { foundIn } from '#server/base/fail.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';

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
