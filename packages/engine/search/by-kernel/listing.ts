import type { Plan } from '#engine/plan.ts';
import type { Pruning } from '#engine/search/plain/matching.ts';
import type { Placing } from './placing.ts';
import { highestScore } from './work.ts';

export interface Listing {
  /** Whether that is everybody, because boosts or an order of other fields decide. */
  readonly listsAll: boolean;
  /** How many are the best, whose least decides who else is listed. */
  readonly size: number;
  /** By how much a score may be less than the least of the best, as phrases may add that much. */
  readonly slack: number;
  readonly isMarked: boolean;
  /** How many bits of a mask are a match; 0 without masks. */
  readonly required: number;
}

/** Where words rank. Without a pruning all are listed. */
export function listing({ minimumMatch, groups }: Plan, pruning: Pruning | null): Listing {
  const phraseUnits = pruning === null ? highestScore : pruning.mostPhraseUnits(2 ** groups.length - 1);
  const listsAll = pruning === null || pruning.boosts !== null;
  const isMarked = minimumMatch > 1 || phraseUnits > 0;
  return {
    listsAll,
    size: listsAll ? 1 : pruning.size,
    slack: listsAll ? highestScore : Math.min(highestScore, phraseUnits),
    isMarked,
    required: isMarked ? Math.max(1, minimumMatch) : 0,
  };
}

/** The same where places rank. Without words there are no masks either. */
export const placedListing = (plan: Plan, { ranks, hasTies }: Placing, size: number): Listing => ({
  ...listing(plan, null),
  ...(plan.groups.length === 0 && { isMarked: false, required: 0 }),
  listsAll: !ranks,
  size: ranks ? size : 1,
  slack: ranks ? Number(hasTies) : highestScore,
});
