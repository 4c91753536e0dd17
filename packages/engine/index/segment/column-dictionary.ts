import type { ColumnValue } from '#engine/query/analysis/column-values.ts';

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

/** How many sorted numbers stand before the first that `isBefore` is false of. */
function countBefore(values: Float64Array, isBefore: (value: number) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(values[middle]!)) low = middle + 1;
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
    const written = this.#written;
    if (ordinal >= written.length) return this.#added[ordinal - written.length]!;
    // `at` of an array of numbers was a sixth of the first listing that functional boosts rank.
    return written instanceof Float64Array ? written[ordinal]! : written.at(ordinal)!;
  }

  /** undefined where it isn't there. */
  #ordinalOf(value: ColumnValue): number | undefined {
    const place = placeOf(this.#written, value);
    return place < this.#written.length && this.#written.at(place) === value ? place : this.#addedPlaces.get(value);
  }

  /** By ordinal: 1 for the values that are asked for, 0 for others. */
  among(values: Iterable<ColumnValue>): Uint8Array {
    const marks = new Uint8Array(this.length);
    for (const value of values) {
      const ordinal = this.#ordinalOf(value);
      if (ordinal !== undefined) marks[ordinal] = 1;
    }
    return marks;
  }

  /** By ordinal: 1 for the values from `from` to `to`, both included, 0 for others. Texts count as the numbers that they say. */
  between(from: number, to: number): Uint8Array {
    const marks = new Uint8Array(this.length);
    const isWithin = (value: ColumnValue): boolean => Number(value) >= from && Number(value) <= to;
    const areSorted = this.#written instanceof Float64Array;
    if (areSorted) {
      const first = countBefore(this.#written, (value) => !(value >= from));
      marks.fill(
        1,
        first,
        countBefore(this.#written, (value) => value <= to),
      );
    }
    for (let ordinal = areSorted ? this.#written.length : 0; ordinal < marks.length; ordinal++)
      if (isWithin(this.at(ordinal))) marks[ordinal] = 1;
    return marks;
  }

  /** Answers the ordinal of the value, which is added when it isn't there yet. */
  add(value: ColumnValue): number {
    const known = this.#ordinalOf(value);
    if (known !== undefined) return known;
    const ordinal = this.length;
    this.#added.push(value);
    this.#addedPlaces.set(value, ordinal);
    return ordinal;
  }
}
