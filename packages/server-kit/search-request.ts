import * as z from 'zod/mini';
import type { Filter, SortBy } from '#engine/plan.ts';
import type { SearchRequest } from '#engine/pipeline.ts';
import type { SearchParameters } from '#contract/search.ts';
import { failField } from '#server-kit/fail.ts';

const maximumFilters = 20;
const maximumFacets = 20;
const facetValues = 50;

const Value = z.union([z.string(), z.number(), z.boolean()]);
const Range = z
  .strictObject({ from: z.optional(z.number()), to: z.optional(z.number()) })
  .check(z.refine(({ from, to }) => from !== undefined || to !== undefined));
const FilterValue = z.union([Value, z.array(Value).check(z.minLength(1), z.maxLength(100)), Range]);
/** As a list, since an object would lose a field that is called `__proto__`. */
const Filters = z.array(z.tuple([z.string(), FilterValue])).check(z.maxLength(maximumFilters));

/** A search by a query alone. */
export const plainRequest = (query: string, perPage: number, page = 1): SearchRequest => ({
  query,
  page,
  perPage,
  filters: [],
  facets: [],
  sort: [],
});

/** What a caller wrote in an address, as the pipeline takes it. Throws a field error for what can't be read. */
export function parseSearchRequest({
  q,
  page,
  per_page,
  filters,
  facets,
  sort,
  highlight,
}: z.output<typeof SearchParameters>): SearchRequest {
  return {
    query: q,
    page,
    perPage: per_page,
    filters: parseFilters(filters),
    facets: facets
      .split(',')
      .map((field) => field.trim())
      .filter(Boolean)
      .slice(0, maximumFacets)
      .map((field) => ({ field, limit: facetValues })),
    sort: parseSort(sort),
    wantsHighlights: highlight === '1',
  };
}

export function parseFilters(text: string): Filter[] {
  if (text === '') return [];
  const given = parseJson(text);
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const parsed = z.safeParse(Filters, isObject ? Object.entries(given) : null);
  if (!parsed.success) throw failField('filters', 'notValid', { name: 'Filters' });
  return parsed.data.map(([field, value]) => {
    if (Array.isArray(value)) return { field, anyOf: value };
    if (typeof value !== 'object') return { field, anyOf: [value] };
    return { field, ...(value.from !== undefined && { from: value.from }), ...(value.to !== undefined && { to: value.to }) };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failField('filters', 'notValid', { name: 'Filters' });
  }
}

function parseSort(text: string): SortBy[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [, field, order = 'asc'] = /^(.+?)(?::(asc|desc))?$/.exec(part.trim()) ?? [];
    if (!field) throw failField('sort', 'notValid', { name: 'Sort' });
    return { field, order: order as SortBy['order'] };
  });
}
