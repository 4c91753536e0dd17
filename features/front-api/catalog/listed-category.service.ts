import type { OutputOf } from '#contract/endpoint.ts';
import { pathSeparator } from '#contract/item.ts';
import { maximumCategories } from '#contract/limits.ts';
import type { frontCatalog } from './catalog.contract.ts';
import type { SearchWarning } from '#contract/search.ts';
import { countedList } from '#features/front-api/searched-terms/server/searched-terms.events.ts';
import { searchWarnings } from '#server/search/search-warnings.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { after, type Awaitable } from '#process-kit/work.ts';
import { fail } from '#server/base/fail.ts';
import type { CollectionSearch } from '#server/search/project-search.ts';
import { resultDefaults } from '#server/search/result-defaults.ts';
import { searchJsonOf, shownAnswer } from '#server/search/shown-answer.ts';
import { jsonBytes } from '#server/formats/json-body.ts';
import { type AskedSearch, requestOf } from '#server/search/search-request.ts';

export interface ListedCategory {
  /** Without an id. */
  readonly json: Buffer;
  readonly itemCount: number;
  /** As in the tracker; null while learning is off, too. */
  readonly list: string | null;
}

/** Throws `notFound` for a category without items. */
export function listedCategory(search: CollectionSearch, path: string, sent: AskedSearch): Awaitable<ListedCategory> {
  const { relevance } = search;
  const request = requestOf(sent, resultDefaults(relevance, 'catalog', path));
  const { pathField: field } = relevance.front.catalog;
  if (path !== '' && field === null) throw fail('notFound', { name: 'category' });
  const below = field === null ? [] : [{ field, limit: maximumCategories, narrows: true, under: path }];
  const within = field === null || path === '' ? [] : [{ field, anyOf: [path] }];
  const asked = {
    ...request,
    facets: [...request.facets, ...below],
    filters: [...request.filters, ...within],
    ...(path !== '' && { category: path }),
  };
  const warnings = searchWarnings(search, sent);
  return after(search.find(asked), (answer) => ({
    json: writtenCategory(search, { path, request, field, warnings }, answer),
    itemCount: answer.totalCount,
    list: path === '' || relevance.learning === 'off' ? null : countedList(request, answer),
  }));
}

interface Listed {
  readonly path: string;
  readonly request: SearchRequest;
  readonly field: string | null;
  readonly warnings: readonly SearchWarning[];
}

function writtenCategory(
  { relevance }: CollectionSearch,
  { path, request, field, warnings }: Listed,
  answer: SearchAnswer,
): Buffer {
  const isEmpty = answer.totalCount === 0 && request.filters.length === 0;
  if (path !== '' && isEmpty) throw fail('notFound', { name: 'category' });
  // Private fields are not counted.
  const facets = field === null ? answer.facets : answer.facets.slice(0, -1);
  const categories = (field === null ? [] : (answer.facets.at(-1)?.values ?? [])).map(({ value, count }) => ({
    name: nameOf(String(value)),
    path: String(value),
    count,
  }));
  const place = JSON.stringify({ path, breadcrumbs: breadcrumbsOf(path), categories } satisfies Partial<Output>);
  const found = searchJsonOf({ ...shownAnswer({ ...answer, facets }, relevance, 'catalog'), warnings });
  return jsonBytes([`${place.slice(0, -1)},`, found.subarray(1)]);
}

type Output = OutputOf<typeof frontCatalog>;

const nameOf = (path: string): string => path.split(pathSeparator).at(-1) ?? '';

function breadcrumbsOf(path: string): { name: string; path: string }[] {
  const levels = path === '' ? [] : path.split(pathSeparator);
  return levels.map((name, depth) => ({ name, path: levels.slice(0, depth + 1).join(pathSeparator) }));
}
