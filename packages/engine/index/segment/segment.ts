import { LRUCache } from 'lru-cache';
import { heapRoom, type Room } from './arrays.ts';
import { Column } from './column.ts';
import { maxCachedFilters, maxFieldTokens } from '#engine/index/limits.ts';
import type { SegmentMeta } from './segment-builder.ts';
import type { SegmentFile } from './segment-file.ts';
import { TextList } from './text-list.ts';

/** Plain code reads a byte per item; a kernel makes a bitmap of them. */
export class Passing {
  readonly #docCount: number;
  readonly #write: (passes: Uint8Array) => void;
  #bytes: Uint8Array | null = null;

  /** `write` sets the bytes of those that pass to 1, among others that are 0. */
  constructor(docCount: number, write: (passes: Uint8Array) => void) {
    this.#docCount = docCount;
    this.#write = write;
  }

  get bytes(): Uint8Array {
    if (this.#bytes === null) this.#write((this.#bytes = new Uint8Array(this.#docCount)));
    return this.#bytes;
  }

  writeTo(passes: Uint8Array): void {
    if (this.#bytes === null) this.#write(passes);
    else passes.set(this.#bytes);
  }
}

export class TermSpace {
  readonly texts: TextList;
  readonly starts: Uint32Array;
  readonly counts: Uint32Array;

  constructor(file: SegmentFile<SegmentMeta>, name: 'terms' | 'stems') {
    this.texts = new TextList(file.bytesOf(`${name}.texts`), file.uint32(`${name}.offsets`));
    this.starts = file.uint32(`${name}.starts`);
    this.counts = file.uint32(`${name}.counts`);
  }
}

function decodeRanks(bytes: Uint8Array, from: number, to: number, into: Uint32Array): number {
  let count = 0;
  for (let at = from; at < to;) {
    let byte = bytes[at++]!;
    let rank = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      rank |= (byte & 127) << shift;
    }
    into[count++] = rank;
  }
  return count;
}

export class Segment {
  readonly bytes: number;
  readonly room: Room;
  /** Part of the build, so at the same address of the kernel memory in all threads. */
  readonly isBuilt: boolean;
  readonly meta: SegmentMeta;
  readonly docCount: number;
  readonly terms: TermSpace;
  readonly stems: TermSpace;
  readonly docs: Uint16Array;
  readonly codes: Uint16Array;
  readonly codeStarts: Uint32Array;
  readonly codeFields: Uint8Array;
  readonly codeFrequencies: Uint8Array;
  readonly lengths: Uint8Array;
  readonly forwardTokens: Uint8Array;
  readonly forwardOffsets: Uint32Array;
  /** Frequency rank of each term; the forward index holds ranks. */
  readonly rankOfTerm: Uint32Array;
  /** Stem of the term of each rank; empty without a stemmer. */
  readonly stemOfRank: Uint32Array;
  /** Working space of phrase search: all zero between queries. */
  readonly groupsOfRank: Uint16Array;
  readonly groupsOfStem: Uint16Array;
  readonly filters = new LRUCache<string, Passing>({ max: maxCachedFilters });
  #columns: readonly Column[];
  #dead: DeadItems | null = null;
  /** Held, as all arrays are views on it. */
  readonly file: SegmentFile<SegmentMeta>;

  constructor(file: SegmentFile<SegmentMeta>, room = heapRoom, isBuilt = false) {
    this.file = file;
    this.room = room;
    this.isBuilt = isBuilt;
    this.bytes = file.bytes.length;
    this.meta = file.meta;
    this.docCount = file.meta.docCount;
    this.terms = new TermSpace(file, 'terms');
    this.stems = new TermSpace(file, 'stems');
    this.docs = file.uint16('postings.docs');
    this.codes = file.uint16('postings.codes');
    this.codeStarts = file.uint32('codes.starts');
    this.codeFields = file.bytesOf('codes.fields');
    this.codeFrequencies = file.bytesOf('codes.frequencies');
    this.lengths = file.bytesOf('lengths');
    this.forwardTokens = file.bytesOf('forward.tokens');
    this.forwardOffsets = file.uint32('forward.offsets');
    this.rankOfTerm = file.uint32('terms.ranks');
    this.stemOfRank = file.uint32('ranks.stems');
    this.groupsOfRank = new Uint16Array(this.rankOfTerm.length);
    this.groupsOfStem = new Uint16Array(this.stems.texts.length);
    this.#columns = file.meta.columns.map((meta, index) => Column.read(file, index, meta, room));
  }

  get columns(): readonly Column[] {
    return this.#columns;
  }

  get cachedBytes(): number {
    const working = this.groupsOfRank.byteLength + this.groupsOfStem.byteLength;
    const patched = this.#columns.reduce((sum, column) => sum + column.ownBytes, 0);
    // A kernel has bitmaps of them. Bytes that the plain code asks for beside these are not counted.
    const passing = this.filters.size * (this.room === heapRoom ? this.docCount : this.docCount / 8);
    return working + patched + passing + (this.#dead?.bytes ?? 0);
  }

  replaceColumns(columns: readonly Column[]): void {
    this.#columns = columns;
    this.filters.clear();
  }

  get dead(): DeadItems | null {
    return this.#dead;
  }

  bury(dead: DeadItems): void {
    this.#dead = dead;
  }

  countOf(space: TermSpace, term: number): number {
    return space.counts[term]! - (this.#dead?.withTerm(space, term) ?? 0);
  }

  forward(doc: number, field: number, into: Uint32Array): number {
    const bytes = this.forwardTokens;
    const rowEnd = this.forwardOffsets[doc + 1]!;
    for (let at = this.forwardOffsets[doc]!; at < rowEnd;) {
      const found = bytes[at++]!;
      let byte = bytes[at++]!;
      let length = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!;
        length |= (byte & 127) << shift;
      }
      if (found === field) return decodeRanks(bytes, at, at + length, into);
      if (found > field) return 0;
      at += length;
    }
    return 0;
  }

  /** Tokens of the wanted fields, one field after the other; `read` gets how many of a field are in `into`. */
  forwardFields(doc: number, wanted: Uint8Array, into: Uint32Array, read: (count: number) => void): void {
    const bytes = this.forwardTokens;
    const rowEnd = this.forwardOffsets[doc + 1]!;
    for (let at = this.forwardOffsets[doc]!; at < rowEnd;) {
      const field = bytes[at++]!;
      let byte = bytes[at++]!;
      let length = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!;
        length |= (byte & 127) << shift;
      }
      if (wanted[field] === 1) read(decodeRanks(bytes, at, at + length, into));
      at += length;
    }
  }

  postingOf(doc: number, start: number, count: number): number {
    let low = start;
    let high = start + count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.docs[middle]! < doc) low = middle + 1;
      else high = middle;
    }
    return low < start + count && this.docs[low] === doc ? low : -1;
  }
}

const tokens = new Uint32Array(maxFieldTokens);

class Seen {
  #marks = new Uint32Array(1024);
  #mark = 0;

  start(count: number): void {
    if (count > this.#marks.length) this.#marks = new Uint32Array(count * 2);
    this.#mark += 1;
  }

  isNew(number: number): boolean {
    if (this.#marks[number] === this.#mark) return false;
    this.#marks[number] = this.#mark;
    return true;
  }
}

const seenRanks = new Seen();
const seenStems = new Seen();

/** Tombstones. Their postings stay until a rewrite, so their frequencies and lengths are subtracted. */
export class DeadItems {
  readonly docs: number[];
  readonly flags: Uint8Array;
  readonly tokenCounts: number[];
  readonly itemCounts: number[];
  readonly #segment: Segment;
  readonly #withRank: Uint32Array;
  readonly #withStem: Uint32Array;

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
