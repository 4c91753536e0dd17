import { type ExcludedWords, type Filter, loweredFactor, type Plan, startingScore } from '#engine/plan.ts';
import { boostedQuery } from './boost-query.ts';
import { breadthOf } from './breadth.ts';
import { documentId } from './index/document.ts';
import { anyOf, constant, matchAll, named, type Dsl } from './dsl.ts';
import { filterQuery } from './filter-query.ts';
import type { SearchedIndex } from './searched-index.ts';
import { pairScore, phrasePairs } from './phrase-query.ts';
import { groupFilter, groupQuery, type ResolvedGroup } from './resolved-groups.ts';

export const withIds = (ids: readonly string[]): Dsl => ({ ids: { values: ids.map(documentId) } });

/** Items that have unwanted words and are not excused. */
export function unwantedQueries(generation: SearchedIndex, plan: Plan, unwanted: readonly ExcludedWords[]): Dsl[] {
  const breadth = breadthOf(plan);
  return unwanted.map(({ group, unless, fields }) => {
    const having = groupFilter(generation, fields, group, breadth);
    if (unless === undefined) return having;
    return { bool: { filter: [having], must_not: [groupFilter(generation, fields, unless, breadth)] } };
  });
}

/** The query with lower scores for items that have lowered words. Each step is named `<name>.<number>`, with the score that it led to. */
export const loweredQuery = (query: Dsl, generation: SearchedIndex, plan: Plan, name?: string): Dsl =>
  unwantedQueries(generation, plan, plan.lowered).reduce(
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

/** Items by their words and phrases; promoted ones whether they match or not. */
function wordsQuery(generation: SearchedIndex, plan: Plan, groups: readonly ResolvedGroup[]): Dsl {
  if (groups.length === 0) return constant(matchAll, startingScore(plan));
  const breadth = breadthOf(plan);
  const queries = groups.map((group) => groupQuery(generation, plan.fields, group, breadth));
  const phrases = phrasePairs(generation, plan, groups, breadth).map((pair) => pairScore(pair));
  const enough = anyOf(queries, plan.minimumMatch);
  if (plan.promoted.length > 0)
    return { bool: { filter: [anyOf([enough, withIds(plan.promoted)])], should: [...queries, ...phrases] } };
  return phrases.length === 0 ? enough : { bool: { must: [enough], should: phrases } };
}

/** What a plan asks for, in the parts that facets need apart. */
export interface PlanQuery {
  /** Matches and scores, but for the filters of `facetFilters`. */
  readonly query: Dsl;
  /** Filters on fields whose facets are wanted too: each facet counts as if its own were not set. */
  readonly facetFilters: readonly { readonly field: string; readonly query: Dsl }[];
}

export function planQuery(generation: SearchedIndex, plan: Plan, groups: readonly ResolvedGroup[]): PlanQuery {
  const { fields } = generation;
  const isCounted = (filter: Filter): boolean => plan.facets.some(({ field }) => field === filter.field);
  const words = loweredQuery(boostedQuery(wordsQuery(generation, plan, groups), plan, fields), generation, plan);
  const filters = plan.filters.filter((filter) => !isCounted(filter)).map((filter) => filterQuery(fields, filter));
  const left = [...unwantedQueries(generation, plan, plan.excluded), ...(plan.hidden.length > 0 ? [withIds(plan.hidden)] : [])];
  return {
    query: { bool: { must: [words], filter: filters, must_not: left } },
    facetFilters: plan.filters.filter(isCounted).map((filter) => ({ field: filter.field, query: filterQuery(fields, filter) })),
  };
}

/** The filters but for those of one field. */
export const filtersBut = ({ facetFilters }: PlanQuery, field: string | null): Dsl => ({
  bool: { filter: facetFilters.filter((filter) => filter.field !== field).map(({ query }) => query) },
});
