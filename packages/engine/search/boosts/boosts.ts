import type { SlicedWork } from '#engine/index/columns/slices.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { keyOfBoosts } from './boost-sets.ts';
import { type PlanBoosts, SegmentBoosts, segmentBoosts } from './segment-boosts.ts';

/** By segment. Each remembers what the latest sets of boosts do to its items. */
export function boostsBySegment(
  segments: readonly Segment[],
  layout: CollectionLayout,
  plan: PlanBoosts,
): readonly SegmentBoosts[] {
  const key = keyOfBoosts(plan.boosts);
  return segments.map((segment) => segmentBoosts(segment, key, plan.today, () => new SegmentBoosts(segment, layout, plan)));
}

/** Makes what searches without words rank by. */
export function* boostPlaces(boosts: readonly SegmentBoosts[]): SlicedWork<void> {
  for (const one of boosts) yield* one.makePlaces();
}
