import type { ColumnKind, ColumnValue } from '#engine/query/analysis/column-values.ts';
import { placeOf, sortedValues } from '#engine/index/segment/column-dictionary.ts';
import type { Column } from '#engine/index/segment/column.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { SlicedWork } from './slices.ts';

/** A column over all segments of a generation: one sorted dictionary, and each segment's ordinals in its terms. */
export class GlobalColumn {
  readonly kind: ColumnKind;
  readonly values: readonly ColumnValue[];
  /** Per segment: from its own ordinals to places in `values`. */
  readonly ordinalsOf: readonly Uint32Array[];
  /** Place among the columns of every segment. */
  readonly index: number;

  constructor(index: number, kind: ColumnKind, values: readonly ColumnValue[], ordinalsOf: readonly Uint32Array[]) {
    this.index = index;
    this.kind = kind;
    this.values = values;
    this.ordinalsOf = ordinalsOf;
  }

  /** What it takes in memory, roughly. */
  get bytes(): number {
    const ordinals = this.ordinalsOf.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return ordinals + this.values.length * averageBytes(this.values);
  }

  value(ordinal: number): string | number | boolean {
    const value = this.values[ordinal]!;
    return this.kind === 'boolean' ? value === 1 : value;
  }
}

/** A text that is held, beside its letters. */
const textBytes = 24;
const sampledValues = 100;

/** Of a value, by some of them. */
function averageBytes(values: readonly ColumnValue[]): number {
  if (typeof values[0] !== 'string') return Float64Array.BYTES_PER_ELEMENT;
  const step = Math.ceil(values.length / sampledValues);
  let [length, count] = [0, 0];
  for (let at = 0; at < values.length; at += step, count += 1) length += (values[at] as string).length;
  return textBytes + length / count;
}

/** The first of the item's values as a global ordinal, or -1. */
export function firstOrdinal(column: GlobalColumn, segment: Segment, segmentIndex: number, doc: number): number {
  const { starts, ordinals } = segment.columns[column.index]!;
  const toGlobal = column.ordinalsOf[segmentIndex]!;
  if (starts === null) return ordinals[doc] === 0 ? -1 : toGlobal[ordinals[doc]! - 1]!;
  return starts[doc + 1]! > starts[doc]! ? toGlobal[ordinals[starts[doc]!]!]! : -1;
}

const noPlaces = new Uint32Array();

/** Values that are looked at between two pauses. */
const valuesPerStep = 1024;

/** A segment's column of which the ordinals from `from` on are new. */
interface Grown {
  readonly column: Column;
  readonly from: number;
}

const freshCount = ({ column, from }: Grown): number => column.meta.valueCount - from;

/** Whether work that looks at values one by one should let go at this one. */
const isPause = (at: number): boolean => at % valuesPerStep === valuesPerStep - 1;

/** Places among `values` of what is new in the column. */
function* placesIn(values: readonly ColumnValue[], { column, from }: Grown): SlicedWork<Uint32Array> {
  const places = new Uint32Array(column.meta.valueCount - from);
  for (let at = 0; at < places.length; at++) {
    places[at] = placeOf(values, column.value(from + at));
    if (isPause(at)) yield;
  }
  return places;
}

/** What is new in the columns and not among `values`, in order. */
function* freshValues(values: readonly ColumnValue[], grown: readonly Grown[]): SlicedWork<ColumnValue[]> {
  const fresh = new Set<ColumnValue>();
  for (const { column, from } of grown) {
    for (let ordinal = from; ordinal < column.meta.valueCount; ordinal++) {
      const value = column.value(ordinal);
      if (values[placeOf(values, value)] !== value) fresh.add(value);
      if (isPause(ordinal)) yield;
    }
  }
  return sortedValues(fresh);
}

/** Puts the columns of segments together. `index` is their place among the columns of every segment. */
export function globalColumn(columns: readonly Column[], index: number): SlicedWork<GlobalColumn> {
  return extendedColumn(new GlobalColumn(index, columns[0]?.meta.kind ?? 'text', [], []), columns);
}

interface Merged {
  readonly merged: ColumnValue[];
  /** Where those that were there before have gone. */
  readonly moved: Uint32Array;
}

/** The values with some more, both sorted. */
function* withMore(values: readonly ColumnValue[], more: readonly ColumnValue[]): SlicedWork<Merged> {
  const merged: ColumnValue[] = [];
  const moved = new Uint32Array(values.length);
  let place = 0;
  for (const [before, value] of more.entries()) {
    for (const end = placeOf(values, value); place < end; place++) {
      moved[place] = place + before;
      merged.push(values[place]!);
    }
    merged.push(value);
    if (isPause(before)) yield;
  }
  for (; place < values.length; place++) {
    moved[place] = place + more.length;
    merged.push(values[place]!);
  }
  return { merged, moved };
}

/** Adds what came since: a change of one item must not cost what an import does. */
export function* extendedColumn(column: GlobalColumn, columns: readonly Column[]): SlicedWork<GlobalColumn> {
  const { values } = column;
  const grown = columns.map((own, at): Grown => ({ column: own, from: column.ordinalsOf[at]?.length ?? 0 }));
  if (columns.length === column.ordinalsOf.length && grown.every((one) => freshCount(one) === 0)) return column;
  const fresh = yield* freshValues(values, grown);
  const { merged, moved } = fresh.length === 0 ? { merged: values, moved: null } : yield* withMore(values, fresh);
  const ordinalsOf: Uint32Array[] = [];
  for (const [at, one] of grown.entries()) {
    const before = column.ordinalsOf[at] ?? noPlaces;
    if (moved === null && freshCount(one) === 0) ordinalsOf.push(before);
    else {
      const places = one.column.room.uint32(one.column.meta.valueCount);
      if (moved === null) places.set(before);
      else for (let ordinal = 0; ordinal < one.from; ordinal++) places[ordinal] = moved[before[ordinal]!]!;
      places.set(yield* placesIn(merged, one), one.from);
      ordinalsOf.push(places);
    }
  }
  return new GlobalColumn(column.index, column.kind, merged, ordinalsOf);
}
