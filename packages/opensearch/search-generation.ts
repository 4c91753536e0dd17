import { type Item, pathSeparator } from '#contract/item.ts';
import { maxResultWindow, type Plan, type FacetRequest, type SortBy } from '#engine/plan.ts';
import { ResultWindowError } from '#engine/port-errors.ts';
import type { SearchResult, Facet, FacetValue, DocumentPage, DocumentQuery } from '#engine/port.ts';
import { countedValues } from '#engine/query/analysis/column-values.ts';
import { type Cluster, askAll, askIndex, bucketsOf, escaped, type IndexAnswer } from './cluster.ts';
import { isShared, groupField, idField, itemField, valueFieldOf, type ValueField } from './index/documents.ts';
import { exactFacetValues } from './limits.ts';
import { allOf, type Dsl, filterQuery, PlanQuery, withIds } from './plan-query.ts';
import type { SearchedIndex } from './searched-index.ts';

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

/** Exact below about 40,000 groups, then ±1 %. */
const groupCount: Dsl = { cardinality: { field: groupField, precision_threshold: 40_000 } };
const groupsOfValue: Dsl = { groups: { cardinality: { field: groupField, precision_threshold: 3_000 } } };

/** Only paths below one; deeper levels are dropped when the buckets are read. */
const below = (under: FacetRequest['under']): Dsl =>
  typeof under !== 'string' || under === '' ? {} : { include: `${escaped(under + pathSeparator)}.*` };

function facetAggregation({ kind, values: field }: ValueField, request: FacetRequest, isCollapsed: boolean): Dsl {
  const { limit, under } = request;
  const size = countedValues(request) === null ? limit : exactFacetValues;
  const order = [isCollapsed ? { groups: 'desc' } : { _count: 'desc' }, { _key: 'asc' }];
  const terms = { field, size, shard_size: Math.max(size, exactFacetValues), order, ...below(under) };
  return {
    ...(limit > 0 && { values: { terms, ...(isCollapsed && { aggs: groupsOfValue }) } }),
    ...(kind === 'number' && { min: { min: { field } }, max: { max: { field } } }),
  };
}

const isBefore = (a: FacetValue['value'], b: FacetValue['value']): number => (a < b ? -1 : a > b ? 1 : 0);

function readFacet({ kind }: ValueField, request: FacetRequest, answer: FacetAnswer): Facet {
  const valueOf = (key: string | number): FacetValue['value'] => {
    if (kind === 'boolean') return key === 1 || key === 'true';
    return kind === 'number' ? Number(key) : key;
  };
  const isCounted = countedValues(request);
  const values = (answer.values?.buckets ?? [])
    .map(({ key, doc_count, groups }) => ({ value: valueOf(key), count: groups?.value ?? doc_count }))
    .filter(({ value }) => isCounted === null || isCounted(String(value)))
    .sort((a, b) => b.count - a.count || isBefore(a.value, b.value));
  const [min, max] = [answer.min?.value ?? null, answer.max?.value ?? null];
  return { field: request.field, values: values.slice(0, request.limit), ...(min !== null && max !== null && { min, max }) };
}

interface Found {
  readonly item: Item;
  readonly score: number;
  readonly group: string;
  readonly matched: readonly string[];
}

const itemOf = ({ _source }: IndexAnswer['hits']['hits'][number]): Item => JSON.parse(_source[itemField] ?? '') as Item;

const foundIn = ({ hits }: IndexAnswer): Found[] =>
  hits.hits.map((hit) => ({
    item: itemOf(hit),
    score: hit._score ?? 0,
    group: hit.fields?.[groupField]?.[0] ?? '',
    matched: (hit.matched_queries ?? []) as readonly string[],
  }));

/** Items without a value come last in the list, so first when it is read from its end. */
function sortLevels({ fields }: SearchedIndex, sort: readonly SortBy[], isReversed = false): Dsl[] {
  return sort.flatMap(({ field: name, order }) => {
    const field = valueFieldOf(fields, name);
    const turned = (order === 'asc') === isReversed ? 'desc' : 'asc';
    return field === undefined ? [] : [{ [field.first]: { order: turned, missing: isReversed ? '_first' : '_last' } }];
  });
}

const wanted = { _source: [itemField], docvalue_fields: [groupField], track_scores: true } as const;

const isCollapsing = (generation: SearchedIndex, plan: Plan): boolean => plan.collapse && generation.hasGroups;

/** In the plan's order; one per group. */
async function pinnedItems(cluster: Cluster, generation: SearchedIndex, query: PlanQuery): Promise<Found[]> {
  const { promoted } = query.plan;
  if (promoted.length === 0) return [];
  const found = await askIndex(cluster, generation.index, {
    ...wanted,
    query: { bool: { must: [query.query], filter: [withIds(promoted), query.filtersBut(null)] } },
    size: Math.min(promoted.length, maxResultWindow),
  });
  const byId = new Map(foundIn(found).map((one) => [one.item.id, one]));
  const pinned = [...new Set(promoted)].flatMap((id) => byId.get(id) ?? []);
  if (!isCollapsing(generation, query.plan)) return pinned;
  return [...Map.groupBy(pinned, ({ group }) => group).values()].map(([first]) => first!);
}

async function variantCounts(
  cluster: Cluster,
  { index }: SearchedIndex,
  query: PlanQuery,
  shown: readonly Found[],
): Promise<Map<string, number>> {
  const groups = [...new Set(shown.map(({ group }) => group).filter(isShared))];
  if (groups.length === 0) return new Map();
  const body = {
    query: allOf([{ terms: { [groupField]: groups } }, query.query, query.filtersBut(null)]),
    size: 0,
    aggs: { variants: { terms: { field: groupField, size: groups.length, shard_size: groups.length } } },
  };
  const buckets = bucketsOf(await askIndex(cluster, index, body), 'variants');
  return new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
}

const totalOfGroups = (query: PlanQuery): object => ({ total: { filter: query.filtersBut(null), aggs: { groups: groupCount } } });

const groupTotalOf = ({ aggregations }: IndexAnswer): number | undefined =>
  (aggregations?.['total'] as { readonly groups: { readonly value: number } } | undefined)?.groups.value;

/** None is counted beyond `most`. */
export async function countItems(
  cluster: Cluster,
  generation: SearchedIndex,
  plans: readonly Plan[],
  most?: number,
): Promise<number[]> {
  const bodies = plans.map((plan) => {
    const query = new PlanQuery(generation.fields, plan);
    const counted = { bool: { must: [query.query], filter: [query.filtersBut(null)] } };
    const groups = isCollapsing(generation, plan) && { aggs: totalOfGroups(query) };
    return { size: 0, query: counted, track_total_hits: most ?? true, ...groups };
  });
  const answers = await askAll(cluster, generation.index, bodies);
  return answers.map((answer) => groupTotalOf(answer) ?? answer.hits.total.value);
}

/** Groups that a hit matches are known without a request. */
export async function unknownGroups(
  cluster: Cluster,
  { index }: SearchedIndex,
  query: PlanQuery,
  hits: readonly Pick<Found, 'matched'>[] = [],
): Promise<number[]> {
  const matched = new Set(hits.flatMap((hit) => hit.matched));
  const open = [...query.plan.groups.keys()].filter((group) => !matched.has(`group.${group}`));
  const bodies = open.map((group) => ({ size: 0, query: allOf([query.group(group)]), track_total_hits: 1 }));
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
  const isCollapsed = isCollapsing(generation, plan);
  const query = new PlanQuery(generation.fields, plan);
  const pinned = await pinnedItems(cluster, generation, query);
  const taken = isCollapsed
    ? { terms: { [groupField]: pinned.map(({ group }) => group) } }
    : withIds(pinned.map(({ item }) => item.id));
  const facets = plan.facets.map((request) => ({ request, field: valueFieldOf(generation.fields, request.field) }));
  const aggregations = facets.flatMap(({ request, field }, index) => {
    if (field === undefined) return [];
    const aggs = facetAggregation(field, request, isCollapsed);
    const filter = query.filtersBut(request.narrows === true ? null : request.field);
    return [[`facet${index}`, { filter, ...(Object.keys(aggs).length > 0 && { aggs }) }] as const];
  });
  const levels = sortLevels(generation, plan.sort);
  const from = Math.max(0, plan.from - pinned.length);
  const answer = await askIndex(cluster, generation.index, {
    ...wanted,
    from,
    size: Math.max(0, end - pinned.length) - from,
    query: query.query,
    post_filter: { bool: { filter: [query.filtersBut(null)], must_not: pinned.length === 0 ? [] : [taken] } },
    sort: [...(levels.length === 0 ? [{ _score: 'desc' }] : levels), { [idField]: 'asc' }],
    track_total_hits: true,
    ...(isCollapsed && { collapse: { field: groupField } }),
    aggs: { ...Object.fromEntries(aggregations), ...(isCollapsed && totalOfGroups(query)) },
  });
  const shown = [...pinned.slice(plan.from, end), ...foundIn(answer)];
  const variants = isCollapsed ? await variantCounts(cluster, generation, query, shown) : null;
  return {
    hits: shown.map((found) => {
      const { item, score, group } = found;
      return { id: item.id, score, item, variantCount: variants?.get(group) ?? 1, promoted: pinned.includes(found) };
    }),
    totalCount: groupTotalOf(answer) ?? answer.hits.total.value + pinned.length,
    facets: facets.map(({ request, field }, index) => {
      const found = answer.aggregations?.[`facet${index}`] as FacetAnswer | undefined;
      return field === undefined || found === undefined ? { field: request.field, values: [] } : readFacet(field, request, found);
    }),
    unknownGroups: await unknownGroups(cluster, generation, query, shown),
  };
}

/** Walks beyond the result window in windows from the nearer end, by ids alone. */
export async function documentPage(
  cluster: Cluster,
  generation: SearchedIndex,
  { from, size, filters, sort }: DocumentQuery,
): Promise<DocumentPage> {
  const query = allOf(filters.map((one) => filterQuery(generation.fields, one)));
  const ask = (more: object) => askIndex(cluster, generation.index, { query, ...more });
  const counted = await ask({ size: 0, track_total_hits: true });
  const totalCount = counted.hits.total.value;
  const shown = Math.min(size, totalCount - from);
  if (shown <= 0) return { items: [], totalCount };
  const behind = totalCount - from - shown;
  const isReversed = behind < from;
  const order = [...sortLevels(generation, sort, isReversed), { [idField]: isReversed ? 'desc' : 'asc' }];
  let place: { readonly search_after?: readonly unknown[] | undefined } = {};
  for (let left = isReversed ? behind : from; left > 0; left -= maxResultWindow) {
    const step = Math.min(left, maxResultWindow);
    const { hits } = await ask({ sort: order, size: step, _source: [], track_total_hits: false, ...place });
    place = { search_after: hits.hits.at(-1)?.sort ?? place.search_after };
  }
  const { hits } = await ask({ sort: order, size: shown, _source: [itemField], track_total_hits: false, ...place });
  const items = hits.hits.map(itemOf);
  return { items: isReversed ? items.toReversed() : items, totalCount };
}
