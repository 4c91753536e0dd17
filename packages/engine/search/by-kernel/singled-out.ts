import type { KernelCode } from '#engine/search/kernel/kernel.ts';
import type { Matches } from '#engine/search/plain/matches.ts';
import type { Restrictions } from '#engine/search/plain/restrictions.ts';
import type { Reading } from './candidates.ts';
import type { KernelWork } from './work.ts';

/** The promoted and hidden items of a segment: whether they match isn't for the words to say. */
export class SingledOut {
  readonly #base: number;
  /** Numbers within the segment. */
  readonly #promoted: readonly number[];
  readonly #hidden: readonly number[];
  /** What words gave the promoted ones. */
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

  /** After scores and places are written and before they are read: nobody finds these items. */
  takeOut({ scores, masks, best }: KernelWork): void {
    for (const doc of this.#promoted) this.#given.push({ units: scores.array[doc]!, mask: masks.array[doc]! });
    for (const doc of [...this.#promoted, ...this.#hidden]) for (const { array } of [scores, masks, best]) array[doc] = 0;
  }

  /** Afterwards: puts the promoted ones into the bitmaps, and among the matches if filters let them pass. Answers how many do. */
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
