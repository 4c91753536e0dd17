import type { MatchSet } from '#engine/search/plain/matching.ts';
import type { KernelFacets } from './facets.ts';
import type { KernelGroups } from './groups.ts';
import type { KernelWork } from './work.ts';

/** What stands in bitmaps of the kernel's memory after a search, until the next one. */
export interface MatchBitmaps {
  readonly work: KernelWork;
  /** Where the bitmap of each segment begins in `work.passed` and `work.misses`. */
  readonly bitmapStarts: readonly number[];
  /** Number among `work.misses` of the fields whose facets count what they alone keep out. */
  readonly missedFields: ReadonlyMap<string, number>;
  /** null where the plan doesn't collapse. */
  readonly groups: KernelGroups | null;
}

/** Matches of which only those are listed that may be among the best; the others are counted. */
export interface KernelMatchSet extends MatchSet {
  readonly groups: KernelGroups | null;
  /** Counts values of what matches; only until the next search, and null where the plan has no facets. */
  readonly facets: KernelFacets | null;
}
