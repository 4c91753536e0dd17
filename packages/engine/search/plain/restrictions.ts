import type { Plan } from '#engine/plan.ts';
import { withoutUnwanted } from './unwanted-words.ts';
import { filterItems } from './filters.ts';
import { Passing } from '#engine/index/segment/passing.ts';
import type { SearchedGeneration } from '#engine/search/generation/searched-generation.ts';

/** What a query is restricted to, looked up once. */
export interface Restrictions {
  /** The filtered fields; an item fails a field when it fails any of its filters. */
  readonly fields: readonly string[];
  readonly filters: readonly { readonly field: number; readonly passes: readonly Passing[] }[];
  /** Numbers of items. */
  readonly hidden: ReadonlySet<number>;
  readonly promoted: ReadonlySet<number>;
}

export function restrictionsOf(generation: SearchedGeneration, plan: Plan): Restrictions {
  const fields = [...new Set(plan.filters.map((filter) => filter.field))];
  const filters = plan.filters.map((filter) => ({
    field: fields.indexOf(filter.field),
    passes: filterItems(generation, filter),
  }));
  // Excluded words are a filter of no field, so that no facet counts what they keep out.
  const noField = fields.length;
  for (const ofWords of withoutUnwanted(generation, plan, plan.excluded)) {
    const passes = ofWords.map((bytes) => new Passing(bytes.length, (into) => into.set(bytes)));
    filters.push({ field: noField, passes });
  }
  const numbers = (ids: readonly string[]): number[] => ids.map((id) => generation.store.docOf(id)).filter((doc) => doc >= 0);
  const hidden = new Set(numbers(plan.hidden));
  return { fields, filters, hidden, promoted: new Set(numbers(plan.promoted).filter((doc) => !hidden.has(doc))) };
}

/** The filters as one segment's items meet them. */
export interface SegmentFilters {
  readonly passes: readonly Uint8Array[];
  /** Index of each filter's field. */
  readonly fields: Int32Array;
}

export function segmentFilters({ filters }: Restrictions, segment: number): SegmentFilters {
  return {
    passes: filters.map((filter) => filter.passes[segment]!.bytes),
    fields: Int32Array.from(filters, (filter) => filter.field),
  };
}

/** Index of the one filtered field that the item fails, -1 for none, -2 for several. */
export function failedField({ passes, fields }: SegmentFilters, doc: number): number {
  let failed = -1;
  for (let index = 0; index < passes.length; index++) {
    if (passes[index]![doc] === 1 || fields[index] === failed) continue;
    if (failed >= 0) return -2;
    failed = fields[index]!;
  }
  return failed;
}
