import { maxFieldTokens } from './limits.ts';
import type { Segment, TermSpace } from './segment.ts';

const tokens = new Uint32Array(maxFieldTokens);

function addTo(counts: Map<number, number>, keys: Iterable<number>): void {
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
}

/**
 * Items of a segment that were changed or removed after it was written. Their postings stay until the segment is rewritten, so what
 * they add to frequencies and lengths is counted here and taken away again: scores are those of an index without them.
 */
export class DeadItems {
  /** Numbers within the segment. */
  readonly docs: number[] = [];
  /** By field: tokens, and items that have any. */
  readonly tokenCounts: number[];
  readonly itemCounts: number[];
  readonly #segment: Segment;
  readonly #isDead: Uint8Array;
  readonly #withTerm = new Map<number, number>();
  readonly #withStem = new Map<number, number>();
  readonly #termOfRank: Uint32Array;

  constructor(segment: Segment) {
    this.#segment = segment;
    this.#isDead = new Uint8Array(segment.docCount);
    this.tokenCounts = segment.meta.fields.map(() => 0);
    this.itemCounts = segment.meta.fields.map(() => 0);
    this.#termOfRank = new Uint32Array(segment.rankOfTerm.length);
    for (let term = 0; term < segment.rankOfTerm.length; term++) this.#termOfRank[segment.rankOfTerm[term]!] = term;
  }

  has(doc: number): boolean {
    return this.#isDead[doc] === 1;
  }

  add(doc: number): void {
    if (this.has(doc)) return;
    this.#isDead[doc] = 1;
    this.docs.push(doc);
    const { meta, stemOfRank } = this.#segment;
    const ranks = new Set<number>();
    const stems = new Set<number>();
    for (const [field, { isStemmed }] of meta.fields.entries()) {
      const count = this.#segment.forward(doc, field, tokens);
      if (count === 0) continue;
      this.tokenCounts[field]! += count;
      this.itemCounts[field]! += 1;
      for (let at = 0; at < count; at++) {
        const rank = tokens[at]!;
        ranks.add(rank);
        if (isStemmed && stemOfRank.length > 0) stems.add(stemOfRank[rank]!);
      }
    }
    addTo(
      this.#withTerm,
      Array.from(ranks, (rank) => this.#termOfRank[rank]!),
    );
    addTo(this.#withStem, stems);
  }

  /** How many dead items have the term. */
  withTerm(space: TermSpace, term: number): number {
    return (space === this.#segment.terms ? this.#withTerm : this.#withStem).get(term) ?? 0;
  }
}
