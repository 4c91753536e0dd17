import { strengths } from '#engine/search/scoring/weighting.ts';
import type { Kernel } from '#engine/search/kernel/kernel.ts';

export const wordItems = 64;
export const wordsOf = (docCount: number): number => 2 * Math.ceil(docCount / (2 * wordItems));
export const countBits = 5;
export const candidateNumbers = 3;
const heapHeader = 2;
const heapEntry = 4;
const heapScore = heapHeader + 2;
const expandTableBytes = 256 * 16;
export const expandSpare = 8;

type Made = Int32Array | Uint32Array | Uint16Array | Uint8Array;

class Growing<Of extends Made> {
  readonly #kernel: Kernel;
  readonly #make: (length: number) => Of;
  readonly #onGrown: (bytes: number) => unknown;
  array: Of;
  at = 0;

  constructor(kernel: Kernel, make: (length: number) => Of, onGrown: (bytes: number) => unknown) {
    this.#kernel = kernel;
    this.#make = make;
    this.#onGrown = onGrown;
    this.array = make(0);
  }

  reserve(length: number): boolean {
    if (this.at === 0 || this.array.length < length) {
      const before = this.array.byteLength;
      this.array = this.#make(length);
      this.#onGrown(this.array.byteLength - before);
      this.at = this.#kernel.addressOf(this.array);
    }
    return this.at !== 0;
  }
}

abstract class WorkArrays {
  bytes = 0;
  protected readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  #growing<Of extends Made>(make: (length: number) => Of): Growing<Of> {
    return new Growing(this.kernel, make, (bytes) => (this.bytes += bytes));
  }

  protected int32 = (): Growing<Int32Array> => this.#growing((length) => this.kernel.int32(length));
  protected uint32 = (): Growing<Uint32Array> => this.#growing((length) => this.kernel.uint32(length));
  protected uint16 = (): Growing<Uint16Array> => this.#growing((length) => this.kernel.uint16(length));
  protected uint8 = (): Growing<Uint8Array> => this.#growing((length) => this.kernel.uint8(length));
}

/** One thread's working memory. Scores, masks and the best of a group are all 0 between two searches. */
export class KernelWork extends WorkArrays {
  // By item of a segment.
  readonly scores = this.int32();
  readonly best = this.int32();
  readonly masks = this.uint16();
  // Candidates for the best, the best so far, and numbers that the kernel returns.
  readonly candidates = this.int32();
  readonly heap = this.int32();
  readonly answer = this.uint32();
  readonly tables = this.int32();
  // Bitmaps of a segment; `passed` and `misses` are of all segments.
  readonly flags = this.uint8();
  readonly allowed = this.uint8();
  readonly others = this.uint8();
  readonly found = this.uint8();
  readonly pending = this.uint8();
  readonly groupCounts = this.uint8();
  readonly passed = this.uint8();
  readonly strengths = this.uint8();
  readonly expandTable = this.uint8();
  // Item numbers.
  readonly wanted = this.uint16();
  readonly docs = this.uint16();
  readonly missedDocs = this.uint16();
  // Counts of values, all 0 between two facets.
  readonly counts = this.int32();
  readonly counted = this.uint32();
  readonly own = this.int32();
  readonly picked = this.uint32();
  // Matches by group.
  readonly places = this.uint8();
  readonly groupItems = this.uint32();
  readonly groupNumbers = this.uint32();
  readonly missedPlaces = this.uint8();
  readonly missedItems = this.uint32();
  readonly missedNumbers = this.uint32();
  readonly tallies = this.uint32();
  readonly columns = this.uint32();
  readonly misses: Growing<Uint8Array>[] = [];

  #hasConstants(): boolean {
    if (this.strengths.at !== 0 && this.expandTable.at !== 0) return true;
    if (!this.strengths.reserve(strengths.byteLength) || !this.expandTable.reserve(expandTableBytes)) return false;
    this.strengths.array.set(new Uint8Array(strengths.buffer));
    this.kernel.code.expandTable(this.expandTable.at);
    return true;
  }

  reserve(docCounts: readonly number[], size: number, clauseCount: number, missedFields: number): boolean {
    const items = wordsOf(Math.max(...docCounts)) * wordItems;
    const allBytes = docCounts.reduce((sum, count) => sum + bitmapBytes(count), 0);
    while (this.misses.length < missedFields) this.misses.push(this.uint8());
    return (
      this.#hasConstants() &&
      this.scores.reserve(items) &&
      this.best.reserve(items) &&
      this.masks.reserve(items) &&
      this.flags.reserve(items) &&
      this.candidates.reserve(items * candidateNumbers) &&
      this.heap.reserve(heapHeader + heapEntry * Math.max(1, size)) &&
      this.answer.reserve(2) &&
      this.wanted.reserve(items + expandSpare) &&
      this.tables.reserve(clauseCount * impactCount) &&
      [this.allowed, this.others, this.found, this.pending].every((bits) => bits.reserve(items / 8)) &&
      this.groupCounts.reserve((countBits * items) / 8) &&
      this.passed.reserve(allBytes) &&
      this.misses.slice(0, missedFields).every((bits) => bits.reserve(allBytes))
    );
  }

  get least(): number {
    const { array } = this.heap;
    return array[0] === array[1] ? array[heapScore]! : 0;
  }

  startHeap(size: number): void {
    const { array } = this.heap;
    array[0] = size === 0 ? 1 : 0;
    array[1] = Math.max(1, size);
    array[heapScore] = size === 0 ? highestScore : 0;
  }
}

export const columnNumbers = 4;
export const tallyNumbers = 2;

export const highestScore = 2 ** 31 - 1;
export const impactCount = 256;

export const bitmapBytes = (docCount: number): number => wordsOf(docCount) * 8;
