import { maxResultWindow } from '#engine/plan.ts';
import type { DocumentPage, DocumentQuery } from '#engine/port.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';
import { engineCollection, settleInCollection } from '#server-kit/project-search.ts';

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
  const collection = engineCollection(collectionId);
  if (search === '') return app.engine.documents(collection, asked);
  const { from, size, filters, sort } = asked;
  if (from + size > maxResultWindow) throw fail('pageTooDeep', { max: maxResultWindow });
  const request = { query: search, filters, sort, facets: [], page: 1, perPage: size };
  const { plan } = await settleInCollection(app, project, collectionId, request);
  if (plan === null) return { items: [], totalCount: 0 };
  const all = { ...plan, collapse: false, promoted: [], hidden: [], from, size };
  const { hits, totalCount } = await app.engine.search(collection, all);
  return { items: hits.map(({ item }) => item), totalCount };
}

/** So many pages can be gone to. */
export const reachablePages = (search: string, perPage: number): number =>
  search === '' ? Infinity : Math.floor(maxResultWindow / perPage);
