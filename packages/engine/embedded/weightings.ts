import { maxCachedWeightings, warmUpAfterSearches, warmUpMinPostings, warmUpSliceMs } from './limits.ts';
import { RecentlyUsed } from './recently-used.ts';
import type { Segment } from './segment.ts';
import { type AverageLengths, SegmentImpacts, type WeightKind } from './weighting.ts';

function* prepareFrequentTerms(impacts: Iterable<SegmentImpacts>): Generator<void> {
  for (const ofSegment of impacts) {
    for (const [space, term] of ofSegment.frequentTerms(warmUpMinPostings)) {
      ofSegment.prepare(space, term);
      yield;
    }
  }
}

function* prepareShortPrefixes(impacts: Iterable<SegmentImpacts>): Generator<void> {
  for (const ofSegment of impacts) yield* ofSegment.prefixes.prepare(warmUpMinPostings);
}

/** The impacts of segments under one set of field weights. They outlive a change of other segments, not one of the average lengths. */
class Weighting {
  readonly #weights: readonly number[];
  #averages: AverageLengths = [];
  #bySegment = new Map<Segment, SegmentImpacts>();
  #segments: readonly Segment[] = [];
  #impacts: readonly SegmentImpacts[] = [];
  uses = 0;
  prefixUses = 0;

  constructor(weights: readonly number[]) {
    this.#weights = weights;
  }

  impacts(segments: readonly Segment[], averages: AverageLengths): readonly SegmentImpacts[] {
    if (segments === this.#segments && averages === this.#averages) return this.#impacts;
    const isSameLength = averages.length === this.#averages.length && averages.every((one, at) => one === this.#averages[at]);
    const known = isSameLength ? this.#bySegment : new Map<Segment, SegmentImpacts>();
    this.#impacts = segments.map((segment) => known.get(segment) ?? new SegmentImpacts(segment, this.#weights, averages));
    this.#bySegment = new Map(segments.map((segment, index) => [segment, this.#impacts[index]!]));
    this.#segments = segments;
    this.#averages = averages;
    return this.#impacts;
  }
}

/** Impacts by field weights, for the sets of weights used last. */
export class Weightings {
  readonly #known = new RecentlyUsed<Weighting>(maxCachedWeightings);
  #isClosed = false;

  impacts(
    weights: readonly number[],
    kind: WeightKind,
    segments: readonly Segment[],
    averages: AverageLengths,
  ): readonly SegmentImpacts[] {
    const weighting = this.#known.get(weights.join(), () => new Weighting(weights));
    const impacts = weighting.impacts(segments, averages);
    if (++weighting.uses === warmUpAfterSearches) this.#warmUp(prepareFrequentTerms(impacts));
    if (kind === 'prefix' && ++weighting.prefixUses === warmUpAfterSearches) this.#warmUp(prepareShortPrefixes(impacts));
    return impacts;
  }

  /** Works in slices between searches until it is through or nobody needs it any more. */
  #warmUp(work: Iterator<void>): void {
    const slice = (): void => {
      const end = performance.now() + warmUpSliceMs;
      let isDone = this.#isClosed;
      while (!isDone && performance.now() < end) isDone = work.next().done === true;
      if (!isDone) setTimeout(slice, 1).unref();
    };
    setTimeout(slice, 1).unref();
  }

  close(): void {
    this.#isClosed = true;
  }
}
