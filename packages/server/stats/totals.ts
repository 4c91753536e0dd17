/** Sums by the ids of names, ascending. Immutable. */
export interface Totals<Column extends string = string> {
  readonly ids: Int32Array;
  /** As long as `ids`. */
  readonly columns: Readonly<Record<Column, Float64Array>>;
}

export interface Adding<Sum extends string = string, Newest extends string = string> {
  readonly sums: readonly Sum[];
  /** Follow the greatest value of the last one. */
  readonly newest: readonly Newest[];
}

export const columnsOf = <Sum extends string, Newest extends string>({ sums, newest }: Adding<Sum, Newest>) => [
  ...sums,
  ...newest,
];

const byColumn = <Column extends string>(columns: readonly Column[], valuesOf: (column: Column) => Float64Array) =>
  Object.fromEntries(columns.map((column) => [column, valuesOf(column)])) as Record<Column, Float64Array>;

export const bytesOf = ({ ids, columns }: Totals): number =>
  Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, ids.byteLength + 1);

/** Adds up rows in any order. */
export class TotalsBuilder<Sum extends string, Newest extends string> {
  readonly #adding: Adding<Sum, Newest>;
  readonly #places = new Map<number, number>();
  readonly #rows: number[][];

  constructor(adding: Adding<Sum, Newest>) {
    this.#adding = adding;
    this.#rows = columnsOf(adding).map(() => []);
  }

  /** `columns` are as long as `ids`, in the order of `columnsOf`. */
  add(ids: readonly number[], columns: readonly (readonly number[])[]): void {
    const [sumCount, newest] = [this.#adding.sums.length, columns.length - 1];
    for (const [at, id] of ids.entries()) {
      const place = this.#places.get(id) ?? this.#places.size;
      const isKnown = place < this.#places.size;
      if (!isKnown) this.#places.set(id, place);
      const isNewest = !isKnown || columns[newest]![at]! >= this.#rows[newest]![place]!;
      for (let column = 0; column < columns.length; column += 1) {
        const [values, value] = [this.#rows[column]!, columns[column]![at]!];
        if (column < sumCount) values[place] = (values[place] ?? 0) + value;
        else if (isNewest) values[place] = value;
      }
    }
  }

  totals(): Totals<Sum | Newest> {
    const ids = Int32Array.from(this.#places.keys()).sort();
    const places = Array.from(ids, (id) => this.#places.get(id)!);
    const columns = columnsOf(this.#adding);
    return {
      ids,
      columns: byColumn(columns, (column) => {
        const values = this.#rows[columns.indexOf(column)]!;
        return Float64Array.from(places, (place) => values[place]!);
      }),
    };
  }
}

/** The place of an id; negative if it is missing: then `~place` is where it would be. */
export function placeOf({ ids }: Pick<Totals, 'ids'>, id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : ~low;
}

/** Copies `one` as a whole, so it is fast when `other` has few ids. */
export function merged<Sum extends string, Newest extends string>(
  of: Adding<Sum, Newest>,
  one: Totals<Sum | Newest>,
  other: Totals<Sum | Newest>,
): Totals<Sum | Newest> {
  if (one.ids.length === 0) return other;
  if (other.ids.length === 0) return one;
  const added = other.ids.filter((id) => placeOf(one, id) < 0);
  const places = Array.from(added, (id) => ~placeOf(one, id));
  /** With a gap for each added id. */
  function withGaps<Values extends Int32Array | Float64Array>(all: Values, values: Values): Values {
    const ends = [...places, values.length];
    for (const [count, end] of ends.entries())
      all.set(values.subarray(ends[count - 1] ?? 0, end), (ends[count - 1] ?? 0) + count);
    return all;
  }
  const size = one.ids.length + added.length;
  const ids = withGaps(new Int32Array(size), one.ids);
  for (const [count, place] of places.entries()) ids[place + count] = added[count]!;
  const columns = byColumn<Sum | Newest>(columnsOf(of), (column) => withGaps(new Float64Array(size), one.columns[column]));
  const last = of.newest.at(-1);
  for (const [there, id] of other.ids.entries()) {
    const place = placeOf({ ids }, id);
    for (const column of of.sums) columns[column][place]! += other.columns[column][there]!;
    if (last === undefined || other.columns[last][there]! < columns[last][place]!) continue;
    for (const column of of.newest) columns[column][place] = other.columns[column][there]!;
  }
  return { ids, columns };
}

/** A column by other ids; 0 for those that it lacks. */
export function aligned<Column extends string>(ids: Int32Array, { ids: known, columns }: Totals<Column>, column: Column) {
  const values = new Float64Array(ids.length);
  const knownValues = columns[column];
  let there = 0;
  for (let at = 0; at < ids.length; at += 1) {
    while (there < known.length && known[there]! < ids[at]!) there += 1;
    if (known[there] === ids[at]) values[at] = knownValues[there]!;
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
