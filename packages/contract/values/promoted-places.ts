/** By promoted id its own place, from 1. */
export type PromotedPlaces = Readonly<Record<string, number>>;

/**
 * The promoted items by their places from 0 among `total` items. Those without a place of their own come first, in order. A taken place
 * gives way to the next one, and a place behind all items is the last one.
 */
export function promotedAt(ids: readonly string[], places: PromotedPlaces = {}, total = Infinity): ReadonlyMap<number, string> {
  const placed = ids.filter((id) => places[id] !== undefined).toSorted((one, other) => places[one]! - places[other]!);
  const at: number[] = [];
  for (const id of placed) at.push(Math.max(places[id]! - 1, (at.at(-1) ?? -1) + 1));
  let last = total;
  for (const index of [...at.keys()].toReversed()) last = at[index] = Math.min(at[index]!, last - 1);
  const byPlace = new Map(placed.map((id, index) => [at[index]!, id]));
  let free = 0;
  for (const id of ids) {
    if (places[id] !== undefined) continue;
    while (byPlace.has(free)) free += 1;
    byPlace.set(free, id);
  }
  return byPlace;
}
