import type { ColumnKind, ColumnValue } from '#engine/analysis/column-values.ts';
import type { Filter } from '#engine/plan.ts';
import type { LoadedGeneration } from './loaded-generation.ts';
import type { GlobalColumn } from '#engine/embedded/columns/global-column.ts';
import type { Segment } from '#engine/embedded/segment/segment.ts';

/** The wanted values as a column of a kind holds them. */
export const storedValues = (kind: ColumnKind, anyOf: readonly (string | number | boolean)[]): ReadonlySet<ColumnValue> =>
  new Set(
    anyOf.map((value) => {
      if (kind === 'text') return String(value);
      return kind === 'boolean' ? Number(value === true || value === 1 || value === 'true' || value === '1') : Number(value);
    }),
  );

/** Whether a value of a column is one that the filter asks for. */
function valueTest(filter: Filter, kind: ColumnKind): (value: ColumnValue) => boolean {
  if ('anyOf' in filter) {
    const wanted = storedValues(kind, filter.anyOf);
    return (value) => wanted.has(value);
  }
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  return (value) => Number(value) >= from && Number(value) <= to;
}

function passing(segment: Segment, column: GlobalColumn, filter: Filter): Uint8Array {
  const { starts, ordinals, meta } = segment.columns[column.index]!;
  const isWanted = valueTest(filter, column.kind);
  const wanted = Uint8Array.from({ length: meta.valueCount }, (_, ordinal) =>
    isWanted(segment.columns[column.index]!.value(ordinal)) ? 1 : 0,
  );
  const passes = segment.room.uint8(segment.docCount);
  for (let doc = 0; doc < segment.docCount; doc++) {
    if (starts === null) {
      const ordinal = ordinals[doc]!;
      passes[doc] = ordinal === 0 ? 0 : wanted[ordinal - 1]!;
    } else {
      for (let at = starts[doc]!; at < starts[doc + 1]! && passes[doc] === 0; at++) passes[doc] = wanted[ordinals[at]!]!;
    }
  }
  return passes;
}

/**
 * Items that pass a filter, per segment; remembered by the segments. An item passes when any of its values does. A filter on a field
 * that the generation can't filter by lets nothing pass.
 */
export function filterItems(generation: LoadedGeneration, filter: Filter): readonly Uint8Array[] {
  const column = generation.column(filter.field);
  if (column === null) return generation.segments.map(({ docCount }) => new Uint8Array(docCount));
  const key = JSON.stringify(filter);
  return generation.segments.map((segment) => {
    const known = segment.filters.get(key);
    if (known !== undefined) return known;
    const made = passing(segment, column, filter);
    segment.filters.set(key, made);
    return made;
  });
}
