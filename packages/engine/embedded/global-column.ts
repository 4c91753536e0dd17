import type { ColumnKind, ColumnValue } from '#engine/analysis/column-values.ts';
import { byValue, placeOf } from './column-dictionary.ts';
import type { Column } from './column.ts';
import type { Segment } from './segment.ts';

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

  /** The value as shops know it. */
  value(ordinal: number): string | number | boolean {
    const value = this.values[ordinal]!;
    return this.kind === 'boolean' ? value === 1 : value;
  }
}

/** The first of the item's values as a global ordinal, or -1. */
export function firstOrdinal(column: GlobalColumn, segment: Segment, segmentIndex: number, doc: number): number {
  const { starts, ordinals } = segment.columns[column.index]!;
  const toGlobal = column.ordinalsOf[segmentIndex]!;
  if (starts === null) return ordinals[doc] === 0 ? -1 : toGlobal[ordinals[doc]! - 1]!;
  return starts[doc + 1]! > starts[doc]! ? toGlobal[ordinals[starts[doc]!]!]! : -1;
}

/** Places among `values` of what the column has from the ordinal `from` on. */
const placesIn = (values: readonly ColumnValue[], column: Column, from: number): Uint32Array =>
  Uint32Array.from({ length: column.meta.valueCount - from }, (_, at) => placeOf(values, column.value(from + at)));

function* valuesFrom({ column, from }: Grown): Generator<ColumnValue> {
  for (let ordinal = from; ordinal < column.meta.valueCount; ordinal++) yield column.value(ordinal);
}

/** A segment's column of which the ordinals from `from` on are new. */
interface Grown {
  readonly column: Column;
  readonly from: number;
}

/** Puts the columns of segments together. */
export function globalColumn(segments: readonly Segment[], index: number): GlobalColumn {
  const columns = segments.map((segment) => segment.columns[index]!);
  const values = [...new Set(columns.flatMap((column) => [...valuesFrom({ column, from: 0 })]))].sort(byValue);
  const ordinalsOf = columns.map((column) => placesIn(values, column, 0));
  return new GlobalColumn(index, columns[0]?.meta.kind ?? 'text', values, ordinalsOf);
}

/** The values with some more, and where those that were there before have gone. */
function withMore(values: readonly ColumnValue[], more: readonly ColumnValue[]): { merged: ColumnValue[]; moved: Uint32Array } {
  const sorted = more.toSorted(byValue);
  const merged: ColumnValue[] = [];
  const moved = new Uint32Array(values.length);
  let next = 0;
  for (let place = 0; place < values.length; place++) {
    const value = values[place]!;
    while (next < sorted.length && byValue(sorted[next]!, value) < 0) merged.push(sorted[next++]!);
    moved[place] = merged.length;
    merged.push(value);
  }
  while (next < sorted.length) merged.push(sorted[next++]!);
  return { merged, moved };
}

/**
 * The column with what the segments have more by now, those included that came since: a change of one item must not cost what an
 * import does.
 */
export function extendedColumn(column: GlobalColumn, segments: readonly Segment[]): GlobalColumn {
  const grown = segments.map((segment, at): Grown => {
    const own = segment.columns[column.index]!;
    return { column: own, from: column.ordinalsOf[at]?.length ?? 0 };
  });
  const isSame = (): boolean => grown.every(({ column: { meta }, from }) => meta.valueCount === from);
  if (segments.length === column.ordinalsOf.length && isSame()) return column;
  const candidates = new Set(grown.flatMap((one) => [...valuesFrom(one)]));
  const fresh = [...candidates].filter((value) => column.values[placeOf(column.values, value)] !== value);
  const { merged, moved } = fresh.length === 0 ? { merged: column.values, moved: null } : withMore(column.values, fresh);
  const ordinalsOf = grown.map(({ column: own, from }, at) => {
    const before = column.ordinalsOf[at] ?? new Uint32Array();
    if (moved === null && own.meta.valueCount === from) return before;
    const places = new Uint32Array(own.meta.valueCount);
    if (moved === null) places.set(before);
    else for (let ordinal = 0; ordinal < from; ordinal++) places[ordinal] = moved[before[ordinal]!]!;
    places.set(placesIn(merged, own, from), from);
    return places;
  });
  return new GlobalColumn(column.index, column.kind, merged, ordinalsOf);
}
