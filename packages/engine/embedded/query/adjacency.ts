import { maxFieldTokens } from '#engine/embedded/limits.ts';
import type { PostingList } from './clauses.ts';
import type { Segment } from '#engine/embedded/segment/segment.ts';

const buffer = new Uint32Array(maxFieldTokens);

function hasSequence(count: number, wanted: readonly number[], stemOfRank: Uint32Array | null): boolean {
  const last = count - wanted.length;
  for (let start = 0; start <= last; start++) {
    let at = 0;
    while (at < wanted.length) {
      const rank = buffer[start + at]!;
      if ((stemOfRank === null ? rank : stemOfRank[rank]) !== wanted[at]) break;
      at++;
    }
    if (at === wanted.length) return true;
  }
  return false;
}

/** Items that have all terms next to each other in one of the searched fields, with the weakest of their impacts. */
export function adjacentPostings(
  segment: Segment,
  parts: readonly PostingList[],
  areStems: boolean,
  searched: readonly boolean[],
): { docs: Uint16Array; impacts: Uint8Array } {
  const wanted = parts.map((part) => (areStems ? part.term : segment.rankOfTerm[part.term]!));
  const shortest = parts.reduce((least, part) => (part.to - part.from < least.to - least.from ? part : least));
  const docs: number[] = [];
  const impacts: number[] = [];
  for (let at = shortest.from; at < shortest.to; at++) {
    const doc = shortest.docs[at]!;
    let impact = 255;
    for (const part of parts) {
      const posting = segment.postingOf(doc, part.from, part.to - part.from);
      impact = posting < 0 ? 0 : Math.min(impact, part.impacts[posting]!);
      if (impact === 0) break;
    }
    const isAdjacent =
      impact > 0 &&
      searched.some(
        (isSearched, field) =>
          isSearched && hasSequence(segment.forward(doc, field, buffer), wanted, areStems ? segment.stemOfRank : null),
      );
    if (!isAdjacent) continue;
    docs.push(doc);
    impacts.push(impact);
  }
  return { docs: Uint16Array.from(docs), impacts: Uint8Array.from(impacts) };
}
