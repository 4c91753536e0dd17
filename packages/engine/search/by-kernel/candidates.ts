import { limitedAmount } from '#contract/values/boost-amount.ts';
import type { Boost, Plan } from '#engine/plan.ts';
import type { PostingList, ResolvedGroup } from '#engine/search/matching/clauses.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { Kernel } from '#engine/search/kernel/kernel.ts';
import { bitmapBytes, candidateNumbers, type KernelWork, wordsOf, highestScore } from './work.ts';
import type { Pruning } from '#engine/search/matching/matching.ts';
import type { Placing } from './placing.ts';

export interface Listing {
  readonly listsAll: boolean;
  readonly size: number;
  readonly slack: number;
  readonly isMarked: boolean;
  readonly required: number;
}

/** Boosts that only lower scores keep an item from the best by at most this factor. null if a boost may raise scores. */
function lowestFactor(boosts: readonly Boost[]): number | null {
  let lowest = 1;
  for (const { kind, factor } of boosts) {
    if (kind !== 'value' || factor > 1) return null;
    lowest *= limitedAmount(factor);
  }
  return lowest;
}

const mostUnits = (groups: readonly ResolvedGroup[]): number =>
  groups.reduce((sum, { clauses }) => sum + Math.max(1, ...clauses.map(({ table }) => Math.ceil(table.full))), 0);

export function listing(plan: Plan, pruning: Pruning | null, resolved: readonly ResolvedGroup[]): Listing {
  const { minimumMatch, groups, boosts } = plan;
  const lowest = lowestFactor(boosts);
  const listsAll = pruning === null || lowest === null;
  // One more for rounding.
  const loweredUnits = boosts.length === 0 || listsAll ? 0 : Math.ceil((1 - lowest) * mostUnits(resolved)) + 1;
  const phraseUnits = pruning === null ? highestScore : pruning.mostPhraseUnits(2 ** groups.length - 1);
  const isMarked = minimumMatch > 1 || phraseUnits > 0;
  return {
    listsAll,
    size: listsAll ? 1 : pruning.size,
    slack: listsAll ? highestScore : Math.min(highestScore, phraseUnits + loweredUnits),
    isMarked,
    required: isMarked ? Math.max(1, minimumMatch) : 0,
  };
}

export const placedListing = (plan: Plan, { ranks, hasTies }: Placing, size: number): Listing => ({
  ...listing(plan, null, []),
  ...(plan.groups.length === 0 && { isMarked: false, required: 0 }),
  listsAll: !ranks,
  size: ranks ? size : 1,
  slack: ranks ? Number(hasTies) : highestScore,
});

export interface Postings {
  readonly list: PostingList;
  readonly docs: number;
  readonly impacts: number;
  readonly count: number;
  readonly table: number;
}

export type SegmentPostings = readonly (readonly Postings[])[];

export interface Wanted extends Omit<Listing, 'listsAll'> {
  readonly plan: Plan;
}

export interface Reading {
  readonly allowed: number;
  readonly found: number;
  readonly passed: number;
  readonly ranks: number;
}

/** Looking at the items of a list one by one takes as long as looking at so many of all items. */
const scannedPerPosting = 16;

export function scoredCandidates(
  { code }: Kernel,
  { scores, masks, heap, candidates, answer }: KernelWork,
  { required, slack }: Wanted,
  groups: SegmentPostings,
  { docCount }: Segment,
  { allowed, found, passed, ranks }: Reading,
): number {
  const words = wordsOf(docCount);
  const postingCount = groups.reduce((sum, lists) => lists.reduce((all, { count }) => all + count, sum), 0);
  if (postingCount * scannedPerPosting > docCount)
    return code.scan(
      scores.at,
      masks.at,
      words,
      required,
      allowed,
      found,
      passed,
      heap.at,
      slack,
      ranks,
      candidates.at,
      answer.at,
    );
  answer.array[0] = 0;
  for (const bitmap of [found, passed]) if (bitmap !== 0) code.fill(bitmap, bitmapBytes(docCount));
  let written = 0;
  for (const lists of groups) {
    for (const { docs, count } of lists) {
      const out = candidates.at + written * candidateNumbers * Int32Array.BYTES_PER_ELEMENT;
      written += code.gather(
        docs,
        count,
        scores.at,
        masks.at,
        required,
        allowed,
        found,
        passed,
        heap.at,
        slack,
        ranks,
        out,
        answer.at,
      );
    }
  }
  return written;
}

export function placedCandidates(
  { code }: Kernel,
  { scores, masks, best, heap, candidates, answer }: KernelWork,
  { plan, required, slack }: Wanted,
  { docCount }: Segment,
  { allowed, found, passed, ranks }: Reading,
): number {
  const words = wordsOf(docCount);
  const scan = (among: number, foundAt: number, passedAt: number): number =>
    code.scan(best.at, masks.at, words, 0, among, foundAt, passedAt, heap.at, slack, ranks, candidates.at, answer.at);
  if (plan.groups.length === 0) return scan(allowed, found, passed);
  code.matched(scores.at, masks.at, words, required, allowed, found, passed);
  return scan(passed, 0, 0);
}

export interface Docs {
  readonly at: number;
  readonly length: number;
}

export function matchedDocs(
  { code }: Kernel,
  { docs, passed, expandTable }: KernelWork,
  segments: readonly Segment[],
  bitmapStarts: readonly number[],
): readonly Docs[] {
  let { at } = docs;
  return segments.map(({ docCount }, index) => {
    const length = code.expand(passed.at + bitmapStarts[index]!, wordsOf(docCount), expandTable.at, at);
    const ofSegment = { at, length };
    at += length * Uint16Array.BYTES_PER_ELEMENT;
    return ofSegment;
  });
}
