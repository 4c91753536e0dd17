import type { SortBy } from '#engine/plan.ts';
import type { SearchedGeneration } from './searched-generation.ts';
import { firstOrdinal } from '#engine/index/columns/global-column.ts';

/** Reused from query to query. Items of a segment are contiguous. */
export class Matches {
  docs = new Uint32Array(4096);
  scores = new Int32Array(4096);
  masks = new Uint16Array(4096);
  length = 0;
  segmentStarts: number[] = [];

  clear(): void {
    this.length = 0;
    this.segmentStarts = [];
  }

  reserve(count: number): void {
    while (this.length + count > this.docs.length) this.#grow();
  }

  push(doc: number, score: number, mask: number): void {
    if (this.length === this.docs.length) this.#grow();
    this.docs[this.length] = doc;
    this.scores[this.length] = score;
    this.masks[this.length++] = mask;
  }

  #grow(): void {
    const size = this.docs.length * 2;
    const { docs, scores, masks } = this;
    this.docs = new Uint32Array(size);
    this.docs.set(docs);
    this.scores = new Int32Array(size);
    this.scores.set(scores);
    this.masks = new Uint16Array(size);
    this.masks.set(masks);
  }
}

/** The `size` best scores so far. */
export class Threshold {
  readonly #heap: Float64Array;
  #length = 0;
  least = 0;

  constructor(size: number) {
    this.#heap = new Float64Array(size);
  }

  add(score: number): void {
    const heap = this.#heap;
    if (this.#length < heap.length) {
      let at = this.#length++;
      for (; at > 0 && heap[(at - 1) >> 1]! > score; at = (at - 1) >> 1) heap[at] = heap[(at - 1) >> 1]!;
      heap[at] = score;
    } else if (score > heap[0]!) {
      let at = 0;
      for (;;) {
        let child = at * 2 + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
        if (heap[child]! >= score) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = score;
    }
    if (this.#length === heap.length) this.least = heap[0]!;
  }
}

type Level = Int32Array | Float64Array;

function sortLevel(generation: SearchedGeneration, matches: Matches, { field, order }: SortBy): Level | null {
  const column = generation.column(field);
  if (column === null) return null;
  const level = new Int32Array(matches.length);
  const last = column.values.length - 1;
  const places = column.textPlaces(generation.manifest.layout.language);
  for (const [index, segment] of generation.segments.entries()) {
    const base = generation.bases[index]!;
    for (let at = matches.segmentStarts[index]!; at < matches.segmentStarts[index + 1]!; at++) {
      const ordinal = firstOrdinal(column, segment, index, matches.docs[at]! - base);
      const place = places === null || ordinal < 0 ? ordinal : places[ordinal]!;
      level[at] = place < 0 ? -1 : order === 'desc' ? place : last - place;
    }
  }
  return level;
}

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

  get primary(): Level {
    return this.#levels[0]!;
  }

  isBefore(one: number, other: number): boolean {
    for (const level of this.#levels) if (level[one] !== level[other]) return level[one]! > level[other]!;
    return this.#ranks[this.#docs[one]!]! < this.#ranks[this.#docs[other]!]!;
  }
}

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

  get last(): number {
    return this.#length < this.#size ? -1 : (this.#heap[0] ?? -1);
  }

  sorted(): number[] {
    return Array.from(this.#heap.subarray(0, this.#length)).sort((a, b) => (this.#order.isBefore(a, b) ? -1 : 1));
  }
}

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
