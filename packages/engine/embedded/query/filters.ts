import type { ColumnKind, ColumnValue } from '#engine/analysis/column-values.ts';
import type { Filter } from '#engine/plan.ts';
import type { LoadedGeneration } from './loaded-generation.ts';
import type { Column, Ordinals } from '#engine/embedded/columns/column.ts';
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

/** By ordinal of a column: 1 for the values that the filter asks for. */
function wantedOrdinals(column: Column, kind: ColumnKind, filter: Filter): Uint8Array {
  if ('anyOf' in filter) return column.among(storedValues(kind, filter.anyOf));
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  return column.between(from, to);
}

// A loop for each, as small as can be: they run over all items, and the first time before they are compiled.
function markSingles(ordinals: Ordinals, wanted: Uint8Array, passes: Uint8Array): void {
  const byStored = new Uint8Array(wanted.length + 1);
  byStored.set(wanted, 1);
  for (let doc = 0; doc < passes.length; doc++) passes[doc] = byStored[ordinals[doc]!]!;
}

function markLists(starts: Uint32Array, ordinals: Ordinals, wanted: Uint8Array, passes: Uint8Array): void {
  for (let doc = 0; doc < passes.length; doc++)
    for (let at = starts[doc]!; at < starts[doc + 1]! && passes[doc] === 0; at++) passes[doc] = wanted[ordinals[at]!]!;
}

function passing(segment: Segment, { index, kind }: GlobalColumn, filter: Filter): Uint8Array {
  const column = segment.columns[index]!;
  const wanted = wantedOrdinals(column, kind, filter);
  const passes = segment.room.uint8(segment.docCount);
  if (column.starts === null) markSingles(column.ordinals, wanted, passes);
  else markLists(column.starts, column.ordinals, wanted, passes);
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
