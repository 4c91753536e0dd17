import type { SearchField } from '#engine/plan.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import type { Manifest } from '#engine/index/files/generation-files.ts';
import type { ItemStore } from '#engine/index/files/item-store.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { PlanBoosts, SegmentBoosts } from '#engine/search/boosts/segment-boosts.ts';
import type { GroupOrder } from './groups.ts';
import type { WordMemory } from './word-memory.ts';
import type { SegmentImpacts, WeightKind } from '#engine/search/scoring/weighting.ts';

export interface SearchedGeneration {
  readonly manifest: Manifest;
  readonly store: ItemStore;
  readonly segments: readonly Segment[];
  readonly bases: readonly number[];
  readonly ranks: Float64Array;
  readonly fieldNames: readonly string[];
  readonly itemCount: number;
  readonly groupOrder: GroupOrder | null;
  readonly words: WordMemory;
  column(field: string): GlobalColumn | null;
  boosts(plan: PlanBoosts): readonly SegmentBoosts[];
  impacts(fields: readonly SearchField[], kind: WeightKind): readonly SegmentImpacts[];
  segmentOf(doc: number): number;
}
