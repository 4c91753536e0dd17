const depth = 10;
export const recallDepth = 50;
const relevantGrade = 2;

export interface Measured {
  readonly query: string;
  readonly ndcg: number;
  /** NaN without relevant items. */
  readonly recall: number;
  readonly reciprocalRank: number;
  readonly found: number;
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, depth).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

/** Unjudged items count as irrelevant. */
export function measure(query: string, found: readonly string[], judged: ReadonlyMap<string, number>): Measured {
  const grades = found.map((id) => judged.get(id) ?? 0);
  const ideal = gain([...judged.values()].sort((a, b) => b - a));
  const relevant = [...judged].filter(([, grade]) => grade >= relevantGrade).map(([id]) => id);
  const first = grades.findIndex((grade) => grade >= relevantGrade);
  const top = new Set(found.slice(0, recallDepth));
  return {
    query,
    ndcg: gain(grades) / ideal,
    recall: relevant.length === 0 ? Number.NaN : relevant.filter((id) => top.has(id)).length / relevant.length,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    found: found.length,
  };
}

export function mean(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

const resamples = 10_000;
const tail = 0.025;

/** 95 % bootstrap interval; deterministic. */
export function interval(values: readonly number[]): readonly [number, number] {
  let state = 1;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  }).sort();
  return [means[Math.floor(resamples * tail)]!, means[Math.ceil(resamples * (1 - tail)) - 1]!];
}
