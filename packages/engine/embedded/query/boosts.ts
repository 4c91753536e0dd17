import type { Plan } from '#engine/plan.ts';
import type { LoadedGeneration } from './loaded-generation.ts';
import { keyOfBoosts } from './boost-sets.ts';
import { SegmentBoosts, segmentBoosts } from './segment-boosts.ts';

/** By segment. Each remembers what the latest sets of boosts do to its items. */
export function boostsBySegment(generation: LoadedGeneration, { boosts, today }: Plan): readonly SegmentBoosts[] {
  const key = keyOfBoosts(boosts);
  const { layout } = generation.manifest;
  return generation.segments.map((segment) =>
    segmentBoosts(segment, key, today, () => new SegmentBoosts(segment, layout, { boosts, today })),
  );
}
