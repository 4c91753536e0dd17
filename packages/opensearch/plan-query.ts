import {
  type ExcludedWords,
  type Filter,
  loweredFactor,
  type Plan,
  startingScore,
  type WordGroup,
  type Boost,
  type Alternative,
  isAskedFor,
  type SearchField,
} from '#engine/plan.ts';
import {
  documentId,
  type IndexFields,
  valueFieldOf,
  type ValueField,
  prefixesSuffix,
  type WordField,
} from './index/documents.ts';
import { maxFieldQueries, maxIndexedPrefix } from './limits.ts';
import { dayMs } from '#contract/days.ts';
import { maximumBoost } from '#contract/limits.ts';
import { type BoostCurve, type BoostOperation, curveAtFull, limitedAmount } from '#contract/values/boost-amount.ts';

export type Dsl = Readonly<Record<string, unknown>>;

export const matchAll: Dsl = { match_all: {} };
const matchNone: Dsl = { match_none: {} };

const named = (name: string | undefined): Dsl => (name === undefined ? {} : { _name: name });

export const constant = (filter: Dsl, score: number, name?: string): Dsl => ({
  constant_score: { filter, boost: score, ...named(name) },
});

const anyOf = (queries: readonly Dsl[], least = 1): Dsl =>
  queries.length === 0 && least > 0 ? matchNone : { bool: { should: queries, minimum_should_match: least } };

export const allOf = (queries: readonly Dsl[]): Dsl => ({ bool: { filter: queries } });

const bestOf = (queries: readonly Dsl[], name?: string): Dsl =>
  queries.length === 0 ? matchNone : { dis_max: { queries, ...named(name) } };

const trueValues: ReadonlySet<unknown> = new Set([true, 1, 'true', '1']);

/** A value as the field holds it; null for one that it can't hold. */
function asStored({ kind }: ValueField, value: string | number | boolean): string | number | boolean | null {
  if (kind === 'text') return String(value);
  if (kind === 'boolean') return trueValues.has(value);
  return Number.isFinite(Number(value)) ? Number(value) : null;
}

function hasValue(field: ValueField, values: Extract<Boost, { kind: 'value' }>['anyOf']): Dsl {
  return { terms: { [field.values]: values.map((value) => asStored(field, value)).filter((value) => value !== null) } };
}

function hasNumber({ values, kind }: ValueField, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): Dsl {
  if (kind === 'boolean')
    return { terms: { [values]: [false, true].filter((value) => Number(value) >= from && Number(value) <= to) } };
  if (kind === 'text') return matchNone;
  const bounds = { ...(Number.isFinite(from) && { gte: from }), ...(Number.isFinite(to) && { lte: to }) };
  return Object.keys(bounds).length === 0 ? { exists: { field: values } } : { range: { [values]: bounds } };
}

export function filterQuery(fields: IndexFields, filter: Filter): Dsl {
  const field = valueFieldOf(fields, filter.field);
  if (field === undefined) return matchNone;
  return 'anyOf' in filter ? hasValue(field, filter.anyOf) : hasNumber(field, filter.from, filter.to);
}

type FunctionalBoost = Extract<Boost, { kind: 'functional' }>;

const curves: Readonly<Record<BoostCurve, string>> = {
  logarithmic: 'Math.log(1.0 + x)',
  // Beyond this the result is infinite, and infinite times nothing is no number.
  exponential: 'Math.exp(Math.min(x, 700.0))',
  linear: 'x',
};
const operations: Readonly<Record<BoostOperation, string>> = { add: '_score + amount', multiply: '_score * amount' };
const noEffect: Readonly<Record<BoostOperation, string>> = { add: '0.0', multiply: '1.0' };
const maxScore = '3.0e38';

/** `amountFor` in Painless. There are six scripts, each compiled once; the day is a parameter. */
function scriptOf({ curve, operation }: FunctionalBoost): string {
  return `
    def values = doc[params.field];
    if (values.size() == 0) return _score;
    double x = Math.max(0.0, params.isDate ? params.today - Math.floor(values.value / ${dayMs}.0) : values.value);
    x = x / params.unit;
    double curved = ${curves[curve]};
    double none = ${noEffect[operation]};
    double amount = params.isFalling ? none + (params.factor - none) / Math.max(1.0, curved / params.atFull) : params.factor * curved;
    amount = Math.min(${maximumBoost}.0, Math.max(0.0, amount));
    return Math.min(${maxScore}, ${operations[operation]});`;
}

function wanted(field: ValueField, { by, anyOf }: Extract<Boost, { kind: 'value' }>): Dsl {
  if (by !== 'word') return hasValue(field, anyOf);
  return field.valueWords === null ? matchNone : { terms: { [field.valueWords]: anyOf.map(String) } };
}

function withBoost(query: Dsl, boost: Boost, today: number, fields: IndexFields, name?: string): Dsl | null {
  const field = valueFieldOf(fields, boost.field);
  if (field === undefined) return null;
  if (boost.kind === 'value') {
    const functions = [{ filter: wanted(field, boost), weight: limitedAmount(boost.factor) }];
    return { function_score: { query, functions, boost_mode: 'multiply', ...named(name) } };
  }
  if (field.kind !== 'number') return null;
  const isDate = field.layout.type === 'date';
  const isFalling = boost.direction === 'falling';
  const fullUntil = isFalling ? boost.fullUntil : undefined;
  const scale = fullUntil === undefined ? { unit: 1, atFull: 1 } : { unit: fullUntil, atFull: curveAtFull(boost.curve) };
  const params = { field: field.values, factor: boost.factor, isFalling, isDate, today, ...scale };
  return { script_score: { query, script: { source: scriptOf(boost), params }, ...named(name) } };
}

/** Each step is named `<name>.<number>`, with the score that it led to. */
export function boostedQuery(
  query: Dsl,
  { boosts, today }: Pick<Plan, 'boosts' | 'today'>,
  fields: IndexFields,
  name?: string,
): Dsl {
  return boosts.reduce(
    (inner, boost, index) => withBoost(inner, boost, today, fields, name === undefined ? undefined : `${name}.${index}`) ?? inner,
    query,
  );
}

export const isStemmed = (alternative: Alternative): boolean => alternative.kind === 'stem' || alternative.isStemmed === true;

interface SearchedField {
  readonly field: WordField;
  readonly path: string;
  readonly weight: number;
}

function pathOf(alternative: Alternative, field: WordField): string | null {
  if (isStemmed(alternative)) return field.stems;
  return alternative.kind === 'prefix' ? `${field.words}${prefixesSuffix}` : field.words;
}

export function searchedFields(fields: IndexFields, searched: readonly SearchField[], alternative: Alternative): SearchedField[] {
  const found = fields.words.flatMap((field) => {
    const wanted = searched.find(({ name }) => name === field.name);
    const path = pathOf(alternative, field);
    if (wanted === undefined || path === null || !isAskedFor(wanted, alternative)) return [];
    const weight = alternative.kind === 'prefix' ? wanted.weight * wanted.wildcard : wanted.weight;
    return weight > 0 ? [{ field, path, weight }] : [];
  });
  return found.sort((a, b) => b.weight - a.weight);
}

/** BM25F over all fields. OpenSearch accepts weights from 1, an eighth of the heaviest. */
function termQuery({ kind, terms, weight }: Alternative, searched: readonly SearchedField[], mostFields: number): Dsl {
  const term = terms[0] ?? '';
  const beginning = Array.from(term).slice(0, maxIndexedPrefix).join('');
  const isLong = kind === 'prefix' && beginning !== term;
  const fields = searched.map((one) => `${one.path}^${Math.max(1, one.weight)}`);
  const query = { combined_fields: { query: isLong ? beginning : term, fields, boost: weight } };
  if (!isLong) return query;
  const whole = searched.slice(0, mostFields).map(({ field }) => ({ prefix: { [field.words]: term } }));
  return { bool: { must: [query], filter: [anyOf(whole)] } };
}

function phraseQuery({ terms, gap = 0, weight }: Alternative, searched: readonly SearchedField[], mostFields: number): Dsl {
  const heaviest = searched[0]?.weight ?? 1;
  const query = terms.join(' ');
  return bestOf(
    searched.slice(0, mostFields).map(({ path, weight: own }) => {
      const boost = (weight * own) / heaviest / terms.length;
      return { match_phrase: { [path]: { query, slop: gap, boost } } };
    }),
  );
}

export function alternativeQuery(
  fields: IndexFields,
  searched: readonly SearchField[],
  alternative: Alternative,
  mostFields: number,
): Dsl {
  const own = searchedFields(fields, searched, alternative);
  if (own.length === 0) return matchNone;
  return alternative.terms.length > 1 ? phraseQuery(alternative, own, mostFields) : termQuery(alternative, own, mostFields);
}

/** With `namesAlternatives` each reports its score as `<name>.<number>`. */
export function groupQuery(
  fields: IndexFields,
  searched: readonly SearchField[],
  { alternatives }: WordGroup,
  mostFields: number,
  { name, namesAlternatives = false }: { readonly name?: string; readonly namesAlternatives?: boolean } = {},
): Dsl {
  const queries = alternatives.map((one, index) => {
    const query = alternativeQuery(fields, searched, one, mostFields);
    return namesAlternatives ? { bool: { must: [query], ...named(`${name}.${index}`) } } : query;
  });
  return bestOf(queries, name);
}

export const withIds = (ids: readonly string[]): Dsl => ({ ids: { values: ids.map(documentId) } });

/** Keeps the whole query below OpenSearch's limit of parts. */
export function mostFieldsOf({ groups, excluded, lowered, fields }: Plan): number {
  const words = [...groups, ...[...excluded, ...lowered].flatMap(({ group, unless }) => (unless ? [group, unless] : [group]))];
  const single = words
    .flatMap(({ alternatives }) => alternatives)
    .filter(({ terms, kind }) => terms.length > 1 || kind === 'prefix');
  const pairs = fields.some(({ phraseWeight }) => phraseWeight > 0) ? groups.length : 0;
  return Math.max(1, Math.floor(maxFieldQueries / Math.max(1, single.length + pairs)));
}

export function unwantedQueries(fields: IndexFields, plan: Plan, unwanted: readonly ExcludedWords[]): Dsl[] {
  const most = mostFieldsOf(plan);
  return unwanted.map(({ group, unless, fields: searched }) => {
    const having = groupQuery(fields, searched, group, most);
    if (unless === undefined) return having;
    return { bool: { filter: [having], must_not: [groupQuery(fields, searched, unless, most)] } };
  });
}

/** Each step is named `<name>.<number>`, with the score that it led to. */
export const loweredQuery = (query: Dsl, fields: IndexFields, plan: Plan, name?: string): Dsl =>
  unwantedQueries(fields, plan, plan.lowered).reduce(
    (inner, filter, index) => ({
      function_score: {
        query: inner,
        functions: [{ filter, weight: loweredFactor }],
        boost_mode: 'multiply',
        ...named(name === undefined ? undefined : `${name}.${index}`),
      },
    }),
    query,
  );

const spelled = ({ word, alternatives }: WordGroup): string =>
  alternatives.find(({ kind }) => kind === 'fuzzy')?.terms[0] ?? word;

interface Pair {
  readonly field: string;
  readonly first: number;
  readonly query: Dsl;
}

/** Neighbouring words of the query that are neighbours in a field with a phrase weight. */
export function phrasePairs({ words }: IndexFields, plan: Plan, name?: string): Pair[] {
  const { groups, knownPairs = [] } = plan;
  const rewarding = plan.fields.filter(({ phraseWeight, weight }) => phraseWeight > 0 && weight > 0);
  const heaviest = rewarding.toSorted((a, b) => b.phraseWeight - a.phraseWeight).slice(0, mostFieldsOf(plan));
  const found: Pair[] = [];
  for (const { name: field, phraseWeight, phraseCheck, wildcard } of heaviest) {
    const path = words.find((one) => one.name === field)?.words;
    for (let first = 0; path !== undefined && first + 1 < groups.length; first++) {
      if (phraseCheck === true && !knownPairs.includes(first)) continue;
      const [one, other] = [groups[first]!, groups[first + 1]!];
      const goesOn = wildcard > 0 && other.alternatives.some(({ kind }) => kind === 'prefix');
      const own = named(name === undefined ? undefined : `${name}.${found.length}`);
      const phrase = { [path]: { query: `${spelled(one)} ${spelled(other)}`, boost: phraseWeight / 2, ...own } };
      found.push({ field, first, query: goesOn ? { match_phrase_prefix: phrase } : { match_phrase: phrase } });
    }
  }
  return found;
}

export const groupName = (group: number): string => `group.${group}`;

/** Promoted items match anyway. Groups report which hits they match. */
function wordsQuery(fields: IndexFields, plan: Plan): Dsl {
  if (plan.groups.length === 0) return constant(matchAll, startingScore(plan));
  const most = mostFieldsOf(plan);
  const queries = plan.groups.map((group, index) => groupQuery(fields, plan.fields, group, most, { name: groupName(index) }));
  const phrases = phrasePairs(fields, plan).map(({ query }) => query);
  const enough = anyOf(queries, plan.minimumMatch);
  if (plan.promoted.length > 0)
    return { bool: { filter: [anyOf([enough, withIds(plan.promoted)])], should: [...queries, ...phrases] } };
  return phrases.length === 0 ? enough : { bool: { must: [enough], should: phrases } };
}

export interface PlanQuery {
  readonly query: Dsl;
  /** Each facet counts as if its own filter were not set. */
  readonly facetFilters: readonly { readonly field: string; readonly query: Dsl }[];
}

export function planQuery(fields: IndexFields, plan: Plan): PlanQuery {
  const isCounted = (filter: Filter): boolean => plan.facets.some(({ field }) => field === filter.field);
  const words = loweredQuery(boostedQuery(wordsQuery(fields, plan), plan, fields), fields, plan);
  const filters = plan.filters.filter((filter) => !isCounted(filter)).map((filter) => filterQuery(fields, filter));
  const left = [...unwantedQueries(fields, plan, plan.excluded), ...(plan.hidden.length > 0 ? [withIds(plan.hidden)] : [])];
  return {
    query: { bool: { must: [words], filter: filters, must_not: left } },
    facetFilters: plan.filters.filter(isCounted).map((filter) => ({ field: filter.field, query: filterQuery(fields, filter) })),
  };
}

export const filtersBut = ({ facetFilters }: PlanQuery, field: string | null): Dsl => ({
  bool: { filter: facetFilters.filter((filter) => filter.field !== field).map(({ query }) => query) },
});
