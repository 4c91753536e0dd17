import { explainItem, runSearch, type ItemExplanation, type SearchAnswer } from '#engine/search.ts';
import { maxResultWindow } from '#engine/plan.ts';
import type { SearchRequest } from '#engine/pipeline.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';

/** The engine's name of a collection. */
export const engineCollection = (collectionId: number): string => `collection-${collectionId}`;

/** The one way to search: front API, query tester and every preview come here. Throws `notFound` for a foreign collection. */
export async function searchCollection(
  app: App,
  project: ProjectScope,
  collectionId: number,
  request: SearchRequest,
): Promise<SearchAnswer> {
  if (request.page * request.perPage > maxResultWindow) throw fail('pageTooDeep', { max: maxResultWindow });
  const { relevance, rules } = await settingsOf(app, project, collectionId);
  return runSearch(app.engine, engineCollection(collectionId), relevance, rules, request);
}

/** Explains one item for the same query. */
export async function explainInCollection(
  app: App,
  project: ProjectScope,
  collectionId: number,
  request: SearchRequest,
  itemId: string,
): Promise<ItemExplanation> {
  const { relevance, rules } = await settingsOf(app, project, collectionId);
  return explainItem(app.engine, engineCollection(collectionId), relevance, rules, request, itemId);
}

async function settingsOf(app: App, project: ProjectScope, collectionId: number) {
  const release = await app.releases.live(project);
  const relevance = release.relevance[collectionId];
  if (!relevance) throw fail('notFound', { name: 'collection' });
  return { relevance, rules: release.rules };
}
