import { type Item, pathSeparator } from '#contract/item.ts';
import { promotedAt } from '#contract/values/promoted-places.ts';
import {
  isLearned,
  isLenient,
  learnedWindowOf,
  maxResultWindow,
  type Plan,
  type FacetRequest,
  type SortBy,
} from '#engine/plan.ts';
import { inLearnedOrder } from '#engine/query/learned.ts';
import { ResultWindowError } from '#engine/port-errors.ts';
import type { SearchResult, Facet, FacetValue, DocumentPage, DocumentQuery } from '#engine/port.ts';
import { type ColumnKind, columnValues, countedValues } from '#engine/query/analysis/column-values.ts';
import { type Cluster, askIndex, bucketsOf, escaped, type IndexAnswer } from './cluster.ts';
import {
  type DocumentForm as IndexForm,
  isShared,
  groupField,
  idField,
  itemField,
  valueFieldOf,
  type ValueField,
} from './index/documents.ts';
import { exactFacetValues } from './limits.ts';
import { allOf, type Dsl, filterQuery, type GroupedPlan, groupName, PlanQuery, withIds } from './plan-query.ts';
import type { SearchedIndex } from './searched-index.ts';

interface FacetBuckets {
  readonly buckets: readonly {
    readonly key: string | number;
    readonly doc_count: number;
    readonly groups?: { readonly value: number };
  }[];
}

interface FacetAnswer {
  readonly values?: FacetBuckets;
  readonly chosen?: FacetBuckets;
  readonly min?: { readonly value: number | null };
  readonly max?: { readonly value: number | null };
}

/** Exact below about 40,000 groups, then ±1 %. */
const groupCount: Dsl = { cardinality: { field: groupField, precision_threshold: 40_000 } };
const groupsOfValue: Dsl = { groups: { cardinality: { field: groupField, precision_threshold: 3_000 } } };

/** Only paths below one; deeper levels are dropped when the buckets are read. */
const below = (under: FacetRequest['under']): Dsl =>
  typeof under !== 'string' || under === '' ? {} : { include: `${escaped(under + pathSeparator)}.*` };

function facetAggregation(
  { kind, values: field }: ValueField,
  request: FacetRequest,
  { isCollapsed, isSplit }: { readonly isCollapsed: boolean; readonly isSplit: boolean },
): Dsl {
  const { limit, under, chosen = [] } = request;
  const size = countedValues(request) === null ? limit : exactFacetValues;
  const order = [isCollapsed ? { groups: 'desc' } : { _count: 'desc' }, { _key: 'asc' }];
  const groups = isCollapsed && { aggs: groupsOfValue };
  const included = chosen.map(includedAs[kind]).filter((value) => typeof value === 'string' || Number.isFinite(value));
  const terms = { field, size, ...(isSplit && { shard_size: Math.max(size, exactFacetValues) }), order, ...below(under) };
  return {
    ...(limit > 0 && { values: { terms, ...groups } }),
    ...(included.length > 0 && {
      chosen: { terms: { ...terms, include: included, size: included.length }, ...groups },
    }),
    ...(kind === 'number' && { min: { min: { field } }, max: { max: { field } } }),
  };
}

/** Values as `include` of a terms aggregation takes them. */
const includedAs: Readonly<Record<ColumnKind, (value: FacetValue['value']) => string | number>> = {
  text: String,
  number: Number,
  boolean: (value) => String(value === true || value === 'true' || value === 1 || value === '1'),
};

const isBefore = (a: FacetValue['value'], b: FacetValue['value']): number => (a < b ? -1 : a > b ? 1 : 0);

function readFacet({ kind }: ValueField, request: FacetRequest, answer: FacetAnswer): Facet {
  const valueOf = (key: string | number): FacetValue['value'] => {
    if (kind === 'boolean') return key === 1 || key === 'true';
    return kind === 'number' ? Number(key) : key;
  };
  const isCounted = countedValues(request);
  const read = ({ buckets }: FacetBuckets = { buckets: [] }): FacetValue[] =>
    buckets
      .map(({ key, doc_count, groups }) => ({ value: valueOf(key), count: groups?.value ?? doc_count }))
      .filter(({ value }) => isCounted === null || isCounted(String(value)))
      .sort((a, b) => b.count - a.count || isBefore(a.value, b.value));
  const most = read(answer.values).slice(0, request.limit);
  const values = [...most, ...read(answer.chosen).filter(({ value }) => most.every((one) => one.value !== value))];
  const [min, max] = [answer.min?.value ?? null, answer.max?.value ?? null];
  return { field: request.field, values, ...(min !== null && max !== null && { min, max }) };
}

interface Found {
  readonly item: Item;
  readonly score: number;
  readonly group: string;
  /** Names of queries. */
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
function sortLevels({ fields }: IndexForm, sort: readonly SortBy[], isReversed = false): Dsl[] {
  return sort.flatMap(({ field: name, order }) => {
    const field = valueFieldOf(fields, name);
    const turned = (order === 'asc') === isReversed ? 'desc' : 'asc';
    return field === undefined ? [] : [{ [field.first]: { order: turned, missing: isReversed ? '_first' : '_last' } }];
  });
}

const totalOfGroups = (query: PlanQuery): object => ({ total: { filter: query.filtersBut(null), aggs: { groups: groupCount } } });

const groupTotalOf = ({ aggregations }: IndexAnswer): number | undefined =>
  (aggregations?.['total'] as { readonly groups: { readonly value: number } } | undefined)?.groups.value;

const totalIn = (answer: IndexAnswer, pinned: ReadonlyMap<string, Found>): number =>
  groupTotalOf(answer) ?? answer.hits.total.value + pinned.size;

const isCollapsing = (form: IndexForm, plan: Plan): boolean => plan.collapse && form.layout.groupField !== null;

/** Reads the groups of items that are hidden or promoted with theirs; null without any. */
export function groupsBody(form: IndexForm, plan: Plan): object | null {
  const { hiddenGroups = [], promotedGroups = [] } = plan;
  const ids = [...new Set([...hiddenGroups, ...promotedGroups])];
  if (ids.length === 0 || !isCollapsing(form, plan)) return null;
  return {
    query: withIds(ids),
    size: ids.length,
    track_total_hits: false,
    docvalue_fields: [idField, groupField],
    _source: false,
  };
}

/** By item id. */
export const groupsIn = ({ hits }: IndexAnswer): Readonly<Record<string, string>> =>
  Object.fromEntries(hits.hits.map(({ fields }) => [fields?.[idField]?.[0] ?? '', fields?.[groupField]?.[0] ?? '']));

/** `most`: none is counted beyond. */
export function countBody(form: IndexForm, plan: GroupedPlan, most?: number): object {
  const query = new PlanQuery(form, plan);
  const groups = isCollapsing(form, plan) && { aggs: totalOfGroups(query) };
  return { size: 0, query: query.counted, track_total_hits: most ?? true, ...groups };
}

export const countIn = (answer: IndexAnswer): number => groupTotalOf(answer) ?? answer.hits.total.value;

const knownSearches = new WeakMap<GroupedPlan, PlanSearch>();

/** The same one in all passes of a search. */
export function searchOf(form: SearchedIndex, plan: GroupedPlan): PlanSearch {
  const known = knownSearches.get(plan);
  const search = known?.form === form ? known : new PlanSearch(form, plan);
  knownSearches.set(plan, search);
  return search;
}

/** The requests of a search and its result: promoted items are asked for beside the others. */
class PlanSearch {
  readonly form: SearchedIndex;
  #text: string | null = null;
  readonly #plan: GroupedPlan;
  readonly #query: PlanQuery;
  readonly #isCollapsed: boolean;

  constructor(form: SearchedIndex, plan: GroupedPlan) {
    if (plan.from + plan.size > maxResultWindow) throw new ResultWindowError(plan.from + plan.size);
    this.form = form;
    this.#plan = plan;
    this.#query = new PlanQuery(form, plan);
    this.#isCollapsed = isCollapsing(form, plan);
  }

  get #hits(): Dsl {
    return {
      ...(this.#isCollapsed && { docvalue_fields: [groupField] }),
      ...(this.#plan.sort.length > 0 && { track_scores: true }),
    };
  }

  get pinnedBody(): Dsl | null {
    const { promoted } = this.#plan;
    if (promoted.length === 0) return null;
    return {
      ...this.#hits,
      query: this.#only(withIds(promoted)),
      size: Math.min(promoted.length, maxResultWindow),
      track_total_hits: false,
    };
  }

  /** The best variants of promoted items; null without groups of them. */
  get siblingsBody(): Dsl | null {
    const groups = this.#isCollapsed ? this.#query.promotedGroups.filter(isShared) : [];
    if (groups.length === 0) return null;
    const query = this.#only({ terms: { [groupField]: groups } });
    const size = Math.min(groups.length, maxResultWindow);
    const best = { sort: this.#sort, collapse: { field: groupField } };
    return { ...this.#hits, ...best, track_scores: true, query, size, track_total_hits: false };
  }

  #only(filter: Dsl): Dsl {
    return { bool: { must: [this.#query.query], filter: [filter, this.#query.filtersBut(null)] } };
  }

  /** By promoted id, in the plan's order; one per group. */
  pinned(answer: IndexAnswer, siblings: IndexAnswer | null): ReadonlyMap<string, Found> {
    const byId = new Map(foundIn(answer).map((one) => [one.item.id, one]));
    const byGroup = new Map(siblings && foundIn(siblings).map((one) => [one.group, one]));
    const { promoted, promotedGroups, groupValues = {} } = this.#plan;
    const ofGroups = new Set(promotedGroups);
    const seen = new Set<string>();
    const pinned = new Map<string, Found>();
    for (const id of new Set(promoted)) {
      const found = byId.get(id) ?? (ofGroups.has(id) ? byGroup.get(groupValues[id] ?? '') : undefined);
      if (found === undefined || (this.#isCollapsed && seen.has(found.group))) continue;
      seen.add(found.group);
      pinned.set(id, found);
    }
    return pinned;
  }

  get #sort(): Dsl[] {
    const levels = sortLevels(this.form, this.#plan.sort);
    return [...(levels.length === 0 ? [{ _score: 'desc' }] : levels), { [idField]: 'asc' }];
  }

  get #facets() {
    return this.#plan.facets.map((request) => ({ request, field: valueFieldOf(this.form.fields, request.field) }));
  }

  /** Ranks of hits without promoted items: more than shown, as some promoted items may not be found, or are of groups that are. */
  get #window(): readonly [from: number, to: number] {
    const { from, size, promoted, learned } = this.#plan;
    if (isLearned(this.#plan))
      return [0, Math.min(maxResultWindow, Math.max(from + size, learnedWindowOf(learned!)) + promoted.length)];
    if (!this.#isCollapsed || size === 0 || promoted.length === 0) return [Math.max(0, from - promoted.length), from + size];
    return [0, Math.min(maxResultWindow, from + size + promoted.length)];
  }

  get bodyText(): string {
    return (this.#text ??= JSON.stringify(this.#body));
  }

  get #body(): Dsl {
    const { promoted, groups } = this.#plan;
    const query = this.#query;
    const aggregations = this.#facets.flatMap(({ request, field }, index) => {
      if (field === undefined) return [];
      const aggs = facetAggregation(field, request, { isCollapsed: this.#isCollapsed, isSplit: this.form.shardCount > 1 });
      const filter = query.filtersBut(request.narrows === true ? null : request.field);
      return [[`facet${index}`, { filter, ...(Object.keys(aggs).length > 0 && { aggs }) }] as const];
    });
    const aggs = { ...Object.fromEntries(aggregations), ...(this.#isCollapsed && totalOfGroups(query)) };
    const sort = this.#sort;
    const [from, to] = this.#window;
    return {
      ...this.#hits,
      from,
      size: to - from,
      query: query.query,
      track_total_hits: true,
      ...((query.hasFacetFilters || promoted.length > 0) && {
        post_filter: { bool: { filter: [query.filtersBut(null)], must_not: promoted.length === 0 ? [] : [withIds(promoted)] } },
      }),
      // Comparing ids of equal scores takes a fifth of a search of words. Variants are shown by the same one anyway.
      ...((!('_score' in sort[0]!) || groups.length === 0 || this.form.layout.groupField !== null) && { sort }),
      ...(this.#isCollapsed && { collapse: { field: groupField } }),
      ...(Object.keys(aggs).length > 0 && { aggs }),
    };
  }

  shown(pinned: ReadonlyMap<string, Found>, answer: IndexAnswer): readonly Found[] {
    const { from, size } = this.#plan;
    const groups = new Set(this.#isCollapsed ? [...pinned.values()].map(({ group }) => group) : []);
    const others = this.#learned(foundIn(answer).filter(({ group }) => !groups.has(group)));
    const [first] = this.#window;
    const placed = promotedAt([...pinned.keys()], this.#plan.promotedPlaces, totalIn(answer, pinned));
    let next = from - [...placed.keys()].filter((place) => place < from).length - first;
    return Array.from({ length: size }, (_, at) => pinned.get(placed.get(from + at) ?? '') ?? others[next++]).filter(
      (one) => one !== undefined,
    );
  }

  #learned(found: readonly Found[]): readonly Found[] {
    if (!isLearned(this.#plan)) return found;
    const hits = found.map((one) => ({ ...one, id: one.item.id }));
    return inLearnedOrder(this.#plan.learned!, hits, ({ item }, name) => {
      const [field, value] = [valueFieldOf(this.form.fields, name), item.fields[name]];
      if (field === undefined || value === undefined) return [];
      const values = columnValues(value, field.layout);
      return field.kind === 'boolean' ? values.map((one) => one === 1) : values;
    });
  }

  /** Counts the variants of the items shown; null without any. */
  variantsBody(shown: readonly Found[]): Dsl | null {
    const groups = this.#isCollapsed ? [...new Set(shown.map(({ group }) => group).filter(isShared))] : [];
    if (groups.length === 0) return null;
    return {
      query: allOf([{ terms: { [groupField]: groups } }, this.#query.counted]),
      size: 0,
      track_total_hits: false,
      aggs: { variants: { terms: { field: groupField, size: groups.length, shard_size: groups.length } } },
    };
  }

  #lacking({ matched }: Found): number[] {
    return [...this.#plan.groups.keys()].filter((index) => !matched.includes(groupName(index)));
  }

  result({ pinned, shown, answer, variants }: SearchAnswers, unknownGroups: readonly number[]): SearchResult {
    const buckets = variants === undefined ? [] : bucketsOf(variants, 'variants');
    const counts = new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
    const isPinned = new Set(pinned.values());
    const mayLack = isLenient(this.#plan);
    return {
      hits: shown.map((found) => {
        const { item, score, group } = found;
        const promoted = isPinned.has(found);
        const lacking = mayLack && !promoted ? this.#lacking(found) : [];
        const variantCount = counts.get(group) ?? 1;
        return { id: item.id, score, item, variantCount, promoted, ...(lacking.length > 0 && { lacking }) };
      }),
      totalCount: totalIn(answer, pinned),
      facets: this.#facets.map(({ request, field }, index) => {
        const found = answer.aggregations?.[`facet${index}`] as FacetAnswer | undefined;
        return field === undefined || found === undefined
          ? { field: request.field, values: [] }
          : readFacet(field, request, found);
      }),
      unknownGroups,
      took: 0,
    };
  }
}

interface SearchAnswers {
  readonly pinned: ReadonlyMap<string, Found>;
  readonly shown: readonly Found[];
  readonly answer: IndexAnswer;
  readonly variants: IndexAnswer | undefined;
}

/** Any number of items, counted from the nearer end. */
export async function documentPage(
  cluster: Cluster,
  generation: SearchedIndex,
  { from, size, filters, sort }: DocumentQuery,
): Promise<DocumentPage> {
  const query = allOf(filters.map((one) => filterQuery(generation.fields, one)));
  const ask = (more: object) => askIndex(cluster, generation.index, { query, ...more });
  const totalCount = (await ask({ size: 0, track_total_hits: true })).hits.total.value;
  const shown = Math.min(size, totalCount - from);
  if (shown <= 0) return { items: [], totalCount };
  const behind = totalCount - from - shown;
  const isReversed = behind < from;
  const order = [...sortLevels(generation, sort, isReversed), { [idField]: isReversed ? 'desc' : 'asc' }];
  const page = { from: isReversed ? behind : from, size: shown, sort: order, _source: [itemField], track_total_hits: false };
  const items = (await ask(page)).hits.hits.map(itemOf);
  return { items: isReversed ? items.toReversed() : items, totalCount };
}
