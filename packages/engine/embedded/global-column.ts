import type { ColumnKind, ColumnValue } from '#engine/analysis/column-values.ts';
import type { Column, Segment } from './segment.ts';

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

const byValue = (a: ColumnValue, b: ColumnValue): number => (a < b ? -1 : a > b ? 1 : 0);

function placeOf(values: readonly ColumnValue[], wanted: ColumnValue): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byValue(values[middle]!, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Places of the columns' values among `values`. */
const ordinalsIn = (values: readonly ColumnValue[], columns: readonly Column[]): Uint32Array[] =>
  columns.map((column) =>
    Uint32Array.from({ length: column.meta.valueCount }, (_, ordinal) => placeOf(values, column.value(ordinal))),
  );

function* valuesOf(columns: readonly Column[]): Generator<ColumnValue> {
  for (const column of columns) for (let ordinal = 0; ordinal < column.meta.valueCount; ordinal++) yield column.value(ordinal);
}

/** Puts the columns of segments together. */
export function globalColumn(segments: readonly Segment[], index: number): GlobalColumn {
  const columns = segments.map((segment) => segment.columns[index]!);
  const values = [...new Set(valuesOf(columns))].sort(byValue);
  return new GlobalColumn(index, columns[0]?.meta.kind ?? 'text', values, ordinalsIn(values, columns));
}

/**
 * The column with the few values of small segments added, without looking at the many of the others again: a change of one item must
 * not cost what an import does.
 */
export function extendedColumn(column: GlobalColumn, added: readonly Segment[]): GlobalColumn {
  const columns = added.map((segment) => segment.columns[column.index]!);
  const fresh = [...new Set(valuesOf(columns))].filter((value) => column.values[placeOf(column.values, value)] !== value);
  if (fresh.length === 0) {
    const ordinals = [...column.ordinalsOf, ...ordinalsIn(column.values, columns)];
    return new GlobalColumn(column.index, column.kind, column.values, ordinals);
  }
  fresh.sort(byValue);
  const values: ColumnValue[] = [];
  const moved = new Uint32Array(column.values.length);
  let next = 0;
  for (const [place, value] of column.values.entries()) {
    while (next < fresh.length && byValue(fresh[next]!, value) < 0) values.push(fresh[next++]!);
    moved[place] = values.length;
    values.push(value);
  }
  values.push(...fresh.slice(next));
  const before = column.ordinalsOf.map((ordinals) => ordinals.map((place) => moved[place]!));
  return new GlobalColumn(column.index, column.kind, values, [...before, ...ordinalsIn(values, columns)]);
}
