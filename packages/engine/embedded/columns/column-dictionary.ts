import type { ColumnValue } from '#engine/analysis/column-values.ts';

/** Values by place, all of one kind. */
interface Values {
  readonly length: number;
  at(place: number): ColumnValue | undefined;
}

/** The first place among sorted values that does not come before the one wanted. */
export function placeOf(values: Values, wanted: ColumnValue): number {
  if (typeof wanted === 'number') return placeOfNumber(values as Float64Array, wanted);
  return placeOfText(values, wanted);
}

// One loop for each kind: comparing what may be either is many times slower.
function placeOfNumber(values: Float64Array | readonly number[], wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeOfText(values: Values, wanted: string): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values.at(middle)! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In order, each once. */
export function sortedValues(values: Iterable<ColumnValue>): ColumnValue[] {
  const distinct = [...new Set(values)];
  const areNumbers = typeof distinct[0] === 'number';
  return areNumbers ? Array.from(Float64Array.from(distinct as number[]).sort()) : (distinct as string[]).sort();
}

/** The values of a column by ordinal: those that its segment was written with, sorted, then those that came since, as they came. */
export class ColumnDictionary {
  readonly #written: Values;
  readonly #added: ColumnValue[] = [];
  readonly #addedPlaces = new Map<ColumnValue, number>();

  constructor(written: Values) {
    this.#written = written;
  }

  get length(): number {
    return this.#written.length + this.#added.length;
  }

  at(ordinal: number): ColumnValue {
    const { length } = this.#written;
    return ordinal < length ? this.#written.at(ordinal)! : this.#added[ordinal - length]!;
  }

  /** Answers the ordinal of the value, which is added when it isn't there yet. */
  add(value: ColumnValue): number {
    const place = placeOf(this.#written, value);
    if (place < this.#written.length && this.#written.at(place) === value) return place;
    const known = this.#addedPlaces.get(value);
    if (known !== undefined) return known;
    const ordinal = this.length;
    this.#added.push(value);
    this.#addedPlaces.set(value, ordinal);
    return ordinal;
  }
}
