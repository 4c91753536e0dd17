import type { Plan } from '#engine/plan.ts';
import type { PostingList } from '#engine/search/plain/clauses.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { Kernel } from '#engine/search/kernel/kernel.ts';
import type { Listing } from './listing.ts';
import { bitmapBytes, candidateNumbers, type KernelWork, wordsOf } from './work.ts';

export interface Postings {
  readonly list: PostingList;
  readonly docs: number;
  readonly impacts: number;
  readonly count: number;
  readonly table: number;
}

/** By segment, then by group. */
export type SegmentPostings = readonly (readonly Postings[])[];

/** Who matches, and who may be among the best. */
export interface Wanted extends Omit<Listing, 'listsAll'> {
  readonly plan: Plan;
}

/** What a segment is read by, as addresses. Of the bitmaps, `allowed` is 0 for all items, the others for nowhere. */
export interface Reading {
  readonly allowed: number;
  readonly found: number;
  readonly passed: number;
  /** Of the places of its items in the order of ids. */
  readonly ranks: number;
}

/** Looking at the items of a list one by one takes as long as looking at so many of all items. */
const scannedPerPosting = 16;

/** Reads and clears the scores of a segment. Answers how many candidates were written; how many passed is the work's answer. */
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

/** The same where places rank: scores say who matches, and stay; places say who is among the best, and are cleared. */
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
