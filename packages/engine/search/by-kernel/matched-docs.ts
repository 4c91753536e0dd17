import type { Kernel } from '#engine/search/kernel/kernel.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import { type KernelWork, wordsOf } from './work.ts';

/** Numbers of a segment's items, as an address and how many. */
export interface Docs {
  readonly at: number;
  readonly length: number;
}

/** By segment, what passed, as numbers; `bitmapStarts` says where the bitmaps begin. */
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
