import { type ColumnValue, storedValues } from '#engine/query/analysis/column-values.ts';
import type { Filter, ExcludedWords, Plan } from '#engine/plan.ts';
import type { Column, Ordinals } from '#engine/index/segment/column.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import { Passing, type Segment } from '#engine/index/segment/segment.ts';
import { resolveGroups, type ResolvedGroup } from './clauses.ts';
import { variantsOf } from './groups.ts';
import type { SearchedGeneration } from './searched-generation.ts';

/** Falls back to case-insensitive matching for a text that no item has. */
function wantedValues(column: GlobalColumn, anyOf: readonly (string | number | boolean)[]): ReadonlySet<ColumnValue> {
  const wanted = storedValues(column.kind, anyOf);
  if (column.kind !== 'text') return wanted;
  return new Set(
    [...wanted].flatMap((value) => {
      if (column.ordinalOf(value) >= 0) return [value];
      const folded = String(value).toLowerCase();
      return column.values.filter((one) => String(one).length === folded.length && String(one).toLowerCase() === folded);
    }),
  );
}

function wantedOrdinals(column: Column, global: GlobalColumn, filter: Filter): Uint8Array {
  if ('anyOf' in filter) return column.among(wantedValues(global, filter.anyOf));
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

function passing(segment: Segment, global: GlobalColumn, filter: Filter): Passing {
  const column = segment.columns[global.index]!;
  return new Passing(segment.docCount, (passes) => {
    const wanted = wantedOrdinals(column, global, filter);
    if (column.starts === null) markSingles(segment.docCount, column.ordinals, wanted, passes);
    else markLists(segment.docCount, column.starts, column.ordinals, wanted, passes);
    if (filter.isExcluding === true) for (let doc = 0; doc < segment.docCount; doc++) passes[doc]! ^= 1;
  });
}

/** Items have no such value. */
const withoutColumn = ({ docCount }: Segment, { isExcluding }: Filter): Passing =>
  new Passing(docCount, (passes) => passes.fill(Number(isExcluding === true), 0, docCount));

interface FilteredGeneration {
  readonly segments: readonly Segment[];
  column(field: string): GlobalColumn | null;
}

export function filterItems(generation: FilteredGeneration, filter: Filter): readonly Passing[] {
  const column = generation.column(filter.field);
  if (column === null) return generation.segments.map((segment) => withoutColumn(segment, filter));
  const key = JSON.stringify(filter);
  return generation.segments.map((segment) => {
    const known = segment.filters.get(key);
    if (known !== undefined) return known;
    const made = passing(segment, column, filter);
    segment.filters.set(key, made);
    return made;
  });
}

function mark({ clauses }: ResolvedGroup, segment: number, into: Uint8Array, value: 0 | 1): void {
  for (const { lists } of clauses) {
    for (const { docs, impacts, from, to } of lists[segment]!) {
      for (let at = from; at < to; at++) if (impacts[at] !== 0) into[docs[at]!] = value;
    }
  }
}

function passesOf(generation: SearchedGeneration, plan: Plan, { group, unless, fields }: ExcludedWords): Uint8Array[] {
  const asked = unless === undefined ? [group] : [group, unless];
  const [excluded, excused] = resolveGroups(generation, { ...plan, groups: asked, fields });
  return generation.segments.map((segment, index) => {
    const passes = new Uint8Array(segment.docCount).fill(1);
    if (excluded !== undefined) mark(excluded, index, passes, 0);
    if (excused !== undefined) mark(excused, index, passes, 1);
    return passes;
  });
}

export const withoutUnwanted = (generation: SearchedGeneration, plan: Plan, unwanted: readonly ExcludedWords[]): Uint8Array[][] =>
  unwanted.map((words) => passesOf(generation, plan, words));

export interface Restrictions {
  readonly fields: readonly string[];
  readonly filters: readonly { readonly field: number; readonly passes: readonly Passing[] }[];
  readonly hidden: ReadonlySet<number>;
  readonly promoted: ReadonlySet<number>;
}

export function singledOut(generation: SearchedGeneration, plan: Plan): Pick<Restrictions, 'hidden' | 'promoted'> {
  const { hiddenGroups = [], promotedGroups = [] } = plan;
  const numbers = (ids: readonly string[]): number[] => ids.map((id) => generation.store.docOf(id)).filter((doc) => doc >= 0);
  const ofGroups = numbers(hiddenGroups);
  const hidden = new Set([...numbers(plan.hidden), ...ofGroups]);
  const promoted = new Set(numbers(plan.promoted).filter((doc) => !hidden.has(doc)));
  const order = plan.collapse && ofGroups.length + promotedGroups.length > 0 ? generation.groupOrder : null;
  if (order === null) return { hidden, promoted };
  for (const doc of ofGroups)
    for (const variant of variantsOf(order, generation.bases, doc)) if (!promoted.has(variant)) hidden.add(variant);
  for (const doc of numbers(promotedGroups))
    for (const variant of variantsOf(order, generation.bases, doc)) if (!hidden.has(variant)) promoted.add(variant);
  return { hidden, promoted };
}

export function restrictionsOf(generation: SearchedGeneration, plan: Plan): Restrictions {
  const fields = [...new Set(plan.filters.flatMap(({ field, isExcluding }) => (isExcluding === true ? [] : [field])))];
  // Exclusions are a filter of no field, so that no facet counts excluded items.
  const noField = fields.length;
  const filters = plan.filters.map((filter) => ({
    field: filter.isExcluding === true ? noField : fields.indexOf(filter.field),
    passes: filterItems(generation, filter),
  }));
  for (const ofWords of withoutUnwanted(generation, plan, plan.excluded)) {
    const passes = ofWords.map((bytes) => new Passing(bytes.length, (into) => into.set(bytes)));
    filters.push({ field: noField, passes });
  }
  return { fields, filters, ...singledOut(generation, plan) };
}

export interface SegmentFilters {
  readonly passes: readonly Uint8Array[];
  readonly fields: Int32Array;
}

export function segmentFilters({ filters }: Restrictions, segment: number): SegmentFilters {
  return {
    passes: filters.map((filter) => filter.passes[segment]!.bytes),
    fields: Int32Array.from(filters, (filter) => filter.field),
  };
}

export function failedField({ passes, fields }: SegmentFilters, doc: number): number {
  let failed = -1;
  for (let index = 0; index < passes.length; index++) {
    if (passes[index]![doc] === 1 || fields[index] === failed) continue;
    if (failed >= 0) return -2;
    failed = fields[index]!;
  }
  return failed;
}
