import { analyserOf } from '#engine/analysis/analysers.ts';
import { type Boost, type BoostCurve, maxBoostAmount, type Plan } from '#engine/plan.ts';
import type { LoadedGeneration } from './loaded-generation.ts';
import type { GlobalColumn } from '#engine/embedded/columns/global-column.ts';
import type { Matches } from './matches.ts';
import { valueTest } from './filters.ts';
import { scoreUnit } from './weighting.ts';

/** Score units of every item before boosts, where no words give it any. */
const startingUnits = 1 / scoreUnit;

const curves: Readonly<Record<BoostCurve, (x: number) => number>> = {
  logarithmic: (x) => Math.log1p(x),
  exponential: (x) => Math.exp(x),
  linear: (x) => x,
};

/** What a boost multiplies by or adds, for each value of its field; `none` for items that it leaves alone. */
interface Amounts {
  readonly boost: Boost;
  readonly column: GlobalColumn;
  readonly isAdded: boolean;
  readonly none: number;
  readonly byOrdinal: Float64Array;
}

const limited = (amount: number): number => Math.min(maxBoostAmount, Math.max(0, amount));

/**
 * By column and boost, what was worked out for its values. A column with other values is another one. More are asked for only while
 * somebody tries boosts.
 */
const known = new WeakMap<GlobalColumn, Map<string, Float64Array>>();
const maxKnownAmounts = 1_000_000;

function knownAmounts(column: GlobalColumn, boost: Boost, workOut: () => Float64Array): Float64Array {
  const ofColumn = known.get(column) ?? new Map<string, Float64Array>();
  known.set(column, ofColumn);
  const { ruleId: _row, ...meaning } = boost;
  const key = JSON.stringify(meaning);
  const found = ofColumn.get(key) ?? workOut();
  if ((ofColumn.size + 1) * column.values.length > maxKnownAmounts) ofColumn.clear();
  ofColumn.set(key, found);
  return found;
}

/** Whether a value has one of the words, which may be written there in any letters. */
function wordTest({ manifest: { layout } }: LoadedGeneration, { anyOf }: Extract<Boost, { kind: 'value' }>) {
  const analyser = analyserOf(layout.language);
  const words = new Set(anyOf.map(String));
  return (value: string | number): boolean => analyser.indexTokens(String(value)).some((token) => words.has(token));
}

function amountsOf(generation: LoadedGeneration, boost: Boost): Amounts | null {
  const column = generation.column(boost.field);
  if (column === null) return null;
  const isAdded = boost.kind === 'functional' && boost.operation === 'add';
  const none = isAdded ? 0 : 1;
  const ofValues = (amountFor: (value: string | number) => number): Amounts => {
    const byOrdinal = knownAmounts(column, boost, () => Float64Array.from(column.values, amountFor));
    return { boost, column, isAdded, none, byOrdinal };
  };
  if (boost.kind === 'functional') {
    const curve = curves[boost.curve];
    return column.kind === 'number' ? ofValues((value) => limited(boost.factor * curve(Math.max(0, Number(value))))) : null;
  }
  if (boost.by === 'word' && column.kind !== 'text') return null;
  const isWanted = boost.by === 'word' ? wordTest(generation, boost) : valueTest(boost, column);
  return ofValues((value) => (isWanted(value) ? limited(boost.factor) : none));
}

/** What a boost does to an item, by the item's number within one segment. Of several numbers the smallest counts. */
function amountsIn({ column, byOrdinal, none, boost }: Amounts, generation: LoadedGeneration, segment: number) {
  const { starts, ordinals } = generation.segments[segment]!.columns[column.index]!;
  const toGlobal = column.ordinalsOf[segment]!;
  if (starts === null)
    return (local: number): number => {
      const ordinal = ordinals[local]!;
      return ordinal === 0 ? none : byOrdinal[toGlobal[ordinal - 1]!]!;
    };
  if (boost.kind === 'functional')
    return (local: number): number => {
      let smallest = -1;
      for (let at = starts[local]!; at < starts[local + 1]!; at++) {
        const ordinal = toGlobal[ordinals[at]!]!;
        if (smallest < 0 || ordinal < smallest) smallest = ordinal;
      }
      return smallest < 0 ? none : byOrdinal[smallest]!;
    };
  return (local: number): number => {
    for (let at = starts[local]!; at < starts[local + 1]!; at++) {
      const amount = byOrdinal[toGlobal[ordinals[at]!]!]!;
      if (amount !== none) return amount;
    }
    return none;
  };
}

/** Whole units after one boost; steps are rounded so that explanations add up. */
const boosted = (units: number, amount: number, isAdded: boolean): number =>
  Math.round(isAdded ? units + amount / scoreUnit : units * amount);

const boostsOf = (generation: LoadedGeneration, plan: Plan): Amounts[] =>
  plan.boosts.map((boost) => amountsOf(generation, boost)).filter((amounts) => amounts !== null);

/** The scores of a query's matches with its boosts. */
export class BoostedScores {
  /** Score units; too large for 32 bits. */
  readonly scores: Float64Array;
  readonly #generation: LoadedGeneration;
  readonly #matches: Matches;
  readonly #start: number;
  readonly #boosts: readonly Amounts[];
  /** By segment, then by boost. */
  readonly #amounts: readonly (readonly ((local: number) => number)[])[];

  constructor(generation: LoadedGeneration, plan: Plan, matches: Matches) {
    this.#generation = generation;
    this.#matches = matches;
    this.#start = plan.groups.length === 0 ? startingUnits : 0;
    this.#boosts = boostsOf(generation, plan);
    this.#amounts = generation.segments.map((_, segment) => this.#boosts.map((boost) => amountsIn(boost, generation, segment)));
    this.scores = Float64Array.from(matches.scores.subarray(0, matches.length), (units) => units + this.#start);
    for (const segment of generation.segments.keys()) for (const place of this.#boosts.keys()) this.#boostSegment(segment, place);
  }

  #boostSegment(segment: number, place: number): void {
    const { docs, segmentStarts } = this.#matches;
    const base = this.#generation.bases[segment]!;
    const amountFor = this.#amounts[segment]![place]!;
    const { isAdded } = this.#boosts[place]!;
    for (let match = segmentStarts[segment]!; match < segmentStarts[segment + 1]!; match++)
      this.scores[match] = boosted(this.scores[match]!, amountFor(docs[match]! - base), isAdded);
  }

  /** What a match of a segment would score if its words and phrases gave it so many units. */
  unitsOf(match: number, segment: number, units: number): number {
    const local = this.#matches.docs[match]! - this.#generation.bases[segment]!;
    let sum = units + this.#start;
    for (const [place, { isAdded }] of this.#boosts.entries())
      sum = boosted(sum, this.#amounts[segment]![place]!(local), isAdded);
    return sum;
  }
}

export interface BoostStep {
  readonly boost: Boost;
  readonly amount: number;
  /** Score units that it added. */
  readonly units: number;
}

/** What each boost does to one item whose words and phrases give it `units`, and the sum. */
export function boostSteps(
  generation: LoadedGeneration,
  plan: Plan,
  units: number,
  segment: number,
  local: number,
): { readonly start: number; readonly steps: readonly BoostStep[] } {
  const start = plan.groups.length === 0 && plan.boosts.length > 0 ? startingUnits : 0;
  let sum = units + start;
  const steps: BoostStep[] = [];
  for (const amounts of boostsOf(generation, plan)) {
    const amount = amountsIn(amounts, generation, segment)(local);
    const next = boosted(sum, amount, amounts.isAdded);
    if (next !== sum) steps.push({ boost: amounts.boost, amount, units: next - sum });
    sum = next;
  }
  return { start, steps };
}
