import { LRUCache } from 'lru-cache';
import {
  longestPreparedPrefix,
  maxPrefixBytesPerItem,
  maxPrefixTerms,
  maxSegmentItems,
  shortestPreparedPrefix,
} from '#engine/index/limits.ts';
import type { Segment, TermSpace } from '#engine/index/segment/segment.ts';
import type { KernelImpacts, Postings } from './kernel-impacts.ts';

const unitedFromTerms = 8;
const entryBytes = 400;

export function prefixTerms(segment: Segment, space: TermSpace, prefix: Uint8Array): number[] {
  const [from, to] = space.texts.prefixRange(prefix);
  const terms = Array.from({ length: to - from }, (_, index) => from + index);
  if (terms.length <= maxPrefixTerms) return terms;
  return terms.sort((a, b) => segment.countOf(space, b) - segment.countOf(space, a) || a - b).slice(0, maxPrefixTerms);
}

export interface PrefixList {
  readonly docs: Uint16Array;
  readonly impacts: Uint8Array;
  readonly countOfTerms: number;
  readonly deadCount: number;
}

const strongest = new Uint8Array(maxSegmentItems);

interface PreparedImpacts {
  readonly values: Uint8Array;
  readonly kernel: KernelImpacts | null;
  prepare(space: TermSpace, term: number): Postings;
}

export class PrefixLists {
  readonly #segment: Segment;
  readonly #impacts: PreparedImpacts;
  readonly #known: LRUCache<string, PrefixList>;

  constructor(segment: Segment, impacts: PreparedImpacts) {
    this.#segment = segment;
    this.#impacts = impacts;
    this.#known = new LRUCache({ maxSize: entryBytes + segment.docCount * maxPrefixBytesPerItem, sizeCalculation: bytesOf });
  }

  get bytes(): number {
    return this.#known.calculatedSize;
  }

  of(prefix: string): PrefixList | null {
    const deadCount = this.#segment.dead?.docs.length ?? 0;
    const known = this.#known.get(prefix);
    if (known?.deadCount === deadCount) return known;
    const bytes = Buffer.from(prefix);
    const [from, to] = this.#segment.terms.texts.prefixRange(bytes);
    if (to - from < unitedFromTerms) return null;
    const made = this.#make(prefixTerms(this.#segment, this.#segment.terms, bytes), deadCount, known);
    this.#known.set(prefix, made);
    return made;
  }

  #make(terms: readonly number[], deadCount: number, known: PrefixList | undefined): PrefixList {
    const countOfTerms = terms.reduce((sum, term) => sum + this.#segment.countOf(this.#segment.terms, term), 0);
    // Which terms are the most frequent may have changed with the living items.
    if (known !== undefined && terms.length < maxPrefixTerms) return { ...known, countOfTerms, deadCount };
    return { ...this.#unite(terms), countOfTerms, deadCount };
  }

  #unite(terms: readonly number[]): { readonly docs: Uint16Array; readonly impacts: Uint8Array } {
    const postings = terms.map((term) => this.#impacts.prepare(this.#segment.terms, term));
    return this.#impacts.kernel?.united(postings) ?? this.#united(postings);
  }

  #united(terms: readonly Postings[]): { readonly docs: Uint16Array; readonly impacts: Uint8Array } {
    const { docs, docCount, room } = this.#segment;
    const { values } = this.#impacts;
    let count = 0;
    for (const { start, end } of terms) {
      for (let at = start; at < end; at++) {
        const doc = docs[at]!;
        const before = strongest[doc]!;
        if (values[at]! <= before) continue;
        if (before === 0) count++;
        strongest[doc] = values[at]!;
      }
    }
    const list = { docs: room.uint16(count), impacts: room.uint8(count) };
    for (let doc = 0, at = 0; at < count; doc++) {
      if (strongest[doc] === 0) continue;
      list.docs[at] = doc;
      list.impacts[at++] = strongest[doc]!;
    }
    strongest.fill(0, 0, docCount);
    return list;
  }

  *prepare(minPostings: number): Generator<void> {
    const { texts, counts } = this.#segment.terms;
    for (let length = shortestPreparedPrefix; length <= longestPreparedPrefix; length++) {
      for (let term = 0; term < texts.length;) {
        const letters = Array.from(texts.at(term)).slice(0, length);
        const prefix = letters.join('');
        const [, end] = letters.length < length ? [0, 0] : texts.prefixRange(Buffer.from(prefix));
        const count = counts.subarray(term, end).reduce((sum, one) => sum + one, 0);
        if (count >= minPostings) {
          if (this.bytes + count * bytesPerItem > this.#known.maxSize) return;
          this.of(prefix);
        }
        term = Math.max(term + 1, end);
        yield;
      }
    }
  }
}

const bytesPerItem = Uint16Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;
const bytesOf = ({ docs }: PrefixList): number => entryBytes + docs.length * bytesPerItem;
