import { sayOnce } from '#clients/javascript/send.ts';
import type { Conditions, Filters, FilterValue, Range, Value } from '#clients/javascript/search-types.ts';
import type { SearchParams } from './algolia-types.ts';

/** One of several values, or a number between inclusive bounds. */
export type Condition = ValuesCondition | RangeCondition;

export interface ValuesCondition {
  readonly field: string;
  readonly isExcluding?: true;
  readonly anyOf: readonly string[];
}

interface RangeCondition {
  readonly field: string;
  readonly isExcluding?: true;
  readonly from?: number;
  readonly to?: number;
}

export const isOfValues = (condition: Condition): condition is ValuesCondition => 'anyOf' in condition;

/** `what` is the original text. */
function comparison(field: string, operator: string, value: number, what: string): Condition {
  if (Number.isNaN(value)) throw notUnderstood(what);
  if (operator === '=') return { field, anyOf: [String(value)] };
  if (operator === '>=') return { field, from: value };
  if (operator === '<=') return { field, to: value };
  if (operator === '>') return { field, from: nextNumber(value, 1) };
  if (operator === '<') return { field, to: nextNumber(value, -1) };
  return { field, anyOf: [String(value)], isExcluding: true };
}

/** Next representable number: bounds are inclusive, so `> 10` starts there. */
function nextNumber(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  // Bits of neighbouring floats are neighbouring integers.
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(value > 0 ? direction : -direction));
  return view.getFloat64(0);
}

/** Alternatives are one condition if they are values of one field. */
function oneOf(alternatives: readonly Condition[]): Condition {
  const [first, ...others] = alternatives;
  if (first === undefined) throw new Error('A filter without a condition was asked for.');
  if (others.length === 0) return first;
  if (alternatives.some(({ isExcluding }) => isExcluding))
    throw new Error(`Alternatives can't exclude values of "${first.field}".`);
  const values = alternatives.filter(isOfValues).filter(({ field }) => field === first.field);
  if (values.length < alternatives.length)
    throw new Error(`Alternatives have to be values of one field, unlike those of "${first.field}".`);
  return { field: first.field, anyOf: values.flatMap(({ anyOf }) => anyOf) };
}

const notUnderstood = (what: string): Error => new Error(`The filter "${what}" is not understood.`);

const tokens = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([()]|:|<=|>=|!=|=|<|>)|([^\s()"':<>=!][^\s():<>=!]*))\s*/gy;

interface Token {
  readonly kind: 'sign' | 'word' | 'quoted';
  readonly text: string;
}

/**
 * Parses text filters, combined with AND: `brand:Vela AND (color:red OR color:"dark blue") AND price < 100`. OR binds tighter than AND, as
 * in Algolia. `NOT` excludes. Throws for alternatives across fields.
 */
function readFilterText(text: string): Condition[] {
  const all = tokensOf(text);
  let place = 0;

  const isNext = (kind: Token['kind'], wanted: string): boolean =>
    all[place]?.kind === kind && all[place]?.text.toUpperCase() === wanted;
  const take = (kind: Token['kind'], wanted: string): boolean => {
    const isIt = isNext(kind, wanted);
    if (isIt) place++;
    return isIt;
  };
  const taken = (...kinds: readonly Token['kind'][]): string => {
    const next = all[place++];
    if (next === undefined || !kinds.includes(next.kind)) throw notUnderstood(text);
    return next.text;
  };

  const together = (): Condition[] => {
    const found = alternatives();
    while (take('word', 'AND')) found.push(...alternatives());
    return found;
  };
  const alternatives = (): Condition[] => {
    const found = [one()];
    while (take('word', 'OR')) found.push(one());
    if (found.length === 1) return found[0]!;
    if (found.some(({ length }) => length !== 1)) throw notUnderstood(text);
    return [oneOf(found.flat())];
  };
  const one = (): Condition[] => {
    if (take('word', 'NOT')) return one().map((condition) => excluded(condition, text));
    if (!take('sign', '(')) return [single()];
    const inside = together();
    if (!take('sign', ')')) throw notUnderstood(text);
    return inside;
  };
  const single = (): Condition => {
    const field = taken('word', 'quoted');
    const sign = taken('sign');
    if (sign !== ':') return comparison(field, sign, Number(taken('word')), text);
    const value = taken('word', 'quoted');
    if (!take('word', 'TO')) return { field, anyOf: [value] };
    const [from, to] = [Number(value), Number(taken('word'))];
    if (Number.isNaN(from + to)) throw notUnderstood(text);
    return { field, from, to };
  };

  const excluded = (condition: Condition, whole: string): Condition => {
    if (condition.isExcluding) throw notUnderstood(whole);
    return { ...condition, isExcluding: true };
  };

  const found = all.length === 0 ? [] : together();
  if (place < all.length) throw notUnderstood(text);
  return found;
}

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [whole, double, single, sign, word] = match;
    end = match.index + whole.length;
    const quoted = double ?? single;
    if (quoted !== undefined) found.push({ kind: 'quoted', text: quoted.replaceAll(/\\(.)/gs, '$1') });
    else found.push(sign === undefined ? { kind: 'word', text: word ?? '' } : { kind: 'sign', text: sign });
  }
  if (text.slice(end).trim() !== '') throw notUnderstood(text);
  return found;
}

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

/** They change what an Algolia index finds or returns, and nothing here. */
const ignored = [
  'restrictSearchableAttributes',
  'attributesToRetrieve',
  'distinct',
  'offset',
  'length',
  'optionalFilters',
  'optionalWords',
  'queryType',
  'typoTolerance',
  'removeWordsIfNoResults',
  'ruleContexts',
  'sumOrFiltersScores',
];

export const warnOnce = (messages: readonly string[]): void => messages.forEach(sayOnce);

function refuseOthers(params: object): void {
  const set = ignored.filter((name) => Reflect.get(params, name) !== undefined);
  warnOnce(set.map((name) => `"${name}" has no effect.`));
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
  if (value.startsWith('-')) return { field, anyOf: [value.slice(1)], isExcluding: true };
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
  const excluding = conditions.filter(({ isExcluding }) => isExcluding);
  const wanted = conditions.filter(({ isExcluding }) => !isExcluding);
  if (excluding.length === 0) return wantedOf(wanted);
  const given = wanted.length === 0 ? {} : wantedOf(wanted);
  return { ...(isList(given) ? { all: [given] } : (given as Conditions)), not: unwantedOf(excluding) };
}

const isList = (given: FilterValue): given is readonly Value[] => Array.isArray(given);

/** Values of all exclusions, or the only range. */
function unwantedOf(excluding: readonly Condition[]): NonNullable<Conditions['not']> {
  if (excluding.every(isOfValues)) return [...new Set(excluding.flatMap(({ anyOf }) => anyOf))];
  const [first, ...others] = excluding.filter((one) => !isOfValues(one));
  if (others.length > 0 || excluding.length > 1)
    throw new Error(`Only values, or one range, of "${first!.field}" can be excluded.`);
  return rangeOf([first!]);
}

function wantedOf(conditions: readonly Condition[]): FilterValue {
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
