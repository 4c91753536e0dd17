import { type Breathe, halfLifeDays, noPause } from './look-counts.ts';

/** Later searches have another reason. */
const nextWithinMilliseconds = 30 * 60 * 1_000;
const mostFollowing = 5;
/** Bounds memory and the nightly job: 20 MB. */
const mostPairs = 100_000;
const mostChosen = 20;
const leastVisitors = 0.25;

/** A search of a day. Visitor and network are keyed hashes and go no further. */
export interface LoggedSearch {
  /** The same for all forms of a query. */
  readonly query: string;
  /** As typed. */
  readonly name: string;
  readonly visitor: string;
  readonly network: string;
  readonly happenedAt: number;
  readonly chosen: readonly string[];
}

export interface NextQuery {
  /** Who searched it next, and chose something. */
  visitors: number;
  /** Visitors by the item that they chose. */
  readonly chosen: Map<string, number>;
}

interface CountedQuery {
  readonly name: string;
  visitors: number;
  readonly next: Map<string, NextQuery>;
}

type StoredNext = readonly [query: string, visitors: number, chosen: readonly (readonly [id: string, visitors: number])[]];
type StoredQuery = readonly [query: string, name: string, visitors: number, next: readonly StoredNext[]];

/** After which query visitors searched which other one, and chose an item of its list. Newer days weigh more. Holds no visitor. */
export class NextCounts {
  readonly queries = new Map<string, CountedQuery>();

  /** Adds a day. A visitor, and a network, counts once per pair of queries. */
  async addDay(searches: Iterable<LoggedSearch>, breathe: Breathe = noPause): Promise<void> {
    const known = new Set<string>();
    const isFirst = (...of: readonly string[]): boolean => known.size < known.add(of.join('\n')).size;
    for (const visit of Map.groupBy(searches, ({ visitor }) => visitor).values()) {
      const inOrder = visit.toSorted((a, b) => a.happenedAt - b.happenedAt);
      const own = new Set<string>();
      for (const [at, { query, name, network, happenedAt }] of inOrder.entries()) {
        if (own.has(query)) continue;
        own.add(query);
        const counted = this.queries.get(query) ?? { name, visitors: 0, next: new Map<string, NextQuery>() };
        this.queries.set(query, counted);
        if (isFirst(network, query)) counted.visitors += 1;
        const chosenFrom = inOrder
          .slice(at + 1, at + 1 + mostFollowing)
          .find((one) => one.query !== query && one.chosen.length > 0 && one.happenedAt - happenedAt <= nextWithinMilliseconds);
        if (chosenFrom === undefined || !isFirst(network, query, chosenFrom.query)) continue;
        const next = counted.next.get(chosenFrom.query) ?? { visitors: 0, chosen: new Map() };
        counted.next.set(chosenFrom.query, next);
        next.visitors += 1;
        for (const id of chosenFrom.chosen)
          if (next.chosen.size < mostChosen || next.chosen.has(id)) next.chosen.set(id, (next.chosen.get(id) ?? 0) + 1);
      }
      await breathe();
    }
  }

  /** Lets counts of a day before decay, and drops those near 0. */
  age(): void {
    const share = 0.5 ** (1 / halfLifeDays);
    let pairs = 0;
    for (const [query, counted] of this.queries) {
      counted.visitors *= share;
      for (const [next, one] of counted.next) {
        one.visitors *= share;
        for (const [id, visitors] of one.chosen) one.chosen.set(id, visitors * share);
        if (one.visitors < leastVisitors) counted.next.delete(next);
      }
      if (counted.visitors < leastVisitors) this.queries.delete(query);
      pairs += counted.next.size;
    }
    if (pairs <= mostPairs) return;
    for (const [query, { next }] of [...this.queries].toSorted(([, one], [, other]) => one.visitors - other.visitors)) {
      if (pairs <= mostPairs) return;
      this.queries.delete(query);
      pairs -= next.size;
    }
  }

  /** Lines of JSON, so that none takes long to write or read. */
  *packed(): Generator<string> {
    const rounded = (number: number): number => Math.round(number * 1_000) / 1_000;
    for (const [query, { name, visitors, next }] of this.queries)
      yield JSON.stringify([
        query,
        name,
        rounded(visitors),
        [...next].map(([to, one]) => [to, rounded(one.visitors), [...one.chosen].map(([id, of]) => [id, rounded(of)])]),
      ] satisfies StoredQuery);
  }

  static async unpacked(text: string, breathe: Breathe = noPause): Promise<NextCounts> {
    const counts = new NextCounts();
    for (const line of text === '' ? [] : text.split('\n')) {
      const [query, name, of, next] = JSON.parse(line) as StoredQuery;
      counts.queries.set(query, {
        name,
        visitors: of,
        next: new Map(next.map(([to, some, chosen]) => [to, { visitors: some, chosen: new Map(chosen) }])),
      });
      await breathe();
    }
    return counts;
  }
}
