import type { Item } from '#contract/item.ts';
import { maxResultWindow, type Plan } from '#engine/plan.ts';
import { ResultWindowError } from '#engine/port-errors.ts';
import type { Hit, SearchResult } from '#engine/port.ts';
import type { Cluster } from './cluster.ts';
import { isShared } from './index/document.ts';
import { allOf, type Dsl } from './dsl.ts';
import { facetAggregations, type FacetAnswers, groupCount, readFacets } from './facets.ts';
import { groupField, idField, itemField, valueFieldOf } from './index/index-fields.ts';
import type { SearchedIndex } from './searched-index.ts';
import { filtersBut, groupName, mostFieldsOf, type PlanQuery, planQuery, withIds } from './plan-query.ts';
import { groupQuery } from './word-query.ts';
import { askAll, askIndex, bucketsOf, type IndexAnswer } from './whole-answer.ts';

interface Found {
  readonly item: Item;
  readonly score: number;
  readonly group: string;
  /** Names of the word groups that it matches. */
  readonly matched: readonly string[];
}

function foundIn({ hits }: IndexAnswer): Found[] {
  return hits.hits.map(({ _source, _score, fields, matched_queries: matched = [] }) => ({
    item: JSON.parse(_source[itemField] ?? '') as Item,
    score: _score ?? 0,
    group: fields?.[groupField]?.[0] ?? '',
    matched: Array.isArray(matched) ? (matched as readonly string[]) : Object.keys(matched),
  }));
}

function sortOf({ fields }: SearchedIndex, plan: Plan): Dsl[] {
  const levels = plan.sort.flatMap(({ field: name, order }) => {
    const field = valueFieldOf(fields, name);
    return field === undefined ? [] : [{ [field.first]: { order, missing: '_last' } }];
  });
  return [...(levels.length === 0 ? [{ _score: 'desc' }] : levels), { [idField]: 'asc' }];
}

const wanted = { _source: [itemField], docvalue_fields: [groupField], track_scores: true } as const;

/** Promoted items that pass, in the plan's order; one per group where groups collapse. */
async function pinnedItems(
  cluster: Cluster,
  generation: SearchedIndex,
  plan: Plan,
  query: PlanQuery,
  isCollapsed: boolean,
): Promise<Found[]> {
  if (plan.promoted.length === 0) return [];
  const body = {
    ...wanted,
    query: { bool: { must: [query.query], filter: [withIds(plan.promoted), filtersBut(query, null)] } },
    size: Math.min(plan.promoted.length, maxResultWindow),
  };
  const byId = new Map(foundIn(await askIndex(cluster, generation.index, body)).map((found) => [found.item.id, found]));
  const groups = new Set<string>();
  return [...new Set(plan.promoted)].flatMap((id) => {
    const found = byId.get(id);
    if (found === undefined || (isCollapsed && groups.has(found.group))) return [];
    groups.add(found.group);
    return [found];
  });
}

async function variantCounts(
  cluster: Cluster,
  generation: SearchedIndex,
  query: PlanQuery,
  shown: readonly Found[],
): Promise<Map<string, number>> {
  const groups = [...new Set(shown.map(({ group }) => group).filter(isShared))];
  if (groups.length === 0) return new Map();
  const body = {
    query: allOf([{ terms: { [groupField]: groups } }, query.query, filtersBut(query, null)]),
    size: 0,
    aggs: { variants: { terms: { field: groupField, size: groups.length, shard_size: groups.length } } },
  };
  const buckets = bucketsOf(await askIndex(cluster, generation.index, body), 'variants');
  return new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
}

/** The places of the window that pinned items take, and what is left for the others. */
function windowOf({ from, size }: Plan, pinnedCount: number): { from: number; size: number } {
  const end = Math.max(0, from + size - pinnedCount);
  const start = Math.max(0, from - pinnedCount);
  return { from: start, size: end - start };
}

const totalOfGroups = (query: PlanQuery): object => ({
  total: { filter: filtersBut(query, null), aggs: { groups: groupCount } },
});

const groupTotalOf = ({ aggregations }: IndexAnswer): number | undefined =>
  (aggregations?.['total'] as { readonly groups: { readonly value: number } } | undefined)?.groups.value;

/** How many items each plan finds, all in one answer; none is counted beyond `most`. */
export async function countItems(
  cluster: Cluster,
  generation: SearchedIndex,
  plans: readonly Plan[],
  most?: number,
): Promise<number[]> {
  if (plans.length === 0) return [];
  const bodies = plans.map((plan) => {
    const query = planQuery(generation.fields, plan);
    const counted = { bool: { must: [query.query], filter: [filtersBut(query, null)] } };
    const isCollapsed = plan.collapse && generation.hasGroups;
    return { size: 0, query: counted, track_total_hits: most ?? true, ...(isCollapsed && { aggs: totalOfGroups(query) }) };
  });
  const answers = await askAll(cluster, generation.index, bodies);
  return answers.map((answer) => groupTotalOf(answer) ?? answer.hits.total.value);
}

/** Indices of groups that no item matches, whatever the filters. Groups that a hit matches are known without a request. */
export async function unknownGroups(
  cluster: Cluster,
  { index, fields }: SearchedIndex,
  plan: Plan,
  hits: readonly Pick<Found, 'matched'>[] = [],
): Promise<number[]> {
  const matched = new Set(hits.flatMap((hit) => hit.matched));
  const open = [...plan.groups.keys()].filter((group) => !matched.has(groupName(group)));
  if (open.length === 0) return [];
  const bodies = open.map((group) => {
    const query = allOf([groupQuery(fields, plan.fields, plan.groups[group]!, mostFieldsOf(plan))]);
    return { size: 0, query, track_total_hits: 1 };
  });
  const answers = await askAll(cluster, index, bodies);
  return open.filter((_, at) => answers[at]?.hits.total.value === 0);
}

/** Throws `ResultWindowError`. */
export async function searchGeneration(
  cluster: Cluster,
  generation: SearchedIndex,
  plan: Plan,
): Promise<Omit<SearchResult, 'took'>> {
  const end = plan.from + plan.size;
  if (end > maxResultWindow) throw new ResultWindowError(end);
  const isCollapsed = plan.collapse && generation.hasGroups;
  const query = planQuery(generation.fields, plan);
  const pinned = await pinnedItems(cluster, generation, plan, query, isCollapsed);
  const taken = isCollapsed
    ? { terms: { [groupField]: pinned.map(({ group }) => group) } }
    : withIds(pinned.map(({ item }) => item.id));
  const answer = await askIndex(cluster, generation.index, {
    ...wanted,
    ...windowOf(plan, pinned.length),
    query: query.query,
    post_filter: { bool: { filter: [filtersBut(query, null)], must_not: pinned.length === 0 ? [] : [taken] } },
    sort: sortOf(generation, plan),
    track_total_hits: true,
    ...(isCollapsed && { collapse: { field: groupField } }),
    aggs: {
      ...facetAggregations(generation.fields, plan, query, isCollapsed),
      ...(isCollapsed && totalOfGroups(query)),
    },
  });
  const first = Math.min(plan.from, pinned.length);
  const shown = [...pinned.slice(first, end), ...foundIn(answer)];
  const variants = isCollapsed ? await variantCounts(cluster, generation, query, shown) : new Map<string, number>();
  const pinnedIds = new Set(pinned.map(({ item }) => item.id));
  const total = groupTotalOf(answer);
  return {
    hits: shown.map(({ item, score, group }): Hit => ({
      id: item.id,
      score,
      item,
      variantCount: variants.get(group) ?? 1,
      promoted: pinnedIds.has(item.id),
    })),
    totalCount: total ?? answer.hits.total.value + pinned.length,
    facets: readFacets(generation.fields, plan, (answer.aggregations ?? {}) as FacetAnswers),
    unknownGroups: await unknownGroups(cluster, generation, plan, shown),
  };
}
