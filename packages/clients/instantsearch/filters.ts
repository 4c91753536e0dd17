import type { Filters, FilterValue, Range } from '#clients/javascript/search-types.ts';
import type { SearchParams } from './algolia-types.ts';
import { comparison, type Condition, isOfValues, notUnderstood, oneOf, type RangeCondition } from './conditions.ts';
import { readFilterText } from './filter-text.ts';

/** Facet, numeric and text filters. */
export function conditionsOf(params: SearchParams): Condition[] {
  const { facetFilters = [], numericFilters = [], filters = '' } = params;
  refuseOthers(params);
  return [
    ...eachOf(facetFilters).map((alternatives) => oneOf(alternatives.map(facetCondition))),
    ...eachOf(numericFilters).map((alternatives) => oneOf(alternatives.map(numericCondition))),
    ...readFilterText(filters),
  ];
}

/** Unsupported exclusions, rejected so that a page never shows wrong items. */
const otherFilters = {
  aroundLatLng: 'items have no place on a map',
  aroundLatLngViaIP: 'items have no place on a map',
  insideBoundingBox: 'items have no place on a map',
  insidePolygon: 'items have no place on a map',
  tagFilters: 'tags are values of a field, which facetFilters ask for',
};

function refuseOthers(params: object): void {
  for (const [name, why] of Object.entries(otherFilters)) {
    const asked = Reflect.get(params, name) as unknown;
    const isAsked = Array.isArray(asked) ? asked.length > 0 : Boolean(asked);
    if (isAsked) throw new Error(`"${name}" can't be asked for: ${why}.`);
  }
}

/** Lists of alternatives, combined with AND. */
const eachOf = (given: string | readonly (string | readonly string[])[]): (readonly string[])[] =>
  (typeof given === 'string' ? [given] : given)
    .map((one) => (typeof one === 'string' ? [one] : one))
    .filter(({ length }) => length > 0);

/** `brand:Vela`. A leading minus excludes; a backslash escapes it. */
function facetCondition(text: string): Condition {
  const [, field = '', value = ''] = /^([^:]+):(.*)$/s.exec(text) ?? [];
  if (field === '') throw notUnderstood(text);
  if (value.startsWith('-')) throw new Error(`Items can't be left out by a facet, as "${text}" asks.`);
  return { field, anyOf: [value.replace(/^\\-/, '-')] };
}

/** `price>=10` or `price:10 TO 20`. */
function numericCondition(text: string): Condition {
  const [, ranged, from, to] = /^([^:<>=!]+):\s*(\S+)\s+TO\s+(\S+)\s*$/.exec(text) ?? [];
  if (ranged !== undefined && !Number.isNaN(Number(from) + Number(to)))
    return { field: ranged.trim(), from: Number(from), to: Number(to) };
  const [, field, operator = '', value] = /^([^<>=!]+?)\s*(<=|>=|!=|=|<|>)\s*(\S+)\s*$/.exec(text) ?? [];
  if (field === undefined) throw notUnderstood(text);
  return comparison(field.trim(), operator, Number(value), text);
}

/** The API's filters, one entry per field. */
export function filtersOf(conditions: readonly Condition[]): Filters {
  const fields = [...new Set(conditions.map(({ field }) => field))];
  const asked = (name: string): Condition[] => conditions.filter(({ field }) => field === name);
  return Object.fromEntries(fields.map((field) => [field, filterOf(asked(field))]));
}

function filterOf(conditions: readonly Condition[]): FilterValue {
  const lists = conditions.filter(isOfValues).map(({ anyOf }) => anyOf);
  const range = rangeOf(conditions.filter((one) => !isOfValues(one)));
  const [first = [], ...others] = lists;
  if (lists.length === 0) return range;
  if (lists.length < conditions.length)
    return within(
      range,
      first.filter((value) => others.every((list) => list.includes(value))),
    );
  if (others.length === 0) return first;
  const each = lists.map((list) => (list.length === 1 ? list[0]! : list));
  return { all: each.filter((one, place) => each.indexOf(one) === place) };
}

const rangeOf = (ranges: readonly RangeCondition[]): Range => {
  const from = Math.max(...ranges.map((range) => range.from ?? Number.NEGATIVE_INFINITY));
  const to = Math.min(...ranges.map((range) => range.to ?? Number.POSITIVE_INFINITY));
  return { ...(Number.isFinite(from) && { from }), ...(Number.isFinite(to) && { to }) };
};

/** An empty range. */
const nothing: Range = { from: 1, to: 0 };

/** Requested numbers that are also within a requested range. */
function within(
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Range,
  values: readonly string[],
): FilterValue {
  const found = values.filter((value) => Number(value) >= from && Number(value) <= to);
  return found.length > 0 ? found : nothing;
}
