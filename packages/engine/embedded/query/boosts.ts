import type { Plan } from '#engine/plan.ts';
import type { BoostExplanation } from '#engine/port.ts';
import type { LoadedGeneration } from './loaded-generation.ts';
import type { Matches } from './matches.ts';
import { keyOfBoosts } from './boost-sets.ts';
import { act, type BoostSum, SegmentBoosts, segmentBoosts } from './segment-boosts.ts';
import { scoreUnit } from './weighting.ts';

/** Score units of every item before boosts, where no words give it any. */
const startingUnits = 1 / scoreUnit;

const startOf = (plan: Plan): number => (plan.groups.length === 0 && plan.boosts.length > 0 ? startingUnits : 0);

/** By segment. Each remembers what the latest sets of boosts do to its items. */
export function boostsBySegment(generation: LoadedGeneration, { boosts, today }: Plan): readonly SegmentBoosts[] {
  const key = keyOfBoosts(boosts);
  const { layout } = generation.manifest;
  return generation.segments.map((segment) =>
    segmentBoosts(segment, key, today, () => new SegmentBoosts(segment, layout, { boosts, today })),
  );
}

/** The scores of a query's matches with its boosts. */
export class BoostedScores {
  /** Score units; too large for 32 bits. */
  readonly scores: Float64Array;
  readonly #generation: LoadedGeneration;
  readonly #matches: Matches;
  readonly #start: number;
  readonly #boosts: readonly SegmentBoosts[];

  constructor(generation: LoadedGeneration, plan: Plan, matches: Matches) {
    this.#generation = generation;
    this.#matches = matches;
    this.#start = startOf(plan);
    this.#boosts = boostsBySegment(generation, plan);
    this.scores = new Float64Array(matches.length);
    const { segmentStarts, scores } = matches;
    for (const segment of generation.segments.keys())
      for (let match = segmentStarts[segment]!; match < segmentStarts[segment + 1]!; match++)
        this.scores[match] = this.unitsOf(match, segment, scores[match]!);
  }

  /** What a match of a segment would score if its words and phrases gave it so many units. */
  unitsOf(match: number, segment: number, units: number): number {
    const local = this.#matches.docs[match]! - this.#generation.bases[segment]!;
    return this.#boosts[segment]!.boosted(local, units + this.#start);
  }
}

export interface BoostStep extends Omit<BoostExplanation, 'score'> {
  /** Score units that it added. */
  readonly units: number;
}

/**
 * What each boost does to one item whose words and phrases give it `units`. The score is rounded once, after all boosts; each step is what
 * the rounded score grows by with one boost more, so that the steps add up.
 */
export function boostSteps(
  generation: LoadedGeneration,
  plan: Plan,
  units: number,
  segment: number,
  local: number,
): { readonly start: number; readonly steps: readonly BoostStep[] } {
  const start = startOf(plan);
  const sum: BoostSum = { factor: 1, added: 0 };
  let before = units + start;
  const steps: BoostStep[] = [];
  for (const acting of boostsBySegment(generation, plan)[segment]!.acting(local)) {
    act(sum, acting);
    const after = Math.round((units + start) * sum.factor + sum.added);
    const { boost, amount, number, isAge } = acting;
    if (after !== before) steps.push({ boost, amount, number, isAge, units: after - before });
    before = after;
  }
  return { start, steps };
}
