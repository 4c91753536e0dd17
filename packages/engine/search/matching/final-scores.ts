import { loweredFactor, type Plan } from '#engine/plan.ts';
import type { BoostExplanation } from '#engine/port.ts';
import type { SearchedGeneration } from './searched-generation.ts';
import type { Matches } from './ranking.ts';
import { act, type BoostSum, type SegmentBoosts } from '#engine/search/boosts/segment-boosts.ts';
import { withoutUnwanted } from './restrictions.ts';
import { startOf } from '#engine/search/scoring/weighting.ts';

const lowered = (units: number): number => Math.round(units * loweredFactor);

export const changesScores = ({ boosts, lowered: words, groups, learned }: Plan): boolean =>
  boosts.length + words.length > 0 || (groups.length === 0 && learned !== undefined);

export class FinalScores {
  readonly scores: Float64Array;
  readonly #generation: SearchedGeneration;
  readonly #matches: Matches;
  readonly #start: number;
  readonly #boosts: readonly SegmentBoosts[] | null;
  readonly #withoutUnwanted: readonly (readonly Uint8Array[])[];

  constructor(generation: SearchedGeneration, plan: Plan, matches: Matches) {
    this.#generation = generation;
    this.#matches = matches;
    this.#start = startOf(plan);
    this.#boosts = plan.boosts.length === 0 ? null : generation.boosts(plan);
    this.#withoutUnwanted = withoutUnwanted(generation, plan, plan.lowered);
    this.scores = new Float64Array(matches.length);
    const { segmentStarts, scores } = matches;
    for (const segment of generation.segments.keys()) {
      const [from, end] = [segmentStarts[segment]!, segmentStarts[segment + 1]!];
      for (let match = from; match < end; match++) this.scores[match] = this.unitsOf(match, segment, scores[match]!);
    }
  }

  unitsOf(match: number, segment: number, units: number): number {
    const local = this.#matches.docs[match]! - this.#generation.bases[segment]!;
    let score = units + this.#start;
    if (this.#boosts !== null) score = this.#boosts[segment]!.boosted(local, score);
    for (const passes of this.#withoutUnwanted) if (passes[segment]![local] !== 1) score = lowered(score);
    return score;
  }
}

export interface BoostStep extends Omit<BoostExplanation, 'score'> {
  readonly units: number;
}

interface LoweringStep {
  readonly word: string;
  readonly units: number;
}

export interface ScoreSteps {
  readonly start: number;
  readonly boosts: readonly BoostStep[];
  readonly lowered: readonly LoweringStep[];
}

/** Boosts are rounded once, after all; each step is what the rounded score grows by, so that the steps add up. */
export function scoreSteps(
  generation: SearchedGeneration,
  plan: Plan,
  units: number,
  segment: number,
  local: number,
): ScoreSteps {
  const start = startOf(plan);
  const sum: BoostSum = { factor: 1, added: 0 };
  let before = units + start;
  const boosts: BoostStep[] = [];
  for (const acting of plan.boosts.length === 0 ? [] : generation.boosts(plan)[segment]!.acting(local)) {
    act(sum, acting);
    const after = Math.round((units + start) * sum.factor + sum.added);
    const { boost, amount, number, isAge } = acting;
    if (after !== before) boosts.push({ boost, amount, number, isAge, units: after - before });
    before = after;
  }
  const has = withoutUnwanted(generation, plan, plan.lowered).map((passes) => passes[segment]![local] !== 1);
  const steps = plan.lowered.flatMap(({ group }, index): LoweringStep[] => {
    if (!has[index]!) return [];
    const after = lowered(before);
    const step = { word: group.word, units: after - before };
    before = after;
    return [step];
  });
  return { start, boosts, lowered: steps };
}
