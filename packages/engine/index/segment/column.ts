import type { ColumnValue } from '#engine/query/analysis/column-values.ts';
import type { ColumnMeta } from './column-builder.ts';
import { type Room, GrowableUint32 } from './arrays.ts';
import type { SegmentMeta } from './segment-builder.ts';
import type { SegmentFile } from './segment-file.ts';
import { TextList } from './text-list.ts';

interface Values {
  readonly length: number;
  at(place: number): ColumnValue | undefined;
}

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

export function sortedValues(values: Iterable<ColumnValue>): ColumnValue[] {
  const distinct = [...new Set(values)];
  const areNumbers = typeof distinct[0] === 'number';
  return areNumbers ? Array.from(Float64Array.from(distinct as number[]).sort()) : (distinct as string[]).sort();
}

/** Values by ordinal: the segment's own, sorted, then later ones in order of arrival. */
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

  #ordinalOf(value: ColumnValue): number | undefined {
    const place = placeOf(this.#written, value);
    return place < this.#written.length && this.#written.at(place) === value ? place : this.#addedPlaces.get(value);
  }

  among(values: Iterable<ColumnValue>): Uint8Array {
    const marks = new Uint8Array(this.length);
    for (const value of values) {
      const ordinal = this.#ordinalOf(value);
      if (ordinal !== undefined) marks[ordinal] = 1;
    }
    return marks;
  }

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

  add(value: ColumnValue): number {
    const known = this.#ordinalOf(value);
    if (known !== undefined) return known;
    const ordinal = this.length;
    this.#added.push(value);
    this.#addedPlaces.set(value, ordinal);
    return ordinal;
  }
}

export type Ordinals = Uint16Array | Uint32Array;

const maxNarrowCount = 65_536;
const ordinalCount = ({ valueCount, isMultiple }: ColumnMeta): number => valueCount + (isMultiple ? 0 : 1);

export interface NewValues {
  readonly docs: readonly number[];
  readonly values: readonly (readonly ColumnValue[])[];
}

export class Column {
  readonly meta: ColumnMeta;
  /** Only where items have several values: the start of each item's ordinals. */
  readonly starts: Uint32Array | null;
  /** With `starts` the ordinals themselves; without, ordinal + 1 per item and 0 for none. */
  readonly ordinals: Ordinals;
  readonly ownBytes: number;
  readonly room: Room;
  readonly #dictionary: ColumnDictionary;

  constructor(
    meta: ColumnMeta,
    starts: Uint32Array | null,
    ordinals: Ordinals,
    dictionary: ColumnDictionary,
    room: Room,
    isPatched: boolean,
  ) {
    this.meta = meta;
    this.room = room;
    this.ownBytes = isPatched ? ordinals.byteLength + (starts?.byteLength ?? 0) : 0;
    this.starts = starts;
    this.ordinals = ordinals;
    this.#dictionary = dictionary;
  }

  static read(file: SegmentFile<SegmentMeta>, index: number, meta: ColumnMeta, room: Room): Column {
    const prefix = `column.${index}`;
    const isNarrow = ordinalCount(meta) <= maxNarrowCount;
    const values =
      meta.kind === 'text'
        ? new TextList(file.bytesOf(`${prefix}.texts`), file.uint32(`${prefix}.offsets`))
        : file.float64(`${prefix}.values`);
    return new Column(
      meta,
      meta.isMultiple ? file.uint32(`${prefix}.starts`) : null,
      isNarrow ? file.uint16(`${prefix}.ordinals`) : file.uint32(`${prefix}.ordinals`),
      new ColumnDictionary(values),
      room,
      false,
    );
  }

  value(ordinal: number): ColumnValue {
    return this.#dictionary.at(ordinal);
  }

  among(values: Iterable<ColumnValue>): Uint8Array {
    return this.#dictionary.among(values);
  }

  between(from: number, to: number): Uint8Array {
    return this.#dictionary.between(from, to);
  }

  patched({ docs, values }: NewValues): Column {
    const ordinals = values.map((own) => own.map((value) => this.#dictionary.add(value)));
    const isMultiple = this.starts !== null || values.some(({ length }) => length > 1);
    const meta = { ...this.meta, valueCount: this.#dictionary.length, isMultiple };
    if (isMultiple) {
      const lists = this.#lists(new Map(docs.map((doc, at) => [doc, ordinals[at]!])));
      return new Column(meta, lists.starts, this.#copied(meta, lists.ordinals), this.#dictionary, this.room, true);
    }
    const singles = this.#copied(meta, this.ordinals);
    for (const [at, doc] of docs.entries()) singles[doc] = (ordinals[at]![0] ?? -1) + 1;
    return new Column(meta, null, singles, this.#dictionary, this.room, true);
  }

  #copied(meta: ColumnMeta, ordinals: Ordinals): Ordinals {
    const isNarrow = ordinalCount(meta) <= maxNarrowCount;
    const copy = isNarrow ? this.room.uint16(ordinals.length) : this.room.uint32(ordinals.length);
    copy.set(ordinals);
    return copy;
  }

  #lists(changed: ReadonlyMap<number, readonly number[]>): { readonly starts: Uint32Array; readonly ordinals: Uint32Array } {
    const docCount = this.starts === null ? this.ordinals.length : this.starts.length - 1;
    const starts = this.room.uint32(docCount + 1);
    const ordinals = new GrowableUint32();
    for (let doc = 0; doc < docCount; doc++) {
      for (const ordinal of changed.get(doc) ?? this.ordinalsOf(doc)) ordinals.push(ordinal);
      starts[doc + 1] = ordinals.length;
    }
    return { starts, ordinals: ordinals.values.subarray(0, ordinals.length) };
  }

  ordinalsOf(doc: number): readonly number[] | Ordinals {
    if (this.starts !== null) return this.ordinals.subarray(this.starts[doc], this.starts[doc + 1]);
    return this.ordinals[doc] === 0 ? [] : [this.ordinals[doc]! - 1];
  }
}
