import { exampleQueryCount, readExampleQueries, readTrialQueries } from '#contract/preview.ts';
import { isTold, recentTerms } from './frequent-terms.service.ts';
import { itemQueries } from './item-queries.service.ts';
import type { App } from '#server/app.ts';
import { collectionOf } from '#server/db/row-scope.ts';
import { serve } from '#server/serve.ts';

export function serveExampleQueries(app: App): void {
  serve(app, readExampleQueries, async ({ c }, { project }) => {
    await collectionOf(app.db, project, c);
    const terms = (await recentTerms(app, project, c)).filter(isTold);
    if (terms.length > 0) return { queries: terms.slice(0, exampleQueryCount).map(({ term }) => term), is_tracked: true };
    return { queries: await itemQueries(app, project, c), is_tracked: false };
  });

  serve(app, readTrialQueries, async ({ c }, { project }) => {
    await collectionOf(app.db, project, c);
    return itemQueries(app, project, c);
  });
}
