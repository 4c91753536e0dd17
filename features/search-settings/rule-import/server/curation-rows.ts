import { type ForeignCuration, type ForeignQuery, type Loss, lost, type Validity } from './foreign-rules.ts';

export interface When extends Validity {
  readonly is_active: boolean;
}

/** Items that another service puts at a place, which begins with 1. */
export interface PlacedItems {
  readonly ids: readonly string[];
  readonly place: number;
}

/** In the order of their places. What would leave room above is told. */
export function inPlaces(groups: readonly PlacedItems[], losses: Loss[]): string[] {
  const items = new Set<string>();
  for (const { ids, place } of groups.toSorted((one, other) => one.place - other.place)) {
    if (!(Number.isInteger(place) && place > 0 && place <= items.size + 1))
      losses.push(lost('place', `${ids.join(', ')} → ${place}`));
    for (const id of ids) items.add(id);
  }
  return [...items];
}

/** None where no item is promoted or hidden. An item that is both is promoted. */
export function curationsFor(
  name: string,
  queries: readonly ForeignQuery[],
  items: { readonly promoted: readonly string[]; readonly hidden: readonly string[] },
  when: When,
): ForeignCuration[] {
  const promoted = new Set(items.promoted);
  const hidden = new Set(items.hidden).difference(promoted);
  if (queries.length === 0 || promoted.size + hidden.size === 0) return [];
  const asItems = (ids: ReadonlySet<string>) => Array.from(ids, (id) => ({ id }));
  return [{ kind: 'curations', name, queries, promoted: asItems(promoted), hidden: asItems(hidden), ...when }];
}
