import { explainItem, runSearch, settleQuery, type ItemExplanation, type SearchAnswer } from '#engine/search.ts';
import { maxResultWindow } from '#engine/plan.ts';
import type { Rule, SearchRequest } from '#engine/pipeline.ts';
import type { RelevantRate } from '#engine/relevance.ts';
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
  const { relevance, rules } = await searchSettings(app, project, collectionId);
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
  const { relevance, rules } = await searchSettings(app, project, collectionId);
  return explainItem(app.engine, engineCollection(collectionId), relevance, rules, request, itemId);
}

/** What a query asks of the engine in the end, for several questions about the same search. `changes` try other settings. */
export async function settleInCollection(
  app: App,
  project: ProjectScope,
  collectionId: number,
  request: SearchRequest,
  changes: { readonly relevantRate?: RelevantRate; readonly rules?: readonly Rule[] } = {},
) {
  const { relevance, rules } = await searchSettings(app, project, collectionId);
  const { relevantRate = relevance.relevantRate, rules: added = [] } = changes;
  const tried = { ...relevance, relevantRate };
  const settled = await settleQuery(app.engine, engineCollection(collectionId), tried, [...rules, ...added], request);
  return { ...settled, relevance };
}

/** What the live release says of a collection. Throws `notFound` for a foreign one. */
export async function searchSettings(app: App, project: ProjectScope, collectionId: number) {
  const release = await app.releases.live(project);
  const relevance = release.relevance[collectionId];
  if (!relevance) throw fail('notFound', { name: 'collection' });
  return { relevance, rules: release.rules };
}
