import { type Item, pathSeparator } from '#contract/item.ts';
import { maxResultWindow, type Plan, type FacetRequest, type SortBy } from '#engine/plan.ts';
import { ResultWindowError } from '#engine/port-errors.ts';
import type { Hit, SearchResult, Facet, FacetValue, DocumentPage, DocumentQuery } from '#engine/port.ts';
import { type Cluster, askAll, askIndex, bucketsOf, type IndexAnswer } from './cluster.ts';
import { isShared, groupField, idField, itemField, valueFieldOf, type IndexFields, type ValueField } from './index/documents.ts';
import {
  allOf,
  type Dsl,
  filtersBut,
  groupName,
  mostFieldsOf,
  type PlanQuery,
  planQuery,
  withIds,
  groupQuery,
  matchAll,
  filterQuery,
} from './plan-query.ts';
import type { SearchedIndex } from './searched-index.ts';
import { countedValues } from '#engine/query/analysis/column-values.ts';
import { exactFacetValues } from './limits.ts';

interface FacetAnswer {
  readonly values?: {
    readonly buckets: readonly {
      readonly key: string | number;
      readonly doc_count: number;
      readonly groups?: { readonly value: number };
    }[];
  };
  readonly min?: { readonly value: number | null };
  readonly max?: { readonly value: number | null };
}

type FacetAnswers = Readonly<Record<string, FacetAnswer | undefined>>;

/** Exact below about 40,000 groups, then ±1 %. */
const groupCount: Dsl = { cardinality: { field: groupField, precision_threshold: 40_000 } };
const groupsOfValue: Dsl = { groups: { cardinality: { field: groupField, precision_threshold: 3_000 } } };

const nameOf = (index: number): string => `facet${index}`;

const patternSigns = /[.?+*|{}[\]()"\\#@&<>~]/g;

/** Only paths below one; deeper levels are dropped when the buckets are read. */
const below = (under: FacetRequest['under']): Dsl =>
  typeof under !== 'string' || under === '' ? {} : { include: `${(under + pathSeparator).replaceAll(patternSigns, '\\$&')}.*` };

function valuesOf(field: ValueField, request: FacetRequest, isCollapsed: boolean): Dsl {
  const { limit, under } = request;
  if (limit <= 0) return {};
  const order = [isCollapsed ? { groups: 'desc' } : { _count: 'desc' }, { _key: 'asc' }];
  const size = countedValues(request) === null ? limit : exactFacetValues;
  return {
    values: {
      terms: { field: field.values, size, shard_size: Math.max(size, exactFacetValues), order, ...below(under) },
      ...(isCollapsed && { aggs: groupsOfValue }),
    },
  };
}

function boundsOf({ kind, values }: ValueField): Dsl {
  return kind === 'number' ? { min: { min: { field: values } }, max: { max: { field: values } } } : {};
}

function facetAggregations(fields: IndexFields, plan: Plan, query: PlanQuery, isCollapsed: boolean): Dsl {
  const entries = plan.facets.flatMap((request, index) => {
    const { field: name, narrows } = request;
    const field = valueFieldOf(fields, name);
    if (field === undefined) return [];
    const asked = { ...valuesOf(field, request, isCollapsed), ...boundsOf(field) };
    return [
      [
        nameOf(index),
        { filter: filtersBut(query, narrows === true ? null : name), ...(Object.keys(asked).length > 0 && { aggs: asked }) },
      ] as const,
    ];
  });
  return Object.fromEntries(entries);
}

function shopValue({ kind }: ValueField, value: string | number): FacetValue['value'] {
  if (kind === 'boolean') return value === 1 || value === 'true';
  return kind === 'number' ? Number(value) : value;
}

const isBefore = (a: FacetValue['value'], b: FacetValue['value']): number => (a < b ? -1 : a > b ? 1 : 0);

function readFacets(fields: IndexFields, plan: Plan, answers: FacetAnswers): Facet[] {
  return plan.facets.map((request, index) => {
    const { field: name, limit } = request;
    const isCounted = countedValues(request);
    const field = valueFieldOf(fields, name);
    const answer = answers[nameOf(index)];
    if (field === undefined || answer === undefined) return { field: name, values: [] };
    const values = (answer.values?.buckets ?? [])
      .map(({ key, doc_count, groups }) => ({ value: shopValue(field, key), count: groups?.value ?? doc_count }))
      .filter(({ value }) => isCounted === null || isCounted(String(value)))
      .sort((a, b) => b.count - a.count || isBefore(a.value, b.value));
    const [min, max] = [answer.min?.value ?? null, answer.max?.value ?? null];
    return { field: name, values: values.slice(0, limit), ...(min !== null && max !== null && { min, max }) };
  });
}

interface Found {
  readonly item: Item;
  readonly score: number;
  readonly group: string;
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

/** In the plan's order; one per group. */
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

/** None is counted beyond `most`. */
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

/** Groups that a hit matches are known without a request. */
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

type Place = readonly unknown[] | null;

/** Items without a value come last in the list, so first when it is read from its end. */
function orderOf({ fields }: SearchedIndex, sort: readonly SortBy[], isReversed: boolean): Dsl[] {
  const turned = (order: SortBy['order']): SortBy['order'] => ((order === 'asc') === isReversed ? 'desc' : 'asc');
  const levels = sort.flatMap(({ field: name, order }) => {
    const field = valueFieldOf(fields, name);
    if (field === undefined) return [];
    return [{ [field.first]: { order: turned(order), missing: isReversed ? '_first' : '_last' } }];
  });
  return [...levels, { [idField]: turned('asc') }];
}

/** Walks beyond the result window in windows from the nearer end, by ids alone. */
export async function documentPage(
  cluster: Cluster,
  generation: SearchedIndex,
  { from, size, filters, sort }: DocumentQuery,
): Promise<DocumentPage> {
  const query: Dsl =
    filters.length === 0 ? matchAll : { bool: { filter: filters.map((one) => filterQuery(generation.fields, one)) } };
  const counted = await askIndex(cluster, generation.index, { query, size: 0, track_total_hits: true });
  const totalCount = counted.hits.total.value;
  const shown = Math.min(size, totalCount - from);
  if (shown <= 0) return { items: [], totalCount };
  const behind = totalCount - from - shown;
  const isReversed = behind < from;
  const order = orderOf(generation, sort, isReversed);
  const ask = (place: Place, count: number, source: readonly string[]) => {
    const body = { query, sort: order, size: count, _source: source, track_total_hits: false };
    return askIndex(cluster, generation.index, place === null ? body : { ...body, search_after: place });
  };
  let place: Place = null;
  for (let left = isReversed ? behind : from; left > 0;) {
    const step = Math.min(left, maxResultWindow);
    const { hits } = await ask(place, step, []);
    place = hits.hits.at(-1)?.sort ?? place;
    left -= step;
  }
  const { hits } = await ask(place, shown, [itemField]);
  const items = hits.hits.map(({ _source }) => JSON.parse(_source[itemField] ?? '') as Item);
  return { items: isReversed ? items.toReversed() : items, totalCount };
}
