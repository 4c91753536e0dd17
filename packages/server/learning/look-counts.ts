/** Places of a list that count, from 0. */
export const countedPlaces = 20;

const halfLifeDays = 30;
/** Bounds memory and the nightly job: 40 MB. */
const mostPairs = 300_000;
const leastLooks = 0.25;

/** `[place, looks, choices]` for each place that the item had, one after the other. */
export type Pair = number[];
export const cellNumbers = 3;

export interface QueryCounts {
  /** By item id. */
  readonly pairs: Map<string, Pair>;
}

/** A visitor's look at the list of a query. */
export interface Look {
  readonly query: string;
  /** In the order that was shown. */
  readonly ids: readonly string[];
  /** Weights (`choiceWeights`) by item id. */
  readonly choices: ReadonlyMap<string, number>;
}

/** A visitor counts once per query and item, with the most that was done. */
export const choiceWeights = { click: 1, cart: 2, purchase: 3 } as const;

export interface StoredCounts {
  readonly day: string;
  readonly weights: readonly [sum: number, squares: number];
  readonly queries: readonly (readonly [query: string, pairs: readonly (readonly [id: string, ...cells: number[]])[]])[];
}

/** How often items were seen and chosen after each query, by place. Newer days weigh more. Holds no visitor. */
export class LookCounts {
  readonly queries = new Map<string, QueryCounts>();
  #weightSum = 0;
  #weightSquares = 0;

  /** Variance of weighted choices, relative to their sum: 1 if all are clicks. */
  get dispersion(): number {
    return this.#weightSum > 0 ? this.#weightSquares / this.#weightSum : 1;
  }

  add({ query, ids, choices }: Look): void {
    let counts = this.queries.get(query);
    if (counts === undefined) this.queries.set(query, (counts = { pairs: new Map() }));
    for (const [place, id] of ids.slice(0, countedPlaces).entries()) {
      const weight = choices.get(id) ?? 0;
      this.#weightSum += weight;
      this.#weightSquares += weight * weight;
      const pair = counts.pairs.get(id);
      if (pair === undefined) counts.pairs.set(id, [place, 1, weight]);
      else addCell(pair, place, weight);
    }
  }

  /** Lets counts decay, and drops those near 0. */
  age(days: number): void {
    const share = 0.5 ** (days / halfLifeDays);
    this.#weightSum *= share;
    this.#weightSquares *= share;
    for (const [query, { pairs }] of this.queries) {
      for (const [id, pair] of pairs) {
        let looks = 0;
        for (let at = 0; at < pair.length; at += cellNumbers) {
          pair[at + 1]! *= share;
          pair[at + 2]! *= share;
          looks += pair[at + 1]!;
        }
        if (looks < leastLooks) pairs.delete(id);
      }
      if (pairs.size === 0) this.queries.delete(query);
    }
    this.#limit();
  }

  /** Keeps the queries with most choices. */
  #limit(): void {
    let count = 0;
    for (const { pairs } of this.queries.values()) count += pairs.size;
    if (count <= mostPairs) return;
    const byChoices = [...this.queries].toSorted(([, one], [, other]) => choicesOf(one) - choicesOf(other));
    for (const [query, { pairs }] of byChoices) {
      if (count <= mostPairs) return;
      this.queries.delete(query);
      count -= pairs.size;
    }
  }

  forget(query: string): void {
    this.queries.delete(query);
  }

  packed(day: string): StoredCounts {
    const rounded = (number: number): number => Math.round(number * 1_000) / 1_000;
    return {
      day,
      weights: [rounded(this.#weightSum), rounded(this.#weightSquares)],
      queries: [...this.queries].map(([query, { pairs }]) => [
        query,
        [...pairs].map(([id, pair]) => [id, ...pair.map(rounded)] as const),
      ]),
    };
  }

  static unpacked({ weights, queries }: StoredCounts): LookCounts {
    const counts = new LookCounts();
    [counts.#weightSum, counts.#weightSquares] = weights;
    for (const [query, pairs] of queries) counts.queries.set(query, { pairs: new Map(pairs.map(([id, ...pair]) => [id, pair])) });
    return counts;
  }
}

function addCell(pair: Pair, place: number, weight: number): void {
  let at = 0;
  while (at < pair.length && pair[at] !== place) at += cellNumbers;
  if (at === pair.length) pair.push(place, 0, 0);
  pair[at + 1]! += 1;
  pair[at + 2]! += weight;
}

export function choicesOf({ pairs }: QueryCounts): number {
  let sum = 0;
  for (const pair of pairs.values()) for (let at = 0; at < pair.length; at += cellNumbers) sum += pair[at + 2]!;
  return sum;
}
