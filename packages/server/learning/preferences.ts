import type { Breathe } from './look-counts.ts';
import { agreementOf, type LearnableField, strongestLift } from '#engine/query/learned.ts';

/** Looks and choices of one query. */
export interface Evidence {
  /** Stems. */
  readonly words: readonly string[];
  readonly ids: readonly string[];
  readonly choices: readonly number[];
  /** Choices that an item's places explain. */
  readonly expected: readonly number[];
  /** Values by field, then by item; items are in the order of their usual place. */
  readonly values: readonly (readonly (readonly unknown[])[])[];
}

export interface Preference {
  readonly agreement: number;
  readonly lifts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** A value counts after a word if so many queries have both; one query's taste says nothing about others. */
const leastQueries = 3;
/** Choices that a value needs to halve its distance from what is expected. */
const priorChoices = 10;
const ridge = 20;
const mostWeight = 1.5;
const rounds = 30;
/** Standard errors that the weight of a part has to be above 0. Several parts are tested each night. */
const leastSignificance = 3;
const leastStoredLift = 0.02;

interface Sum {
  choices: number;
  expected: number;
  queries: number;
}

type Sums = Map<string, Map<unknown, Sum>>;

const liftOf = ({ choices, expected, queries }: Sum): number =>
  queries < leastQueries ? 0 : Math.log((choices + priorChoices) / (expected + priorChoices));

function eachValue(
  { words, choices, expected, values }: Evidence,
  field: number,
  add: (word: string, value: unknown, at: number) => void,
) {
  for (const at of choices.keys()) {
    if (choices[at] === 0 && expected[at] === 0) continue;
    for (const value of values[field]![at]!) for (const word of words) add(word, value, at);
  }
}

function addSums(sums: Sums, one: Evidence, field: number): Sums {
  const seen = new Set<Sum>();
  eachValue(one, field, (word, value, at) => {
    const byValue = sums.get(word) ?? new Map<unknown, Sum>();
    sums.set(word, byValue);
    const sum = byValue.get(value) ?? { choices: 0, expected: 0, queries: 0 };
    byValue.set(value, sum);
    sum.choices += one.choices[at]!;
    sum.expected += one.expected[at]!;
    seen.add(sum);
  });
  for (const sum of seen) sum.queries += 1;
  return sums;
}

/** The strongest lift of each item by other queries. */
function liftsByOthers(one: Evidence, field: number, sums: Sums): number[] {
  const own = addSums(new Map(), one, field);
  const lifts = new Map<unknown, number>();
  for (const [word, byValue] of own)
    for (const [value, { choices, expected }] of byValue) {
      const all = sums.get(word)!.get(value)!;
      const log = liftOf({ choices: all.choices - choices, expected: all.expected - expected, queries: all.queries - 1 });
      if (Math.abs(log) > Math.abs(lifts.get(value) ?? 0)) lifts.set(value, log);
    }
  return one.values[field]!.map((values) => strongestLift([lifts], values));
}

/** Preferences by field. A part that doesn't predict choices after other queries of the shop has no effect. */
export async function preferencesOf(
  evidence: readonly Evidence[],
  fields: readonly LearnableField[],
  breathe: Breathe,
): Promise<Preference[]> {
  const sums = fields.map((): Sums => new Map());
  for (const one of evidence) {
    for (const [field, ofField] of sums.entries()) addSums(ofField, one, field);
    await breathe();
  }
  const features: Features[number][] = [];
  for (const one of evidence) {
    features.push(
      fields.flatMap(({ agrees }, field) => [
        agrees ? agreementOf(one.values[field]!) : one.ids.map(() => 0),
        liftsByOthers(one, field, sums[field]!),
      ]),
    );
    await breathe();
  }
  const weights = await fitted(evidence, features, breathe);
  return fields.map((_, field) => ({
    agreement: weights[field * 2] ?? 0,
    lifts: storedLifts(sums[field]!, weights[field * 2 + 1] ?? 0),
  }));
}

function storedLifts(sums: Sums, weight: number): Preference['lifts'] {
  const stored = new Map<string, Map<string, number>>();
  if (weight === 0) return stored;
  for (const [word, byValue] of sums) {
    const lifts = [...byValue].map(([value, sum]) => [String(value), weight * liftOf(sum)] as const);
    const strong = lifts.filter(([, log]) => Math.abs(log) >= leastStoredLift);
    if (strong.length > 0) stored.set(word, new Map(strong));
  }
  return stored;
}

type Features = readonly (readonly (readonly number[])[])[];

/**
 * A multinomial logit per query: the share of its choices that an item gets grows by `exp` of the weighted features. Weights are pulled
 * to 0 by a ridge, and by how uncertain they are over queries (a score test whose errors are clustered by query).
 */
async function fitted(evidence: readonly Evidence[], features: Features, breathe: Breathe): Promise<number[]> {
  const count = features[0]?.length ?? 0;
  let weights = Array.from({ length: count }, () => 0);
  for (let round = 0; round < rounds; round++) {
    const [slopes, curves] = [weights.map(() => 0), weights.map(() => 0)];
    for (const [at, one] of evidence.entries()) {
      for (const [feature, { slope, curve }] of slopesOf(one, features[at]!, weights).entries()) {
        slopes[feature]! += slope;
        curves[feature]! += curve;
      }
      await breathe();
    }
    weights = weights.map((weight, feature) => {
      const step = (slopes[feature]! - ridge * weight) / (curves[feature]! + ridge);
      return Math.min(mostWeight, Math.max(0, weight + step / 2));
    });
  }
  const none = weights.map(() => 0);
  const [sum, squares] = [none.slice(), none.slice()];
  for (const [at, one] of evidence.entries())
    for (const [feature, { slope }] of slopesOf(one, features[at]!, none).entries()) {
      sum[feature]! += slope;
      squares[feature]! += slope * slope;
    }
  return weights.map((weight, feature) => {
    const significance = squares[feature]! > 0 ? sum[feature]! / Math.sqrt(squares[feature]!) : 0;
    return significance <= leastSignificance ? 0 : weight * (1 - (leastSignificance / significance) ** 2);
  });
}

function slopesOf({ choices, expected }: Evidence, features: Features[number], weights: readonly number[]) {
  const shares = expected.map(
    (one, at) => one * Math.exp(weights.reduce((sum, weight, of) => sum + weight * features[of]![at]!, 0)),
  );
  const [all, chosen] = [shares.reduce((sum, one) => sum + one, 0), choices.reduce((sum, one) => sum + one, 0)];
  return features.map((values) => {
    let [mean, square, observed] = [0, 0, 0];
    for (const [at, value] of values.entries()) {
      const share = all > 0 ? shares[at]! / all : 0;
      mean += share * value;
      square += share * value * value;
      observed += choices[at]! * value;
    }
    return { slope: observed - chosen * mean, curve: chosen * (square - mean * mean) };
  });
}
