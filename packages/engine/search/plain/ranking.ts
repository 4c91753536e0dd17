import type { SortBy } from '#engine/plan.ts';
import type { SearchedGeneration } from '#engine/search/generation/searched-generation.ts';
import { firstOrdinal } from '#engine/index/columns/global-column.ts';
import type { Matches } from './matches.ts';

/** Numbers per match; the higher one comes first. */
type Level = Int32Array | Float64Array;

function sortLevel(generation: SearchedGeneration, matches: Matches, { field, order }: SortBy): Level | null {
  const column = generation.column(field);
  if (column === null) return null;
  const level = new Int32Array(matches.length);
  const last = column.values.length - 1;
  for (const [index, segment] of generation.segments.entries()) {
    const base = generation.bases[index]!;
    for (let at = matches.segmentStarts[index]!; at < matches.segmentStarts[index + 1]!; at++) {
      const ordinal = firstOrdinal(column, segment, index, matches.docs[at]! - base);
      level[at] = ordinal < 0 ? -1 : order === 'desc' ? ordinal : last - ordinal;
    }
  }
  return level;
}

/** The order of matches: by the sort fields, or by score; then by item id. Items without a sort value come last. */
export class Order {
  readonly #levels: readonly Level[];
  readonly #ranks: Float64Array;
  readonly #docs: Uint32Array;

  constructor(generation: SearchedGeneration, matches: Matches, sort: readonly SortBy[], scores: Level) {
    const levels = sort.map((by) => sortLevel(generation, matches, by)).filter((level) => level !== null);
    this.#levels = levels.length === 0 ? [scores] : levels;
    this.#ranks = generation.ranks;
    this.#docs = matches.docs;
  }

  /** What decides first, per match; the higher one comes first. */
  get primary(): Level {
    return this.#levels[0]!;
  }

  isBefore(one: number, other: number): boolean {
    for (const level of this.#levels) if (level[one] !== level[other]) return level[one]! > level[other]!;
    return this.#ranks[this.#docs[one]!]! < this.#ranks[this.#docs[other]!]!;
  }
}

/** The first `size` of the matches offered, in a heap whose root is the last of them. */
class Top {
  readonly #order: Order;
  readonly #size: number;
  readonly #heap: Int32Array;
  #length = 0;

  constructor(order: Order, size: number) {
    this.#order = order;
    this.#size = size;
    this.#heap = new Int32Array(size);
  }

  offer(match: number): void {
    if (this.#length < this.#size) {
      this.#rise(match);
    } else if (this.#size > 0 && this.#order.isBefore(match, this.#heap[0]!)) this.#sink(match);
  }

  #rise(match: number): void {
    let at = this.#length++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#order.isBefore(match, this.#heap[parent]!)) break;
      this.#heap[at] = this.#heap[parent]!;
      at = parent;
    }
    this.#heap[at] = match;
  }

  #sink(match: number): void {
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.#length) break;
      if (child + 1 < this.#length && this.#order.isBefore(this.#heap[child]!, this.#heap[child + 1]!)) child++;
      if (this.#order.isBefore(this.#heap[child]!, match)) break;
      this.#heap[at] = this.#heap[child]!;
      at = child;
    }
    this.#heap[at] = match;
  }

  /** The last match that still has a place, or -1 while there are places left. */
  get last(): number {
    return this.#length < this.#size ? -1 : (this.#heap[0] ?? -1);
  }

  /** Best first. */
  sorted(): number[] {
    return Array.from(this.#heap.subarray(0, this.#length)).sort((a, b) => (this.#order.isBefore(a, b) ? -1 : 1));
  }
}

/** The first `size` of the matches in order, best first. `isLeftOut` ones take no place. */
export function topMatches(order: Order, matchCount: number, isLeftOut: (match: number) => boolean, size: number): number[] {
  const top = new Top(order, Math.min(size, matchCount));
  const { primary } = order;
  let least = Number.NEGATIVE_INFINITY;
  for (let match = 0; match < matchCount; match++) {
    if (primary[match]! < least || isLeftOut(match)) continue;
    top.offer(match);
    if (top.last >= 0) least = primary[top.last]!;
  }
  return top.sorted();
}
