import type { ColumnValue } from '#engine/analysis/column-values.ts';

/** Values that can be asked for by place. */
interface Values {
  readonly length: number;
  at(place: number): ColumnValue | undefined;
}

export const byValue = (a: ColumnValue, b: ColumnValue): number => (a < b ? -1 : a > b ? 1 : 0);

/** The first place among sorted values that does not come before the one wanted. */
export function placeOf(values: Values, wanted: ColumnValue): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byValue(values.at(middle)!, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
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
    return (ordinal < this.#written.length ? this.#written.at(ordinal) : this.#added[ordinal - this.#written.length])!;
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
