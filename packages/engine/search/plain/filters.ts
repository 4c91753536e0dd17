import type { ColumnKind, ColumnValue } from '#engine/query/analysis/column-values.ts';
import type { Filter } from '#engine/plan.ts';
import type { Column, Ordinals } from '#engine/index/segment/column.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import { Passing } from '#engine/index/segment/passing.ts';
import type { Segment } from '#engine/index/segment/segment.ts';

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

// A loop for each, as small as can be: they run over all items, and the first time before they are compiled. With the length of an array in the
// kernel's memory instead of `docCount` they take twice as long.
function markSingles(docCount: number, ordinals: Ordinals, wanted: Uint8Array, passes: Uint8Array): void {
  const byStored = new Uint8Array(wanted.length + 1);
  byStored.set(wanted, 1);
  for (let doc = 0; doc < docCount; doc++) passes[doc] = byStored[ordinals[doc]!]!;
}

function markLists(docCount: number, starts: Uint32Array, ordinals: Ordinals, wanted: Uint8Array, passes: Uint8Array): void {
  for (let doc = 0; doc < docCount; doc++)
    for (let at = starts[doc]!; at < starts[doc + 1]! && passes[doc] === 0; at++) passes[doc] = wanted[ordinals[at]!]!;
}

function passing(segment: Segment, { index, kind }: GlobalColumn, filter: Filter): Passing {
  const column = segment.columns[index]!;
  return new Passing(segment.docCount, (passes) => {
    const wanted = wantedOrdinals(column, kind, filter);
    if (column.starts === null) markSingles(segment.docCount, column.ordinals, wanted, passes);
    else markLists(segment.docCount, column.starts, column.ordinals, wanted, passes);
  });
}

const nobody = ({ docCount }: Segment): Passing => new Passing(docCount, () => undefined);

interface FilteredGeneration {
  readonly segments: readonly Segment[];
  column(field: string): GlobalColumn | null;
}

/** By segment, and remembered. Any value may pass. A filter on a field that can't be filtered by lets nothing pass. */
export function filterItems(generation: FilteredGeneration, filter: Filter): readonly Passing[] {
  const column = generation.column(filter.field);
  if (column === null) return generation.segments.map(nobody);
  const key = JSON.stringify(filter);
  return generation.segments.map((segment) => {
    const known = segment.filters.get(key);
    if (known !== undefined) return known;
    const made = passing(segment, column, filter);
    segment.filters.set(key, made);
    return made;
  });
}
