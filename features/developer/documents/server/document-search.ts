import { maxResultWindow } from '#engine/plan.ts';
import type { DocumentPage, DocumentQuery } from '#engine/port.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { fail } from '#server/base/fail.ts';
import { engineCollection, inCollection } from '#server/search/project-search.ts';

/**
 * A page of the items of a collection. Searched, it is found as a shop finds, but for what shops do with the found items: variants, and
 * what is pinned or hidden, are items like others. Throws `pageTooDeep` for pages beyond the window of searches.
 */
export async function findDocuments(
  app: App,
  project: ProjectScope,
  collectionId: number,
  search: string,
  asked: DocumentQuery,
): Promise<DocumentPage> {
  if (search === '') return app.engine.documents(engineCollection(collectionId), asked);
  const { from, size, filters, sort } = asked;
  if (from + size > maxResultWindow) throw fail('pageTooDeep', { max: maxResultWindow });
  const request = { query: search, filters, sort, facets: [], page: 1, perPage: size };
  return inCollection(app, project, collectionId, async (asking) => {
    const { plan } = await asking.resolve(request);
    if (plan === null) return { items: [], totalCount: 0 };
    const all = { ...plan, collapse: false, promoted: [], hidden: [], from, size };
    const { hits, totalCount } = await asking.session.search(all);
    return { items: hits.map(({ item }) => item), totalCount };
  });
}

/** So many pages can be gone to. */
export const reachablePages = (search: string, perPage: number): number =>
  search === '' ? Infinity : Math.floor(maxResultWindow / perPage);
