/** Places of a list that count, from 0. */
export const countedPlaces = 20;

export const halfLifeDays = 30;
/** Bounds memory and the nightly job: 40 MB. */
const mostPairs = 300_000;
const leastLooks = 0.25;

/** `[place, looks, choices]` for each place that the item had, one after the other. */
export type Pair = number[];
export const cellNumbers = 3;

/** Awaited between parts of long work. */
export type Breathe = () => Promise<void>;
export const noPause: Breathe = async () => undefined;

export interface QueryCounts {
  /** The query as it was typed first. */
  readonly name: string;
  /** By item id. */
  readonly pairs: Map<string, Pair>;
}

/** A visitor's look at the list of a query. */
export interface Look {
  readonly query: string;
  /** As typed. */
  readonly name: string;
  /** In the order that was shown. */
  readonly ids: readonly string[];
  /** Weights (`choiceWeights`) by item id. */
  readonly choices: ReadonlyMap<string, number>;
}

/** A visitor counts once per query and item, with the most that was done. */
export const choiceWeights = { click: 1, cart: 2, purchase: 3 } as const;

type StoredWeights = readonly [sum: number, squares: number];
type StoredQuery = readonly [query: string, name: string, pairs: readonly (readonly [id: string, ...cells: number[]])[]];

export type Counted = Pick<LookCounts, 'queries' | 'dispersion'>;

/** How often items were seen and chosen after each query and in each category, by place. Newer days weigh more. Holds no visitor. */
export class LookCounts {
  readonly queries = new Map<string, QueryCounts>();
  #weightSum = 0;
  #weightSquares = 0;

  /** Variance of weighted choices, relative to their sum: 1 if all are clicks. */
  get dispersion(): number {
    return this.#weightSum > 0 ? this.#weightSquares / this.#weightSum : 1;
  }

  add({ query, name, ids, choices }: Look): void {
    let counts = this.queries.get(query);
    if (counts === undefined) this.queries.set(query, (counts = { name, pairs: new Map() }));
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

  /** Lines of JSON, so that none takes long to write or read. */
  *packed(): Generator<string> {
    const rounded = (number: number): number => Math.round(number * 1_000) / 1_000;
    yield JSON.stringify([rounded(this.#weightSum), rounded(this.#weightSquares)] satisfies StoredWeights);
    for (const [query, { name, pairs }] of this.queries)
      yield JSON.stringify([query, name, [...pairs].map(([id, pair]) => [id, ...pair.map(rounded)])] satisfies StoredQuery);
  }

  static async unpacked(lines: Iterable<string>, breathe: Breathe = noPause): Promise<LookCounts> {
    const counts = new LookCounts();
    let weights: StoredWeights | null = null;
    for (const line of lines) {
      if (weights === null) {
        weights = JSON.parse(line) as StoredWeights;
        [counts.#weightSum, counts.#weightSquares] = weights;
        continue;
      }
      const [query, name, pairs] = JSON.parse(line) as StoredQuery;
      counts.queries.set(query, { name, pairs: new Map(pairs.map(([id, ...pair]) => [id, pair])) });
      await breathe();
    }
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

/** How often the list of the query was seen: each look has one first item. */
export function looksAt({ pairs }: QueryCounts): number {
  let sum = 0;
  for (const pair of pairs.values())
    for (let at = 0; at < pair.length; at += cellNumbers) if (pair[at] === 0) sum += pair[at + 1]!;
  return sum;
}
