import { countedFound } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { inCollection } from '#server/search/project-search.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { collectionIdsIn } from '#server/rules/releases/live-release.ts';
import type { Tried } from '#server/rules/releases/preview-rows.ts';
import { firstItems, groupsOf, isSamePage } from '#server/http/same-page.ts';
import { plainRequest } from '#server/search/search-request.ts';

interface Compared {
  readonly before: Tried;
  readonly after: Tried;
  /** Default: the whole project. */
  readonly collectionId?: number | undefined;
}

/** Queries whose first items differ, or that find nothing on one side, in any collection. Throws `releaseNotKept`. */
export async function touchedQueries(
  app: App,
  project: ProjectScope,
  queries: readonly string[],
  { before, after, collectionId }: Compared,
): Promise<string[]> {
  const [was, is] = [await app.releases.tried(project, before), await app.releases.tried(project, after)];
  // New collections have nothing to compare with.
  const ids = collectionIdsIn(is).filter((id) => was.relevance[id] && (collectionId === undefined || id === collectionId));
  const touched = new Set<string>();
  for (const id of ids)
    await inCollection(
      app,
      project,
      id,
      async (search) => {
        const groupOf = groupsOf(search.relevance);
        const earlier = { ...was.relevance[id], rules: was.rulesOf(id) };
        for (const query of queries) {
          const request = plainRequest(query, firstItems);
          const [now, then] = await Promise.all([search.find(request), search.find(request, earlier)]);
          // Corrected searches count as without results.
          const isFoundAlike = (countedFound(now) === 0) === (countedFound(then) === 0);
          if (!isFoundAlike || !isSamePage(now, then, groupOf)) touched.add(query);
        }
      },
      { tried: after },
    );
  return queries.filter((query) => touched.has(query));
}
