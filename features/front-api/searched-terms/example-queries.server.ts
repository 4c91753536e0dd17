import { exampleQueryCount, readExampleQueries } from '#contract/preview.ts';
import { plainPlan } from '#engine/plan.ts';
import { isTold, recentTerms } from './frequent-terms.service.ts';
import type { App } from '#server-kit/app.ts';
import { collectionOf } from '#server-kit/db/row-scope.ts';
import { inCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

const namesOfItems = 3;
/** Items beside each other are often alike, so names are taken from so many apart. */
const itemsApart = 20;
/** What follows in a name tells the item from others, and nobody types it. */
const endOfQuery = /\s[–—|/-]\s|[,;:(]/;
const wordsOfQuery = 4;

const queryOf = (name: unknown): string =>
  typeof name === 'string' ? (name.split(endOfQuery, 1)[0] ?? '').trim().split(/\s+/).slice(0, wordsOfQuery).join(' ') : '';

/** Queries to try settings with. */
export function serveExampleQueries(app: App): void {
  serve(app, readExampleQueries, async ({ c }, { project }) => {
    await collectionOf(app.db, project, c);
    const terms = (await recentTerms(app, project, c)).filter(isTold);
    if (terms.length > 0) return { queries: terms.slice(0, exampleQueryCount).map(({ term }) => term), is_tracked: true };
    const { hits } = await inCollection(app, project, c, ({ session }) =>
      session.search({ ...plainPlan, size: namesOfItems * itemsApart }),
    );
    const names = hits.filter((_, at) => at % itemsApart === 0).map(({ item }) => queryOf(item.fields['name']));
    return { queries: [...new Set(names.filter(Boolean))], is_tracked: false };
  });
}
