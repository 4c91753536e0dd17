import { LRUCache } from 'lru-cache';
import { maxCachedWeightings, warmUpAfterSearches, warmUpMinPostings } from '#engine/index/limits.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import { inSlices, type SlicedWork } from '#engine/index/columns/global-column.ts';
import { type AverageLengths, type FieldWeights, SegmentImpacts, type WeightKind } from './weighting.ts';

function* prepareFrequentTerms(impacts: Iterable<SegmentImpacts>): SlicedWork<void> {
  for (const ofSegment of impacts) {
    for (const [space, term] of ofSegment.frequentTerms(warmUpMinPostings)) {
      ofSegment.prepare(space, term);
      yield;
    }
  }
}

function* prepareShortPrefixes(impacts: Iterable<SegmentImpacts>): SlicedWork<void> {
  for (const ofSegment of impacts) yield* ofSegment.prefixes.prepare(warmUpMinPostings);
}

class Impacts {
  readonly ofSegments: readonly SegmentImpacts[];
  readonly fresh: readonly SegmentImpacts[];
  readonly #segments: readonly Segment[];
  readonly #averages: AverageLengths;

  constructor(weights: readonly number[], segments: readonly Segment[], averages: AverageLengths, before: Impacts | null) {
    const known = before?.isOf(averages) === true ? before : null;
    this.#segments = segments;
    this.#averages = averages;
    const fresh: SegmentImpacts[] = [];
    this.ofSegments = segments.map((segment) => {
      const taken = known?.of(segment);
      if (taken !== undefined) return taken;
      fresh.push(new SegmentImpacts(segment, weights, averages));
      return fresh.at(-1)!;
    });
    this.fresh = fresh;
  }

  isOf(averages: AverageLengths): boolean {
    const own = this.#averages;
    return averages === own || (averages.length === own.length && averages.every((one, at) => one === own[at]));
  }

  has(segments: readonly Segment[], averages: AverageLengths): boolean {
    return segments === this.#segments && this.isOf(averages);
  }

  static bytesOf(impacts: readonly SegmentImpacts[] = []): number {
    return impacts.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  of(segment: Segment): SegmentImpacts | undefined {
    return this.ofSegments[this.#segments.indexOf(segment)];
  }
}

/** Valid until the average lengths change. */
class Weighting {
  readonly weights: FieldWeights;
  uses = 0;
  prefixUses = 0;
  #current: Impacts | null = null;
  #next: Impacts | null = null;

  constructor(weights: FieldWeights) {
    this.weights = weights;
  }

  get bytes(): number {
    return Impacts.bytesOf(this.#current?.ofSegments) + Impacts.bytesOf(this.#next?.fresh);
  }

  impacts(segments: readonly Segment[], averages: AverageLengths): readonly SegmentImpacts[] {
    if (this.#current?.has(segments, averages) === true) return this.#current.ofSegments;
    const next = this.#next?.has(segments, averages) === true ? this.#next : null;
    this.#current = next ?? new Impacts(this.weights.values, segments, averages, this.#current);
    if (next !== null) this.#next = null;
    return this.#current.ofSegments;
  }

  *prepare(segments: readonly Segment[], averages: AverageLengths, isForPrefixes: boolean): SlicedWork<void> {
    const next = new Impacts(this.weights.values, segments, averages, this.#current);
    yield* prepareFrequentTerms(next.fresh);
    if (isForPrefixes) yield* prepareShortPrefixes(next.fresh);
    this.#next = next;
  }
}

export class Weightings {
  readonly #known = new LRUCache<string, Weighting>({ max: maxCachedWeightings });
  readonly #sliceMs: number;
  #isClosed = false;

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs;
  }

  impacts(
    weights: FieldWeights,
    kind: WeightKind,
    segments: readonly Segment[],
    averages: AverageLengths,
  ): readonly SegmentImpacts[] {
    const weighting = this.#of(weights);
    const impacts = weighting.impacts(segments, averages);
    if (++weighting.uses === warmUpAfterSearches) void this.#warmUp(prepareFrequentTerms(impacts));
    if (kind === 'prefix' && ++weighting.prefixUses === warmUpAfterSearches) void this.#warmUp(prepareShortPrefixes(impacts));
    return impacts;
  }

  #of(weights: FieldWeights): Weighting {
    const known = this.#known.get(weights.key);
    if (known !== undefined) return known;
    const weighting = new Weighting(weights);
    this.#known.set(weights.key, weighting);
    return weighting;
  }

  get bytes(): number {
    let bytes = 0;
    for (const weighting of this.#known.values()) bytes += weighting.bytes;
    return bytes;
  }

  async prepareAs(segments: readonly Segment[], averages: AverageLengths, others: Weightings = this): Promise<void> {
    // A copy, as using one moves it; the one used last comes last, so that their order stays.
    const known = Array.from(others.#known.rvalues());
    for (const weighting of known) {
      if (weighting === undefined || weighting.uses < warmUpAfterSearches) continue;
      const { weights, prefixUses } = weighting;
      await this.#warmUp(this.#of(weights).prepare(segments, averages, prefixUses >= warmUpAfterSearches));
    }
  }

  #warmUp(work: SlicedWork<void>): Promise<void> {
    return inSlices(this.#whileOpen(work), this.#sliceMs);
  }

  *#whileOpen(work: SlicedWork<void>): SlicedWork<void> {
    while (!this.#isClosed && work.next().done !== true) yield;
  }

  close(): void {
    this.#isClosed = true;
  }
}
