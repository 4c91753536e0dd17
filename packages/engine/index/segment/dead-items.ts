import { maxFieldTokens } from '#engine/index/limits.ts';
import type { Segment, TermSpace } from './segment.ts';

const tokens = new Uint32Array(maxFieldTokens);

/** Numbers that were met for the item at hand. Every item has a mark of its own, so that nothing needs clearing. */
class Seen {
  #marks = new Uint32Array(1024);
  #mark = 0;

  /** Starts with another item, whose numbers are below `count`. */
  start(count: number): void {
    if (count > this.#marks.length) this.#marks = new Uint32Array(count * 2);
    this.#mark += 1;
  }

  /** Whether it is the first time for this item. */
  isNew(number: number): boolean {
    if (this.#marks[number] === this.#mark) return false;
    this.#marks[number] = this.#mark;
    return true;
  }
}

const seenRanks = new Seen();
const seenStems = new Seen();

/**
 * Items of a segment that were changed or removed after it was written. Their postings stay until the segment is rewritten, so what
 * they add to frequencies and lengths is counted here and taken away again: scores are those of an index without them.
 */
export class DeadItems {
  /** Numbers within the segment. */
  readonly docs: number[];
  /** By item: 1 where it is dead. */
  readonly flags: Uint8Array;
  /** By field: tokens, and items that have any. */
  readonly tokenCounts: number[];
  readonly itemCounts: number[];
  readonly #segment: Segment;
  /** By frequency rank and by stem: how many of them have it. */
  readonly #withRank: Uint32Array;
  readonly #withStem: Uint32Array;

  /** Those that the segment has already, to which others are added without it knowing. */
  constructor(segment: Segment) {
    const before = segment.dead;
    this.#segment = segment;
    this.docs = [...(before?.docs ?? [])];
    this.tokenCounts = before?.tokenCounts.slice() ?? segment.meta.fields.map(() => 0);
    this.itemCounts = before?.itemCounts.slice() ?? segment.meta.fields.map(() => 0);
    this.flags = before === null ? new Uint8Array(segment.docCount) : before.flags.slice();
    this.#withRank = before === null ? new Uint32Array(segment.rankOfTerm.length) : before.#withRank.slice();
    this.#withStem = before === null ? new Uint32Array(segment.stems.texts.length) : before.#withStem.slice();
  }

  get bytes(): number {
    return this.flags.byteLength + this.#withRank.byteLength + this.#withStem.byteLength;
  }

  has(doc: number): boolean {
    return this.flags[doc] === 1;
  }

  add(doc: number): void {
    if (this.has(doc)) return;
    this.flags[doc] = 1;
    this.docs.push(doc);
    const { meta, stemOfRank } = this.#segment;
    seenRanks.start(this.#withRank.length);
    seenStems.start(this.#withStem.length);
    for (const [field, { isStemmed }] of meta.fields.entries()) {
      const count = this.#segment.forward(doc, field, tokens);
      if (count === 0) continue;
      this.tokenCounts[field]! += count;
      this.itemCounts[field]! += 1;
      const hasStems = isStemmed && stemOfRank.length > 0;
      for (let at = 0; at < count; at++) {
        const rank = tokens[at]!;
        if (seenRanks.isNew(rank)) this.#withRank[rank]! += 1;
        if (hasStems && seenStems.isNew(stemOfRank[rank]!)) this.#withStem[stemOfRank[rank]!]! += 1;
      }
    }
  }

  withTerm(space: TermSpace, term: number): number {
    const { terms, rankOfTerm } = this.#segment;
    return space === terms ? this.#withRank[rankOfTerm[term]!]! : this.#withStem[term]!;
  }
}
