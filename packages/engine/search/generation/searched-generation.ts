import type { SearchField } from '#engine/plan.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import type { Manifest } from '#engine/index/files/generation-files.ts';
import type { ItemStore } from '#engine/index/files/item-store.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { PlanBoosts, SegmentBoosts } from '#engine/search/boosts/segment-boosts.ts';
import type { GroupOrder } from '#engine/search/plain/group-order.ts';
import type { SegmentImpacts, WeightKind } from '#engine/search/plain/weighting.ts';

/** A generation as a search reads it. */
export interface SearchedGeneration {
  readonly manifest: Manifest;
  readonly store: ItemStore;
  readonly segments: readonly Segment[];
  /** Number of the first item of each segment. */
  readonly bases: readonly number[];
  /** Place of each item in the order of ids. */
  readonly ranks: Float64Array;
  readonly fieldNames: readonly string[];
  /** Living items. */
  readonly itemCount: number;
  /** Items by group; null where the layout has none. */
  readonly groupOrder: GroupOrder | null;
  /** By segment: the number of a term, or stem, or -1. */
  termNumbers(text: string, isStem: boolean): readonly number[];
  /** null where the generation has no such column. */
  column(field: string): GlobalColumn | null;
  boosts(plan: PlanBoosts): readonly SegmentBoosts[];
  impacts(fields: readonly SearchField[], kind: WeightKind): readonly SegmentImpacts[];
  segmentOf(doc: number): number;
}
