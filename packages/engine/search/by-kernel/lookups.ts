import type { Segment } from '#engine/index/segment/segment.ts';
import type { Kernel } from '#engine/search/kernel/kernel.ts';
import type { Postings, Reading, SegmentPostings, Wanted } from './candidates.ts';
import { bitmapBytes, countBits, impactCount, type KernelWork, wordsOf } from './work.ts';
import { listIndexBytesPerItem } from '#engine/index/limits.ts';

interface ListIndex {
  readonly bitmap: number;
  readonly before: number;
  readonly atLeast: Uint32Array;
  readonly bytes: Uint8Array;
}

const indexedShare = 1 / 32;

class ListIndexes {
  readonly #kernel: Kernel;
  #known = new WeakMap<Uint8Array, Map<number, ListIndex>>();
  #made: ListIndex[] = [];
  #bytes = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get bytes(): number {
    return this.#bytes;
  }

  makeRoom(itemCount: number): void {
    if (this.#bytes <= itemCount * listIndexBytesPerItem) return;
    for (const { bytes } of this.#made) this.#kernel.release(bytes);
    this.#known = new WeakMap();
    this.#made = [];
    this.#bytes = 0;
  }

  of({ docs, impacts, count, list }: Postings, docCount: number): ListIndex | null {
    if (count < docCount * indexedShare) return null;
    const ofImpacts = this.#known.get(list.impacts) ?? new Map<number, ListIndex>();
    this.#known.set(list.impacts, ofImpacts);
    const known = ofImpacts.get(list.from);
    if (known !== undefined) return known;
    const words = wordsOf(docCount);
    const [bitmapLength, beforeLength] = [bitmapBytes(docCount), words * Uint16Array.BYTES_PER_ELEMENT];
    const bytes = this.#kernel.reserved(bitmapLength + beforeLength + impactCount * Uint32Array.BYTES_PER_ELEMENT);
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

function impactOfMost({ atLeast }: ListIndex, count: number): number {
  let [low, high] = [0, impactCount - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (atLeast[middle]! >= count) low = middle;
    else high = middle - 1;
  }
  return low;
}

function impactReaching(units: Int32Array, score: number): number {
  let [low, high] = [1, impactCount];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (units[middle]! >= score) high = middle;
    else low = middle + 1;
  }
  return low;
}

const scanCost = 0.5;
const itemCost = 12;
const [indexedCost, soughtCost] = [4, 24];
/** Counts begin so that items with enough groups reach this. */
const enough = 2 ** (countBits - 1);

interface IndexedList extends Postings {
  readonly index: ListIndex | null;
  readonly units: Int32Array;
}

type IndexedLists = readonly (readonly IndexedList[])[];

/** Bitmaps select the matches; only items that can be among the best are scored, by look-up in each list. */
export class Lookups {
  readonly #kernel: Kernel;
  readonly #work: KernelWork;
  readonly #indexes: ListIndexes;

  constructor(kernel: Kernel, work: KernelWork) {
    this.#kernel = kernel;
    this.#work = work;
    this.#indexes = new ListIndexes(kernel);
  }

  get bytes(): number {
    return this.#indexes.bytes;
  }

  makeRoom(itemCount: number): void {
    this.#indexes.makeRoom(itemCount);
  }

  /** Like `scoredCandidates`. null if adding up is quicker; then no score was written. */
  candidates(wanted: Wanted, groups: SegmentPostings, { docCount }: Segment, reading: Reading): number | null {
    const { required, size } = wanted;
    const [only, ...others] = groups;
    const isSingle = only !== undefined && others.length === 0;
    if (!isSingle && required < 2 && size > 0) return null;
    const indexed = groups.map((lists) => lists.map((list) => this.#indexed(list, docCount)));
    const most = affordable(indexed, docCount);
    const strong = isSingle ? this.#strongest(indexed[0]!, wanted, reading) : null;
    if (strong !== null && strong.count > most) return null;
    const total = this.#markMatches(indexed, required, docCount, reading);
    if (Math.min(size === 0 ? 0 : (strong?.count ?? docCount), total) > most) return null;
    let count = 0;
    if (strong !== null && strong.count < total) count = this.#takeStrong(indexed[0]!, strong.least);
    else if (size > 0) count = this.#takeAll(docCount);
    const written = this.#lookUp(wanted, indexed, count, reading.ranks);
    this.#work.answer.array[0] = total;
    return written;
  }

  #indexed(list: Postings, docCount: number): IndexedList {
    const { array, at } = this.#work.tables;
    const start = (list.table - at) / Int32Array.BYTES_PER_ELEMENT;
    return { ...list, index: this.#indexes.of(list, docCount), units: array.subarray(start, start + impactCount) };
  }

  #strongest(lists: readonly IndexedList[], { size, slack }: Wanted, { allowed }: Reading): { least: number; count: number } {
    let least = this.#work.least;
    // Where nothing keeps items out, each posting is a match.
    if (allowed === 0)
      for (const { index, units } of lists) if (index !== null) least = Math.max(least, units[impactOfMost(index, size)]!);
    least = Math.max(0, least - slack);
    return { least, count: strongCountOf(lists, least) };
  }

  #markMatches(groups: IndexedLists, required: number, docCount: number, { allowed, found, passed }: Reading): number {
    const { code } = this.#kernel;
    const { pending, groupCounts } = this.#work;
    const words = wordsOf(docCount);
    const length = bitmapBytes(docCount);
    if (required > 1) code.startCounting(groupCounts.at, words, enough - required);
    else code.fill(pending.at, length);
    for (const lists of groups) {
      if (required > 1) code.fill(pending.at, length);
      for (const { docs, impacts, count, index } of lists) {
        // Who has impact 0 is in the index, but is no match.
        if (index === null || index.atLeast[1] !== count) code.mark(docs, impacts, count, pending.at);
        else code.or(pending.at, index.bitmap, words, pending.at);
      }
      if (required > 1) code.countIn(pending.at, words, groupCounts.at);
    }
    const matching = required > 1 ? groupCounts.at + (countBits - 1) * length : pending.at;
    if (found !== 0) code.or(matching, matching, words, found);
    code.and(matching, allowed === 0 ? matching : allowed, words, pending.at);
    if (passed !== 0) code.or(pending.at, pending.at, words, passed);
    return code.bitCount(pending.at, words);
  }

  #takeStrong(lists: readonly IndexedList[], least: number): number {
    const { wanted, pending } = this.#work;
    let taken = 0;
    for (const { docs, impacts, count, units } of lists) {
      const impact = impactReaching(units, least);
      const out = wanted.at + taken * Uint16Array.BYTES_PER_ELEMENT;
      if (impact < impactCount) taken += this.#kernel.code.takeStrong(docs, impacts, count, impact, pending.at, out);
    }
    return taken;
  }

  #takeAll(docCount: number): number {
    const { wanted, pending, expandTable } = this.#work;
    return this.#kernel.code.expand(pending.at, wordsOf(docCount), expandTable.at, wanted.at);
  }

  #lookUp({ required, slack, isMarked }: Wanted, groups: IndexedLists, wantedCount: number, ranks: number): number {
    const { code } = this.#kernel;
    const { scores, masks, best, heap, candidates, answer } = this.#work;
    const wanted = this.#work.wanted.at;
    for (const [group, lists] of groups.entries()) {
      for (const { docs, impacts, count, table, index } of lists) {
        if (index === null) code.addSought(wanted, wantedCount, docs, impacts, count, table, scores.at, best.at);
        else code.addIndexed(wanted, wantedCount, index.bitmap, index.before, impacts, table, scores.at, best.at);
      }
      code.endBest(wanted, wantedCount, best.at, masks.at, isMarked ? 1 << group : 0);
    }
    return code.gather(
      wanted,
      wantedCount,
      scores.at,
      masks.at,
      required,
      0,
      0,
      0,
      heap.at,
      slack,
      ranks,
      candidates.at,
      answer.at,
    );
  }
}

function affordable(groups: IndexedLists, docCount: number): number {
  let [adding, each] = [docCount * scanCost, itemCost];
  for (const lists of groups) {
    for (const { count, index } of lists) {
      adding += count;
      each += index === null ? soughtCost : indexedCost;
    }
  }
  return adding / each;
}

function strongCountOf(lists: readonly IndexedList[], least: number): number {
  let sum = 0;
  for (const { units, count, index } of lists) {
    const impact = impactReaching(units, least);
    if (impact < impactCount) sum += index === null ? count : index.atLeast[impact]!;
  }
  return sum;
}
