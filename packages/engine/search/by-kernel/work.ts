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
  readonly #onGrown: (bytes: number) => void;
  array: Of;
  at = 0;

  constructor(kernel: Kernel, make: (length: number) => Of, onGrown: (bytes: number) => void) {
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

/** One thread's working memory. Scores, masks and the best of a group are all 0 between two searches. */
export class KernelWork {
  readonly scores: Growing<Int32Array>;
  readonly best: Growing<Int32Array>;
  readonly masks: Growing<Uint16Array>;
  readonly candidates: Growing<Int32Array>;
  readonly heap: Growing<Int32Array>;
  readonly answer: Growing<Uint32Array>;
  readonly tables: Growing<Int32Array>;
  readonly flags: Growing<Uint8Array>;
  readonly allowed: Growing<Uint8Array>;
  readonly others: Growing<Uint8Array>;
  readonly found: Growing<Uint8Array>;
  readonly pending: Growing<Uint8Array>;
  readonly groupCounts: Growing<Uint8Array>;
  readonly passed: Growing<Uint8Array>;
  readonly misses: Growing<Uint8Array>[] = [];
  readonly strengths: Growing<Uint8Array>;
  readonly expandTable: Growing<Uint8Array>;
  readonly wanted: Growing<Uint16Array>;
  readonly docs: Growing<Uint16Array>;
  readonly missedDocs: Growing<Uint16Array>;
  readonly counts: Growing<Int32Array>;
  readonly counted: Growing<Uint32Array>;
  readonly own: Growing<Int32Array>;
  readonly picked: Growing<Uint32Array>;
  readonly places: Growing<Uint8Array>;
  readonly groupItems: Growing<Uint32Array>;
  readonly groupNumbers: Growing<Uint32Array>;
  readonly missedPlaces: Growing<Uint8Array>;
  readonly missedItems: Growing<Uint32Array>;
  readonly missedNumbers: Growing<Uint32Array>;
  readonly tallies: Growing<Uint32Array>;
  readonly columns: Growing<Uint32Array>;
  bytes = 0;
  readonly #kernel: Kernel;
  readonly #newBits: () => Growing<Uint8Array>;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    const grown = (bytes: number): void => void (this.bytes += bytes);
    const int32 = (): Growing<Int32Array> => new Growing(kernel, (length) => kernel.int32(length), grown);
    const uint32 = (): Growing<Uint32Array> => new Growing(kernel, (length) => kernel.uint32(length), grown);
    const uint16 = (): Growing<Uint16Array> => new Growing(kernel, (length) => kernel.uint16(length), grown);
    const uint8 = (): Growing<Uint8Array> => new Growing(kernel, (length) => kernel.uint8(length), grown);
    this.scores = int32();
    this.best = int32();
    this.masks = uint16();
    this.candidates = int32();
    this.heap = int32();
    this.answer = uint32();
    this.tables = int32();
    this.flags = uint8();
    this.allowed = uint8();
    this.others = uint8();
    this.found = uint8();
    this.pending = uint8();
    this.groupCounts = uint8();
    this.passed = uint8();
    this.strengths = uint8();
    this.expandTable = uint8();
    this.wanted = uint16();
    this.docs = uint16();
    this.missedDocs = uint16();
    this.counts = int32();
    this.counted = uint32();
    this.own = int32();
    this.picked = uint32();
    this.places = uint8();
    this.groupItems = uint32();
    this.groupNumbers = uint32();
    this.missedPlaces = uint8();
    this.missedItems = uint32();
    this.missedNumbers = uint32();
    this.tallies = uint32();
    this.columns = uint32();
    this.#newBits = uint8;
  }

  #hasConstants(): boolean {
    if (this.strengths.at !== 0 && this.expandTable.at !== 0) return true;
    if (!this.strengths.reserve(strengths.byteLength) || !this.expandTable.reserve(expandTableBytes)) return false;
    this.strengths.array.set(new Uint8Array(strengths.buffer));
    this.#kernel.code.expandTable(this.expandTable.at);
    return true;
  }

  reserve(docCounts: readonly number[], size: number, clauseCount: number, missedFields: number): boolean {
    const items = wordsOf(Math.max(...docCounts)) * wordItems;
    const allBytes = docCounts.reduce((sum, count) => sum + bitmapBytes(count), 0);
    while (this.misses.length < missedFields) this.misses.push(this.#newBits());
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
