import type { Kernel } from '#engine/search/kernel/kernel.ts';
import type { Restrictions } from '#engine/search/plain/restrictions.ts';
import type { DeadItems, Segment } from '#engine/index/segment/segment.ts';
import type { Passing } from '#engine/index/segment/passing.ts';
import { bitmapBytes, type KernelWork, wordItems, wordsOf } from './work.ts';

/** What a query is restricted to, as bitmaps of a segment's items. */
export class RestrictingBitmaps {
  readonly #kernel: Kernel;
  readonly #work: KernelWork;
  /** By what they are of: filters, and the flags of what is dead. */
  readonly #bitmaps = new WeakMap<object, Uint8Array>();

  constructor(kernel: Kernel, work: KernelWork) {
    this.#kernel = kernel;
    this.#work = work;
  }

  /** Address of the bitmap of what filters let pass and is alive; 0 where that is all. */
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

  /** Address of what all bitmaps have, which may be one of them or `into`; 0 where there are none. */
  #intersection([first = 0, ...others]: readonly number[], { docCount }: Segment, into: number): number {
    let result = first;
    for (const other of others) {
      this.#kernel.code.and(result, other, wordsOf(docCount), into);
      result = into;
    }
    return result;
  }

  /** Writes the bitmap of what matches and only the filters of one field keep out. */
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

  /** Address of the bitmap that is kept for something: of the items whose bytes `write` sets, or of the others. */
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
