import { recentTerms } from '#features/front-api/searched-terms/frequent-terms.service.ts';
import type { SearchedTerm } from '#features/front-api/searched-terms/searched-terms.store.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/row-scope.ts';

/** What visitors searched for in all collections together, most frequent first. */
export async function loggedQueries(app: App, project: ProjectScope): Promise<readonly SearchedTerm[]> {
  const { relevance } = await app.releases.live(project);
  const all = Object.keys(relevance).map((id) => recentTerms(app, project, Number(id)));
  const byTerm = Map.groupBy((await Promise.all(all)).flat(), ({ term }) => term);
  const sum = (terms: readonly SearchedTerm[], count: 'searchCount' | 'itemCount') =>
    terms.reduce((total, one) => total + one[count], 0);
  return [...byTerm]
    .map(([term, same]) => ({ term, searchCount: sum(same, 'searchCount'), itemCount: sum(same, 'itemCount') }))
    .toSorted((a, b) => b.searchCount - a.searchCount);
}
