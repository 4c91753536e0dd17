import { exampleQueryCount, readExampleQueries } from '#contract/preview.ts';
import { plainPlan } from '#engine/plan.ts';
import { recentTerms } from './frequent-terms.service.ts';
import { isMasked } from './personal-data.ts';
import type { App } from '#server-kit/app.ts';
import { collectionOf } from '#server-kit/db/row-scope.ts';
import { inCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

const namesOfItems = 3;

/** Queries to try settings with. */
export function serveExampleQueries(app: App): void {
  serve(app, readExampleQueries, async ({ c }, { project }) => {
    await collectionOf(app.db, project, c);
    const terms = (await recentTerms(app, project, c)).filter(({ term }) => !isMasked(term));
    if (terms.length > 0) return { queries: terms.slice(0, exampleQueryCount).map(({ term }) => term), is_tracked: true };
    const { hits } = await inCollection(app, project, c, ({ session }) => session.search({ ...plainPlan, size: namesOfItems }));
    const names = hits.map(({ item }) => item.fields['name']).filter((name) => typeof name === 'string' && name !== '');
    return { queries: names as string[], is_tracked: false };
  });
}
