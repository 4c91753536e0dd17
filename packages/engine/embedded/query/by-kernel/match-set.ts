import type { MatchSet } from '#engine/embedded/query/matching.ts';
import type { KernelFacets } from './facets.ts';
import type { KernelWork } from './work.ts';

/** Matches of which only those are listed that may be among the best; the others are counted, and stand in bitmaps of the kernel's memory. */
export interface KernelMatchSet extends MatchSet {
  readonly work: KernelWork;
  /** Where the bitmap of each segment begins in `work.passed` and `work.misses`. */
  readonly bitmapStarts: readonly number[];
  /** Number among `work.misses` of the fields whose facets count what they alone keep out. */
  readonly missedFields: ReadonlyMap<string, number>;
  /** Counts their values; only before the next search. */
  facets(): KernelFacets;
}
