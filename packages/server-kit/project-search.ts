import { explainItem, runSearch, settleQuery, type ItemExplanation, type SearchAnswer } from '#engine/search.ts';
import { maxResultWindow } from '#engine/plan.ts';
import type { Rule, SearchRequest } from '#engine/pipeline.ts';
import type { Hit } from '#engine/port.ts';
import type { RelevantRate } from '#engine/relevance.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';
import type { CollectionRelease } from '#server-kit/releases.ts';

/** The engine's name of a collection. */
export const engineCollection = (collectionId: number): string => `collection-${collectionId}`;

type Searched = (relevance: CollectionRelease) => CollectionRelease;
const allFields: Searched = (relevance) => relevance;

/**
 * The one way to search: front API, query tester and every preview come here. `searched` may leave fields out. Throws `notFound` for a
 * foreign collection.
 */
export async function searchCollection(
  app: App,
  project: ProjectScope,
  collectionId: number,
  request: SearchRequest,
  searched: Searched = allFields,
): Promise<SearchAnswer> {
  const { relevance, rules } = await searchSettings(app, project, collectionId);
  return runNamed(app, collectionId, searched(relevance), rules, openRequest(relevance, request));
}

/** As `searchCollection`, in the fields that take part in autocomplete alone. */
export const completeInCollection = (
  app: App,
  project: ProjectScope,
  collectionId: number,
  request: SearchRequest,
): Promise<SearchAnswer> => searchCollection(app, project, collectionId, request, completing);

/** What is kept for the owner is asked about as if it weren't there: nothing has it, and it can't be counted or sorted by. */
function openRequest({ front }: CollectionRelease, request: SearchRequest): SearchRequest {
  if (front === undefined || front.hidden.length === 0) return request;
  const hidden = new Set(front.hidden);
  const isOpen = ({ field }: { readonly field: string }): boolean => !hidden.has(field);
  return {
    ...request,
    filters: request.filters.map((filter) => (isOpen(filter) ? filter : { field: filter.field, anyOf: [] })),
    facets: request.facets.filter(isOpen),
    sort: request.sort.filter(isOpen),
  };
}

/** A collection's relevance with the fields that take part in autocomplete alone. */
export function completing(relevance: CollectionRelease): CollectionRelease {
  if (relevance.front === undefined) return relevance;
  const names = new Set(relevance.front.autocomplete);
  const fields = Object.entries(relevance.fields).filter(([name]) => names.has(name));
  return { ...relevance, fields: Object.fromEntries(fields) };
}

/** Items are called by the collection's front name. */
async function runNamed(
  app: App,
  collectionId: number,
  relevance: CollectionRelease,
  rules: readonly Rule[],
  request: SearchRequest,
): Promise<SearchAnswer> {
  if (request.page * request.perPage > maxResultWindow) throw fail('pageTooDeep', { max: maxResultWindow });
  const answer = await runSearch(app.engine, engineCollection(collectionId), relevance, rules, request);
  const nameField = relevance.front?.nameField ?? itemName;
  return nameField === itemName ? answer : { ...answer, hits: answer.hits.map((hit) => named(hit, nameField)) };
}

/** The field that every list shows as an item's name. */
const itemName = 'name';

function named(hit: Hit, nameField: string): Hit {
  const { id, fields } = hit.item;
  const name = fields[nameField];
  return name === undefined ? hit : { ...hit, item: { id, fields: { ...fields, [itemName]: name } } };
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
  return explainItem(app.engine, engineCollection(collectionId), relevance, rules, openRequest(relevance, request), itemId);
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
  const settled = await settleQuery(
    app.engine,
    engineCollection(collectionId),
    tried,
    [...rules, ...added],
    openRequest(relevance, request),
  );
  return { ...settled, relevance };
}

/** What the live release says of a collection. Throws `notFound` for a foreign one. */
export async function searchSettings(app: App, project: ProjectScope, collectionId: number) {
  const release = await app.releases.live(project);
  const relevance = release.relevance[collectionId];
  if (!relevance) throw fail('notFound', { name: 'collection' });
  return { relevance, rules: release.rules };
}
