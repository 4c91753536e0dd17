import * as z from 'zod/mini';
import type { FacetRequest, Filter, SortBy } from '#engine/plan.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import { pathSeparator } from '#contract/item.ts';
import { maximumAskedFacetValues, maximumCategories, maximumFacets, maximumFacetValues } from '#contract/limits.ts';
import type { PreviewParameters, SearchParameters } from '#contract/search.ts';
import { wholeNumbers } from '#contract/values/typed-number.ts';
import { failField } from '#server/base/fail.ts';
import type { Previewed } from '#server/rules/releases/preview-rows.ts';
import { plainDefaults, type ResultDefaults } from './result-defaults.ts';

const maximumFilters = 20;

const Value = z.union([z.string(), z.number(), z.boolean()]);
/** Also as texts: `"10"`, and days as `"2026-03-01"`. */
const Bound = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((bound, context) => {
    const isDay = typeof bound === 'string' && !isNumeric(bound);
    const number = isDay ? Date.parse(bound) : Number(bound);
    if (!Number.isNaN(number)) return number;
    context.issues.push({ code: 'custom', input: bound, message: '' });
    return z.NEVER;
  }),
);
const isNumeric = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));
const isGiven = (all: object): boolean => Object.values(all).some((one) => one !== undefined);
const Bounds = { from: z.optional(Bound), to: z.optional(Bound) };
const Range = z.strictObject(Bounds).check(z.refine(isGiven));
const Values = z.array(Value).check(z.minLength(1), z.maxLength(100));
const AllOf = z.array(z.union([Value, Values])).check(z.minLength(1), z.maxLength(maximumFilters));
const Conditions = z
  .strictObject({ ...Bounds, all: z.optional(AllOf), not: z.optional(z.union([Value, Values, Range])) })
  .check(z.refine(isGiven));
const FilterValue = z.union([Value, Values, Conditions]);
/** A list, as an object would lose a field named `__proto__`. */
const Filters = z.array(z.tuple([z.string(), FilterValue])).check(z.maxLength(maximumFilters));

const ValuesOfFacet = z
  .strictObject({
    beginning: z.optional(z.string()),
    opened: z.optional(z.string()),
    limit: z.optional(z.number().check(z.int(), z.positive(), z.maximum(maximumAskedFacetValues))),
  })
  .check(z.refine(isGiven));
const ValuesOfFacets = z.array(z.tuple([z.string(), ValuesOfFacet])).check(z.maxLength(maximumFacets));

export const plainRequest = (query: string, perPage: number, page = 1): SearchRequest => ({
  query,
  page,
  perPage,
  filters: [],
  facets: [],
  sort: [],
});

export interface AskedSearch extends Omit<SearchRequest, keyof ResultDefaults> {
  readonly perPage: number | undefined;
  readonly facets: readonly FacetRequest[] | undefined;
  readonly sort: readonly SortBy[] | undefined;
  readonly narrowing: readonly string[];
  readonly values: readonly (readonly [field: string, asked: Partial<FacetRequest>])[];
}

export const meaningOf = (asked: AskedSearch): unknown => ({
  ...asked,
  query: normaliseQuery(asked.query),
  filters: asked.filters.map((filter) => JSON.stringify(filter)).toSorted(),
});

/** Throws a field error for unreadable parameters. */
export const parseSearchRequest = ({
  q,
  page,
  per_page: perPage,
  filters,
  facets,
  narrowing,
  values,
  sort,
  highlight,
}: z.output<typeof SearchParameters>): AskedSearch => ({
  query: q,
  page,
  perPage,
  filters: parseFilters(filters),
  facets: facets === undefined ? undefined : namedFacets(facets),
  narrowing: namesIn(narrowing),
  values: parseValues(values),
  sort: sort === undefined ? undefined : parseSort(sort),
  wantsHighlights: highlight === '1',
});

export function requestOf({ narrowing, values, ...asked }: AskedSearch, defaults: ResultDefaults = plainDefaults): SearchRequest {
  const narrowed = new Set(narrowing);
  const counted = new Map(values);
  const facets = (withEvery(asked.facets, defaults) ?? defaults.facets).map((facet) => ({
    ...facet,
    ...counted.get(facet.field),
    ...chosenOf(facet, asked.filters),
  }));
  return {
    ...asked,
    perPage: asked.perPage ?? defaults.perPage,
    facets: facets.map((facet) => (narrowed.has(facet.field) ? { ...facet, narrows: true } : facet)),
    sort: asked.sort ?? defaults.sort,
  };
}

export const everyField = '*';

function withEvery(asked: AskedSearch['facets'], { everyFacet }: ResultDefaults): AskedSearch['facets'] {
  if (asked?.some(({ field }) => field === everyField) !== true) return asked;
  const named = asked.filter(({ field }) => field !== everyField);
  const known = new Set(named.map(({ field }) => field));
  const others = everyFacet().filter((field) => !known.has(field));
  return [...named, ...others.map(facetOf)].slice(0, maximumFacets);
}

/** Chosen values are counted, however rare they are. */
function chosenOf({ field }: FacetRequest, filters: readonly Filter[]): Pick<FacetRequest, 'chosen'> {
  const chosen = filters.flatMap((filter) =>
    filter.field === field && 'anyOf' in filter && filter.isExcluding !== true ? filter.anyOf : [],
  );
  return chosen.length === 0 ? {} : { chosen };
}

export const namedFacets = (text: string): FacetRequest[] => namesIn(text).slice(0, maximumFacets).map(facetOf);

const facetOf = (field: string): FacetRequest => ({ field, limit: maximumFacetValues });

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** Throws a field error for JSON that doesn't fit the schema. */
function parseByField<Parsed>(
  { field, name }: { readonly field: string; readonly name: string },
  schema: z.ZodMiniType<Parsed>,
  text: string,
): Parsed {
  const given = parseJson(text);
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const entries = isObject ? Object.entries(given) : null;
  const parsed = z.safeParse(schema, entries);
  if (parsed.success) return parsed.data;
  const [at] = parsed.error.issues[0]?.path ?? [];
  const wrong = typeof at === 'number' ? entries?.[at] : undefined;
  if (wrong === undefined) throw failField(field, 'notValid', { name });
  throw failField(field, field === 'filters' ? 'filterNotValid' : 'valuesNotValid', { name: wrong[0] });
}

function parseValues(text: string): AskedSearch['values'] {
  if (text === '') return [];
  return parseByField({ field: 'values', name: 'Values' }, ValuesOfFacets, text).map(([field, { beginning, opened, limit }]) => {
    const under = opened === undefined ? null : pathsTo(opened);
    return [
      field,
      {
        ...(beginning !== undefined && { beginning }),
        ...(under && { under, limit: maximumCategories * under.length }),
        ...(limit !== undefined && { limit }),
      },
    ];
  });
}

/** `Home > Lamps` has the levels `''`, `Home` and `Home > Lamps`. */
function pathsTo(path: string): string[] {
  const levels = path === '' ? [] : path.split(pathSeparator);
  return ['', ...levels.map((_, depth) => levels.slice(0, depth + 1).join(pathSeparator))];
}

export function parseFilters(text: string): Filter[] {
  if (text === '') return [];
  return parseByField({ field: 'filters', name: 'Filters' }, Filters, text).flatMap(([field, value]): Filter | Filter[] => {
    if (Array.isArray(value)) return { field, anyOf: value };
    if (typeof value !== 'object') return { field, anyOf: [value] };
    const { all = [], not, ...range } = value;
    return [
      ...all.map((one): Filter => ({ field, anyOf: [one].flat() })),
      ...(isGiven(range) ? [rangeOf(field, range)] : []),
      ...(not === undefined ? [] : [excluding(field, not)]),
    ];
  });
}

const rangeOf = (field: string, { from, to }: z.output<typeof Range>): Filter => ({
  field,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

function excluding(field: string, not: z.output<typeof Value> | z.output<typeof Values> | z.output<typeof Range>): Filter {
  const isRange = typeof not === 'object' && !Array.isArray(not);
  return { ...(isRange ? rangeOf(field, not) : { field, anyOf: [not].flat() }), isExcluding: true };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(wholeNumbers(text));
  } catch {
    return null;
  }
}

function parseSort(text: string): SortBy[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [, field, order = 'asc'] = /^(.+?)(?::(asc|desc))?$/i.exec(part.trim()) ?? [];
    if (!field) throw failField('sort', 'notValid', { name: 'Sort' });
    return { field, order: order.toLowerCase() as SortBy['order'] };
  });
}

/** Undefined for the live release. */
export function parsePreviewed({ release, without }: PreviewParameters): Previewed | undefined {
  if (release === 'live' && without === '') return undefined;
  const from = release === 'live' || release === 'draft' ? release : Number(release);
  const rows = without === '' ? [] : without.split(',').map((row) => row.split(':'));
  return { from, without: rows.map(([source = '', id]) => ({ source, id: Number(id) })) };
}
