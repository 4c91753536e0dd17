import type { Kernel, KernelCode } from '#engine/search/kernel/kernel.ts';
import type { Restrictions } from '#engine/search/matching/restrictions.ts';
import type { DeadItems, Segment, Passing } from '#engine/index/segment/segment.ts';
import { bitmapBytes, type KernelWork, wordItems, wordsOf } from './work.ts';
import type { Matches } from '#engine/search/matching/ranking.ts';
import type { Reading } from './candidates.ts';

export class RestrictingBitmaps {
  readonly #kernel: Kernel;
  readonly #work: KernelWork;
  readonly #bitmaps = new WeakMap<object, Uint8Array>();

  constructor(kernel: Kernel, work: KernelWork) {
    this.#kernel = kernel;
    this.#work = work;
  }

  allowed({ filters }: Restrictions, segment: Segment, index: number): number {
    const passes = filters.map((filter) => this.#passing(filter.passes[index]!, segment));
    if (segment.dead !== null) passes.push(this.#alive(segment.dead, segment));
    return this.#intersection(passes, segment, this.#work.allowed.at);
  }

  count(restrictions: Restrictions, segments: readonly Segment[]): number {
    return segments.reduce((sum, segment, index) => {
      const allowed = this.allowed(restrictions, segment, index);
      return sum + (allowed === 0 ? segment.docCount : this.#kernel.code.bitCount(allowed, wordsOf(segment.docCount)));
    }, 0);
  }

  #intersection([first = 0, ...others]: readonly number[], { docCount }: Segment, into: number): number {
    let result = first;
    for (const other of others) {
      this.#kernel.code.and(result, other, wordsOf(docCount), into);
      result = into;
    }
    return result;
  }

  miss({ fields, filters }: Restrictions, segment: Segment, index: number, field: string, into: number): void {
    const number = fields.indexOf(field);
    const bitmaps = (isOwn: boolean): number[] =>
      filters.filter((filter) => (filter.field === number) === isOwn).map(({ passes }) => this.#passing(passes[index]!, segment));
    const others = bitmaps(false);
    if (segment.dead !== null) others.push(this.#alive(segment.dead, segment));
    const { allowed, others: othersBits, found } = this.#work;
    const own = this.#intersection(bitmaps(true), segment, allowed.at);
    const rest = this.#intersection(others, segment, othersBits.at);
    this.#kernel.code.missesOf(found.at, own, rest, wordsOf(segment.docCount), into);
  }

  #alive({ flags }: DeadItems, segment: Segment): number {
    return this.#bitmap(flags, segment, true, (into) => into.set(flags));
  }

  #passing(passing: Passing, segment: Segment): number {
    return this.#bitmap(passing, segment, false, (into) => passing.writeTo(into));
  }

  #bitmap(of: object, { docCount }: Segment, isInverted: boolean, write: (into: Uint8Array) => void): number {
    const { code } = this.#kernel;
    const known = this.#bitmaps.get(of);
    if (known !== undefined) return this.#kernel.addressOf(known);
    const words = wordsOf(docCount);
    const { flags } = this.#work;
    code.fill(flags.at, words * wordItems);
    write(flags.array);
    const bitmap = this.#kernel.uint8(bitmapBytes(docCount));
    code.pack(flags.at, words, this.#kernel.addressOf(bitmap), isInverted ? 1 : 0);
    this.#bitmaps.set(of, bitmap);
    return this.#kernel.addressOf(bitmap);
  }
}

export class SingledOut {
  readonly #base: number;
  readonly #promoted: readonly number[];
  readonly #hidden: readonly number[];
  readonly #given: { readonly units: number; readonly mask: number }[] = [];

  constructor({ promoted, hidden }: Restrictions, base: number, docCount: number) {
    const ofSegment = (docs: ReadonlySet<number>): number[] =>
      docs.size === 0 ? [] : [...docs].map((doc) => doc - base).filter((local) => local >= 0 && local < docCount);
    this.#base = base;
    this.#promoted = ofSegment(promoted);
    this.#hidden = ofSegment(hidden);
  }

  get isEmpty(): boolean {
    return this.#promoted.length + this.#hidden.length === 0;
  }

  takeOut({ scores, masks, best }: KernelWork): void {
    for (const doc of this.#promoted) this.#given.push({ units: scores.array[doc]!, mask: masks.array[doc]! });
    for (const doc of [...this.#promoted, ...this.#hidden]) for (const { array } of [scores, masks, best]) array[doc] = 0;
  }

  include(code: KernelCode, { allowed, found, passed }: Reading, matches: Matches): number {
    let count = 0;
    for (const [at, doc] of this.#promoted.entries()) {
      if (code.include(doc, allowed, found, passed) === 0) continue;
      const { units, mask } = this.#given[at]!;
      matches.push(this.#base + doc, units, mask);
      count += 1;
    }
    return count;
  }
}
