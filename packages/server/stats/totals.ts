/** Sums by the ids of names, ascending. Immutable. */
export interface Totals {
  readonly ids: Int32Array;
  /** As long as `ids`. */
  readonly columns: readonly Float64Array[];
}

/** Column indices of `term_day`. The item count is that of the newest search. */
export const termColumns = { search: 0, unfound: 1, click: 2, itemCount: 3, lastAt: 4 } as const;
export const itemColumns = { impression: 0, click: 1, cart: 2, purchase: 3 } as const;
export const clickColumns = { clicks: 0, positions: 1, positioned: 2 } as const;
export const nextColumns = { visitors: 0, found: 1, clicked: 2 } as const;

/** The first `sumCount` columns add up. The others follow the greatest value of the last one. */
export interface Adding {
  readonly columnCount: number;
  readonly sumCount: number;
}

export const bytesOf = ({ ids, columns }: Totals): number =>
  columns.reduce((sum, { byteLength }) => sum + byteLength, ids.byteLength + 1);

/** Adds up rows in any order. */
export class TotalsBuilder {
  readonly #adding: Adding;
  readonly #places = new Map<number, number>();
  readonly #columns: number[][];

  constructor(adding: Adding) {
    this.#adding = adding;
    this.#columns = Array.from({ length: adding.columnCount }, () => []);
  }

  /** `columns` are as long as `ids`. */
  add(ids: readonly number[], columns: readonly (readonly number[])[]): void {
    const { columnCount, sumCount } = this.#adding;
    for (let at = 0; at < ids.length; at += 1) {
      const place = this.#places.get(ids[at]!);
      if (place === undefined) {
        this.#places.set(ids[at]!, this.#places.size);
        for (let column = 0; column < columnCount; column += 1) this.#columns[column]!.push(columns[column]![at]!);
        continue;
      }
      for (let column = 0; column < sumCount; column += 1) this.#columns[column]![place]! += columns[column]![at]!;
      const newest = columnCount - 1;
      if (sumCount === columnCount || columns[newest]![at]! < this.#columns[newest]![place]!) continue;
      for (let column = sumCount; column < columnCount; column += 1) this.#columns[column]![place] = columns[column]![at]!;
    }
  }

  totals(): Totals {
    const ids = Int32Array.from(this.#places.keys()).sort();
    const columns = this.#columns.map((values) => Float64Array.from(ids, (id) => values[this.#places.get(id)!]!));
    return { ids, columns };
  }
}

/** The first place of an id that isn't less. */
function firstPlace({ ids }: Pick<Totals, 'ids'>, id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of an id; −1 if it is missing. */
export function placeOf(totals: Pick<Totals, 'ids'>, id: number): number {
  const place = firstPlace(totals, id);
  return totals.ids[place] === id ? place : -1;
}

/** Copies `one` as a whole, so it is fast when `other` has few ids. */
export function merged({ sumCount, columnCount }: Adding, one: Totals, other: Totals): Totals {
  if (one.ids.length === 0) return other;
  if (other.ids.length === 0) return one;
  const added = [...other.ids.keys()].filter((there) => placeOf(one, other.ids[there]!) < 0);
  const places = added.map((there) => firstPlace(one, other.ids[there]!));
  function withAdded<Values extends Int32Array | Float64Array>(all: Values, values: Values, others: Values): Values {
    let from = 0;
    for (const [count, place] of places.entries()) {
      all.set(values.subarray(from, place), from + count);
      all[place + count] = others[added[count]!]!;
      from = place;
    }
    all.set(values.subarray(from), from + places.length);
    return all;
  }
  const size = one.ids.length + added.length;
  const ids = withAdded(new Int32Array(size), one.ids, other.ids);
  const columns = one.columns.map((values, at) => withAdded(new Float64Array(size), values, other.columns[at]!));
  const newest = columnCount - 1;
  const isAdded = new Set(added);
  for (const [there, id] of other.ids.entries()) {
    if (isAdded.has(there)) continue;
    const place = placeOf({ ids }, id);
    for (let at = 0; at < sumCount; at += 1) columns[at]![place]! += other.columns[at]![there]!;
    if (sumCount === columnCount || other.columns[newest]![there]! < columns[newest]![place]!) continue;
    for (let at = sumCount; at < columnCount; at += 1) columns[at]![place] = other.columns[at]![there]!;
  }
  return { ids, columns };
}

/** A column of another range by the places of this one; 0 for ids that it lacks. */
export function aligned({ ids }: Pick<Totals, 'ids'>, other: Totals, column: number): Float64Array {
  const values = new Float64Array(ids.length);
  const [otherIds, otherValues] = [other.ids, other.columns[column]!];
  let there = 0;
  for (let at = 0; at < ids.length; at += 1) {
    while (there < otherIds.length && otherIds[there]! < ids[at]!) there += 1;
    if (otherIds[there] === ids[at]) values[at] = otherValues[there]!;
  }
  return values;
}

/** The places of which a condition holds. */
export function placesWhere({ ids }: Pick<Totals, 'ids'>, isWanted: (place: number) => boolean): Uint32Array {
  const places = new Uint32Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at += 1) if (isWanted(at)) places[count++] = at;
  return places.subarray(0, count);
}

/** The `count` places with the greatest values, the earlier one first on a tie. */
export function bestOf(places: ArrayLike<number>, valueOf: (place: number) => number, count: number): number[] {
  if (count <= 0) return [];
  const values = new Float64Array(places.length);
  for (let at = 0; at < values.length; at += 1) values[at] = valueOf(places[at]!);
  const byValue = (a: number, b: number): number => values[b]! - values[a]! || a - b;
  // Sorting a few candidates now and then is faster than sorting all.
  const most = 4 * count + 64;
  let best: number[] = [];
  let least = -Infinity;
  for (let at = 0; at < values.length; at += 1) {
    if (values[at]! <= least) continue;
    best.push(at);
    if (best.length < most) continue;
    best = best.toSorted(byValue).slice(0, count);
    least = values[best[count - 1]!]!;
  }
  return best
    .toSorted(byValue)
    .slice(0, count)
    .map((at) => places[at]!);
}
