import type { Kernel } from '#engine/embedded/kernel/kernel.ts';
import type { Restrictions } from '#engine/embedded/query/restrictions.ts';
import type { Segment } from '#engine/embedded/segment/segment.ts';
import { bitmapBytes, type KernelWork, wordItems, wordsOf } from './work.ts';

/** What a query is restricted to, as bitmaps of a segment's items. */
export class RestrictingBitmaps {
  readonly #kernel: Kernel;
  readonly #work: KernelWork;
  /** Of bytes that are kept: what filters let pass, and what is dead. */
  readonly #bitmaps = new WeakMap<Uint8Array, Uint8Array>();

  constructor(kernel: Kernel, work: KernelWork) {
    this.#kernel = kernel;
    this.#work = work;
  }

  /** Address of the bitmap of what filters let pass and is alive; 0 where that is all. */
  allowed({ filters }: Restrictions, segment: Segment, index: number): number {
    const passes = filters.map((filter) => this.#bitmap(filter.passes[index]!, segment, false));
    if (segment.dead !== null) passes.push(this.#bitmap(segment.dead.flags, segment, true));
    return this.#intersection(passes, segment, this.#work.allowed.at);
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
      filters
        .filter((filter) => (filter.field === number) === isOwn)
        .map(({ passes }) => this.#bitmap(passes[index]!, segment, false));
    const others = bitmaps(false);
    if (segment.dead !== null) others.push(this.#bitmap(segment.dead.flags, segment, true));
    const { allowed, others: othersBits, found } = this.#work;
    const own = this.#intersection(bitmaps(true), segment, allowed.at);
    const rest = this.#intersection(others, segment, othersBits.at);
    this.#kernel.code.missesOf(found.at, own, rest, wordsOf(segment.docCount), into);
  }

  /** Address of the bitmap of bytes that are kept unchanged, or of those of them that are 0. */
  #bitmap(bytes: Uint8Array, { docCount }: Segment, isInverted: boolean): number {
    const { code } = this.#kernel;
    const known = this.#bitmaps.get(bytes);
    if (known !== undefined) return this.#kernel.addressOf(known);
    const words = wordsOf(docCount);
    const padded = this.#kernel.uint8(words * wordItems);
    padded.set(bytes);
    const bitmap = this.#kernel.uint8(bitmapBytes(docCount));
    code.pack(this.#kernel.addressOf(padded), words, this.#kernel.addressOf(bitmap), isInverted ? 1 : 0);
    this.#bitmaps.set(bytes, bitmap);
    return this.#kernel.addressOf(bitmap);
  }
}
