import { analyserOf } from '#engine/analysis/analysers.ts';
import { type Boost, type BoostCurve, maxBoostAmount, type Plan } from '#engine/plan.ts';
import type { LoadedGeneration } from './loaded-generation.ts';
import { firstOrdinal, type GlobalColumn } from '#engine/embedded/columns/global-column.ts';
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

/** By column and words: its values, each 1 where it has one of the words. A column with other values is another one. */
const knownWords = new WeakMap<GlobalColumn, Map<string, Uint8Array>>();
/** More are asked for only while somebody tries words. */
const maxKnownWords = 32;

/** Whether a value has one of the words. A word may be written in any letters, so every value is analysed, once. */
function wordTest(
  { manifest: { layout } }: LoadedGeneration,
  { anyOf }: Extract<Boost, { kind: 'value' }>,
  column: GlobalColumn,
): (value: unknown, ordinal: number) => boolean {
  if (column.kind !== 'text') return () => false;
  const known = knownWords.get(column) ?? new Map<string, Uint8Array>();
  knownWords.set(column, known);
  const words = new Set(anyOf.map(String));
  const key = JSON.stringify([...words]);
  let has = known.get(key);
  if (has === undefined) {
    const analyser = analyserOf(layout.language);
    has = Uint8Array.from(column.values, (value) =>
      Number(analyser.indexTokens(String(value)).some((token) => words.has(token))),
    );
    if (known.size >= maxKnownWords) known.clear();
    known.set(key, has);
  }
  const found = has;
  return (_value, ordinal) => found[ordinal] === 1;
}

function amountsOf(generation: LoadedGeneration, boost: Boost): Amounts | null {
  const column = generation.column(boost.field);
  if (column === null) return null;
  const isAdded = boost.kind === 'functional' && boost.operation === 'add';
  const none = isAdded ? 0 : 1;
  const limited = (amount: number): number => Math.min(maxBoostAmount, Math.max(0, amount));
  if (boost.kind === 'value') {
    const isWanted = boost.by === 'word' ? wordTest(generation, boost, column) : valueTest(boost, column);
    const byOrdinal = Float64Array.from(column.values, (value, ordinal) =>
      isWanted(value, ordinal) ? limited(boost.factor) : none,
    );
    return { boost, column, isAdded, none, byOrdinal };
  }
  if (column.kind !== 'number') return null;
  const curve = curves[boost.curve];
  const byOrdinal = Float64Array.from(column.values, (value) => limited(boost.factor * curve(Math.max(0, Number(value)))));
  return { boost, column, isAdded, none, byOrdinal };
}

function amountOf(
  { column, byOrdinal, none, boost }: Amounts,
  generation: LoadedGeneration,
  segment: number,
  local: number,
): number {
  const { starts, ordinals } = generation.segments[segment]!.columns[column.index]!;
  if (starts === null) {
    const ordinal = firstOrdinal(column, generation.segments[segment]!, segment, local);
    return ordinal < 0 ? none : byOrdinal[ordinal]!;
  }
  const toGlobal = column.ordinalsOf[segment]!;
  const own = Array.from(ordinals.subarray(starts[local]!, starts[local + 1]!), (ordinal) => toGlobal[ordinal]!);
  if (boost.kind === 'functional') return own.length === 0 ? none : byOrdinal[Math.min(...own)]!;
  return own.map((ordinal) => byOrdinal[ordinal]!).find((amount) => amount !== none) ?? none;
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
  readonly #steps: readonly { readonly isAdded: boolean; readonly amounts: Float64Array }[];
  readonly #start: number;

  constructor(generation: LoadedGeneration, plan: Plan, matches: Matches) {
    this.#start = plan.groups.length === 0 ? startingUnits : 0;
    this.#steps = boostsOf(generation, plan).map((boost) => {
      const amounts = new Float64Array(matches.length);
      for (let segment = 0; segment < generation.segments.length; segment++) {
        const base = generation.bases[segment]!;
        for (let match = matches.segmentStarts[segment]!; match < matches.segmentStarts[segment + 1]!; match++)
          amounts[match] = amountOf(boost, generation, segment, matches.docs[match]! - base);
      }
      return { isAdded: boost.isAdded, amounts };
    });
    this.scores = new Float64Array(matches.length);
    for (let match = 0; match < matches.length; match++) this.scores[match] = this.unitsOf(match, matches.scores[match]!);
  }

  /** What a match would score if its words and phrases gave it so many units. */
  unitsOf(match: number, units: number): number {
    let sum = units + this.#start;
    for (const { isAdded, amounts } of this.#steps) sum = boosted(sum, amounts[match]!, isAdded);
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
    const amount = amountOf(amounts, generation, segment, local);
    const next = boosted(sum, amount, amounts.isAdded);
    if (next !== sum) steps.push({ boost: amounts.boost, amount, units: next - sum });
    sum = next;
  }
  return { start, steps };
}
