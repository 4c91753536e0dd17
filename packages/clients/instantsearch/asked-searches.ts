import type { Filters, SearchInput } from '#clients/javascript/search-types.ts';
import type { SearchParams, SearchRequest } from './algolia-types.ts';
import { type Condition, isOfValues, conditionsOf, filtersOf } from './filters.ts';
import { type FieldNames, pathSeparator, indexOf, type Indices } from './names.ts';

export interface AskedSearch {
  readonly indexName: string;
  readonly params: SearchParams;
  /** Attributes to count. `*` counts the facets of the result settings, or every facet if there are none. */
  readonly attributes: readonly string[];
  /** Their fields without duplicates. */
  readonly fields: readonly string[];
  /** By field, not by attribute. */
  readonly conditions: readonly Condition[];
  /** Only counts, no items. */
  readonly isCountOnly: boolean;
  /** Index of the search whose counts also answer this one. */
  readonly host: number | null;
}

export const allFacets = '*';
export const wantsAllFacets = ({ attributes }: Pick<AskedSearch, 'attributes'>): boolean => attributes.includes(allFacets);

/**
 * Reads the requests of one page change. InstantSearch sends one search for items and one per facet with a selection, counted without it.
 * The API counts those along with the items, so most of them need no search of their own.
 */
export function askedSearches(requests: readonly SearchRequest[], names: FieldNames): AskedSearch[] {
  const asked: AskedSearch[] = [];
  for (const request of requests) {
    const { indexName } = request;
    const params = paramsOf(request);
    const attributes = [params.facets ?? []].flat();
    const one: AskedSearch = {
      indexName,
      params,
      attributes,
      fields: [...new Set(attributes.filter((attribute) => attribute !== allFacets).map(names.fieldOf))],
      conditions: conditionsOf(params).map((condition) => ({ ...condition, field: names.fieldOf(condition.field) })),
      isCountOnly: params.hitsPerPage === 0,
      host: null,
    };
    const host = asked.findIndex((other) => isCountedBy(other, one, names));
    asked.push(host < 0 ? one : { ...one, host });
  }
  return asked;
}

/** `getAlgoliaResults` of autocomplete-js sends the query beside the parameters. */
export function paramsOf({ indexName: _index, type: _type, facet, params, ...beside }: SearchRequest): SearchParams {
  return { ...beside, ...(facet !== undefined && { facetName: facet }), ...params };
}

function isCountedBy(host: AskedSearch, asked: AskedSearch, names: FieldNames): boolean {
  const [field, ...others] = asked.fields;
  if (!asked.isCountOnly || host.isCountOnly || field === undefined || others.length > 0) return false;
  return (
    host.indexName === asked.indexName &&
    (host.params.query ?? '') === (asked.params.query ?? '') &&
    host.fields.includes(field) &&
    isCountedWithoutFilter(field, host, asked, names) &&
    JSON.stringify(filtersBut(host, field)) === JSON.stringify(filtersBut(asked, field))
  );
}

/** True if the host's unfiltered counts are the requested ones. */
function isCountedWithoutFilter(field: string, host: AskedSearch, asked: AskedSearch, { levelOf }: FieldNames): boolean {
  const wanted = valuesOf(asked, field);
  if (wanted.length === 0) return true;
  // Everything below a category is in it, so counts below the chosen category's parent don't change without it.
  const [chosen, ...more] = valuesOf(host, field);
  const isPath = asked.attributes.every((attribute) => levelOf(attribute) !== null);
  return (
    isPath && chosen !== undefined && more.length === 0 && wanted.every((parent) => chosen.startsWith(parent + pathSeparator))
  );
}

const valuesOf = ({ conditions }: AskedSearch, wanted: string): string[] =>
  conditions
    .filter(({ field, isExcluding }) => field === wanted && !isExcluding)
    .flatMap((one) => (isOfValues(one) ? one.anyOf : [JSON.stringify(one)]));

const filtersBut = ({ conditions }: AskedSearch, left: string): Filters =>
  filtersOf(conditions.filter(({ field, isExcluding }) => field !== left || isExcluding));

/** A search with the requests it answers. */
export function searchInputOf(
  asked: AskedSearch,
  all: readonly AskedSearch[],
  indices: Indices,
  { levelOf, fieldOf }: FieldNames,
): SearchInput {
  const { params, conditions, fields, isCountOnly } = asked;
  const paths = fields.filter((field) => asked.attributes.some((one) => fieldOf(one) === field && levelOf(one) !== null));
  const limit = Math.min(params.maxValuesPerFacet ?? 0, mostFacetValues);
  const limited = limit > usualFacetValues ? fields.filter((field) => !paths.includes(field)) : [];
  const values = Object.fromEntries([
    ...paths.map((field) => [field, { opened: valuesOf(asked, field)[0] ?? '' }] as const),
    ...limited.map((field) => [field, { limit }] as const),
  ]);
  const hosted = all.filter(({ host }) => host !== null && all[host] === asked).flatMap((one) => one.fields);
  const filters = filtersOf(conditions);
  const counted = wantsAllFacets(asked) ? Object.keys(filters) : fields;
  const narrowing = counted.filter((field) => Object.hasOwn(filters, field) && !hosted.includes(field));
  return {
    q: params.query ?? '',
    ...(isCountOnly ? { per_page: 1 } : { page: (params.page ?? 0) + 1, per_page: params.hitsPerPage ?? usualHitsPerPage }),
    ...(conditions.length > 0 && { filters }),
    facets: wantsAllFacets(asked) ? [allFacets, ...fields] : fields,
    ...(Object.keys(values).length > 0 && { values }),
    ...(narrowing.length > 0 && { narrowing }),
    ...(!isCountOnly && params.attributesToHighlight?.length !== 0 && { highlight: true }),
    ...indexOf(asked.indexName, indices),
  };
}

export const usualHitsPerPage = 20;

/** The API's numbers of values of a facet: without being asked, and at most. */
const [usualFacetValues, mostFacetValues] = [50, 1_000];
