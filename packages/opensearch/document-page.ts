import type { Item } from '#contract/item.ts';
import { maxResultWindow, type SortBy } from '#engine/plan.ts';
import type { DocumentPage, DocumentQuery } from '#engine/port.ts';
import type { Cluster } from './cluster.ts';
import { matchAll, type Dsl } from './dsl.ts';
import { filterQuery } from './filter-query.ts';
import { idField, itemField, valueFieldOf } from './index/index-fields.ts';
import type { SearchedIndex } from './searched-index.ts';
import { askIndex } from './whole-answer.ts';

/** A place in the order of items: the sort values of the one before it. */
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

/** OpenSearch has no places beyond its window, so it is walked in windows from the nearer end, by ids alone. */
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
