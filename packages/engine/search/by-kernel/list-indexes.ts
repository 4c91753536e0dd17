import { listIndexBytesPerItem } from '#engine/index/limits.ts';
import type { Kernel } from '#engine/search/kernel/kernel.ts';
import type { Postings } from './candidates.ts';
import { bitmapBytes, impactCount, wordsOf } from './work.ts';

/** What makes a list quick to look up; `assembly/lookups.ts` says how. */
export interface ListIndex {
  readonly bitmap: number;
  readonly before: number;
  /** How many of its postings have at least each impact. */
  readonly atLeast: Uint32Array;
  /** Holds the memory. */
  readonly bytes: Uint8Array;
}

/** Shorter lists are sought in as they are: an index would take more than they do. */
const indexedShare = 1 / 32;

/** The indexes of long lists, made when somebody looks a list up first. */
export class ListIndexes {
  readonly #kernel: Kernel;
  /** By the impacts of a list, then by its first posting. */
  #known = new WeakMap<Uint8Array, Map<number, ListIndex>>();
  #made: ListIndex[] = [];
  #bytes = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Before a search of so many items: lets go of all where they have become too many. */
  makeRoom(itemCount: number): void {
    if (this.#bytes <= itemCount * listIndexBytesPerItem) return;
    for (const { bytes } of this.#made) this.#kernel.release(bytes);
    this.#known = new WeakMap();
    this.#made = [];
    this.#bytes = 0;
  }

  /** null for a short list, or where the memory is full. */
  of({ docs, impacts, count, list }: Postings, docCount: number): ListIndex | null {
    if (count < docCount * indexedShare) return null;
    const ofImpacts = this.#known.get(list.impacts) ?? new Map<number, ListIndex>();
    this.#known.set(list.impacts, ofImpacts);
    const known = ofImpacts.get(list.from);
    if (known !== undefined) return known;
    const words = wordsOf(docCount);
    const [bitmapLength, beforeLength] = [bitmapBytes(docCount), words * Uint16Array.BYTES_PER_ELEMENT];
    const bytes = this.#kernel.held(bitmapLength + beforeLength + impactCount * Uint32Array.BYTES_PER_ELEMENT);
    const bitmap = this.#kernel.addressOf(bytes);
    if (bitmap === 0) return null;
    const before = bitmap + bitmapLength;
    this.#kernel.code.indexList(docs, impacts, count, words, bitmap, before, before + beforeLength);
    const atLeast = new Uint32Array(bytes.buffer, before + beforeLength, impactCount);
    const index = { bitmap, before, atLeast, bytes };
    ofImpacts.set(list.from, index);
    this.#made.push(index);
    this.#bytes += bytes.byteLength;
    return index;
  }
}

/** The strongest impact that at least so many postings have; 0 where there are fewer. */
export function impactOfMost({ atLeast }: ListIndex, count: number): number {
  let [low, high] = [0, impactCount - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (atLeast[middle]! >= count) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The weakest impact that scores at least so much by a table; `impactCount` where none does. */
export function impactReaching(units: Int32Array, score: number): number {
  let [low, high] = [1, impactCount];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (units[middle]! >= score) high = middle;
    else low = middle + 1;
  }
  return low;
}
