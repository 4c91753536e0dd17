import { type ExcludedWords, type Filter, loweredFactor, type Plan, startingScore, type WordGroup } from '#engine/plan.ts';
import { boostedQuery } from './boost-query.ts';
import { documentId } from './index/document.ts';
import { anyOf, constant, matchAll, named, type Dsl } from './dsl.ts';
import { filterQuery } from './filter-query.ts';
import type { IndexFields } from './index/index-fields.ts';
import { maxFieldQueries } from './limits.ts';
import { groupQuery } from './word-query.ts';

export const withIds = (ids: readonly string[]): Dsl => ({ ids: { values: ids.map(documentId) } });

/** How many fields a phrase or a long prefix is looked up in, so that the whole query stays below OpenSearch's limit. */
export function mostFieldsOf({ groups, excluded, lowered, fields }: Plan): number {
  const words = [...groups, ...[...excluded, ...lowered].flatMap(({ group, unless }) => (unless ? [group, unless] : [group]))];
  const single = words
    .flatMap(({ alternatives }) => alternatives)
    .filter(({ terms, kind }) => terms.length > 1 || kind === 'prefix');
  const pairs = fields.some(({ phraseWeight }) => phraseWeight > 0) ? groups.length : 0;
  return Math.max(1, Math.floor(maxFieldQueries / Math.max(1, single.length + pairs)));
}

/** Items that have unwanted words and are not excused. */
export function unwantedQueries(fields: IndexFields, plan: Plan, unwanted: readonly ExcludedWords[]): Dsl[] {
  const most = mostFieldsOf(plan);
  return unwanted.map(({ group, unless, fields: searched }) => {
    const having = groupQuery(fields, searched, group, most);
    if (unless === undefined) return having;
    return { bool: { filter: [having], must_not: [groupQuery(fields, searched, unless, most)] } };
  });
}

/** Lowers scores of items with lowered words. Each step is named `<name>.<number>`, with the score that it led to. */
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

/** Corrected where it was misspelt. */
const spelled = ({ word, alternatives }: WordGroup): string =>
  alternatives.find(({ kind }) => kind === 'fuzzy')?.terms[0] ?? word;

interface Pair {
  readonly field: string;
  readonly first: number;
  readonly query: Dsl;
}

/** A bonus for neighbouring words of the query that are neighbours in a field with a phrase weight. */
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

/** Items by their words and phrases; promoted ones whether they match or not. Groups report which hits they match. */
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

/** A plan's query, with what facets need apart. */
export interface PlanQuery {
  /** Matches and scores, but for the filters of `facetFilters`. */
  readonly query: Dsl;
  /** Filters on fields whose facets are wanted too: each facet counts as if its own were not set. */
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

/** The filters but for those of one field. */
export const filtersBut = ({ facetFilters }: PlanQuery, field: string | null): Dsl => ({
  bool: { filter: facetFilters.filter((filter) => filter.field !== field).map(({ query }) => query) },
});
