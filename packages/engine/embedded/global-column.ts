import type { ColumnKind } from '#engine/analysis/column-values.ts';
import type { Segment } from './segment.ts';

/** A column over all segments of a generation: one sorted dictionary, and each segment's ordinals in its terms. */
export class GlobalColumn {
  readonly kind: ColumnKind;
  readonly values: readonly (string | number)[];
  /** Per segment: from its own ordinals to places in `values`. */
  readonly ordinalsOf: readonly Uint32Array[];
  readonly isMultiple: boolean;
  /** Place among the columns of every segment. */
  readonly index: number;

  constructor(segments: readonly Segment[], index: number) {
    const columns = segments.map((segment) => segment.columns[index]!);
    const ids = new Map<string | number, number>();
    for (const column of columns) {
      for (let ordinal = 0; ordinal < column.meta.valueCount; ordinal++) ids.set(column.value(ordinal), 0);
    }
    this.index = index;
    this.kind = columns[0]?.meta.kind ?? 'text';
    this.isMultiple = columns.some((column) => column.starts !== null);
    this.values = [...ids.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    for (const [ordinal, value] of this.values.entries()) ids.set(value, ordinal);
    this.ordinalsOf = columns.map((column) =>
      Uint32Array.from({ length: column.meta.valueCount }, (_, ordinal) => ids.get(column.value(ordinal)) ?? 0),
    );
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
