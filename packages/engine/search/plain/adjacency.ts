import { maxFieldTokens } from '#engine/index/limits.ts';
import type { PostingList } from './clauses.ts';
import type { Segment } from '#engine/index/segment/segment.ts';

const buffer = new Uint32Array(maxFieldTokens);

/** What is to stand one after the other, with at most `gap` other words between two of them. */
interface Sequence {
  readonly wanted: readonly number[];
  readonly gap: number;
  /** null where ranks of terms are wanted. */
  readonly stemOfRank: Uint32Array | null;
}

/** Whether the first `count` words of the buffer have the sequence. */
function hasSequence(count: number, { wanted, gap, stemOfRank }: Sequence): boolean {
  const last = count - wanted.length;
  const isAt = (place: number, part: number): boolean => {
    const rank = buffer[place]!;
    return (stemOfRank === null ? rank : stemOfRank[rank]) === wanted[part];
  };
  for (let start = 0; start <= last; start++) {
    let [part, place] = [0, start];
    for (let free = 0; place < count && part < wanted.length && free >= 0; place++) {
      if (isAt(place, part)) [part, free] = [part + 1, gap];
      else free -= 1;
    }
    if (part === wanted.length) return true;
  }
  return false;
}

/** Items that have all terms, so near to each other, in one of the searched fields, with the weakest of their impacts. */
export function adjacentPostings(
  segment: Segment,
  parts: readonly PostingList[],
  { areStems, gap }: { readonly areStems: boolean; readonly gap: number },
  searched: readonly boolean[],
): { docs: Uint16Array; impacts: Uint8Array } {
  const wanted = parts.map((part) => (areStems ? part.term : segment.rankOfTerm[part.term]!));
  const sequence = { wanted, gap, stemOfRank: areStems ? segment.stemOfRank : null };
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
      searched.some((isSearched, field) => isSearched && hasSequence(segment.forward(doc, field, buffer), sequence));
    if (!isAdjacent) continue;
    docs.push(doc);
    impacts.push(impact);
  }
  const found = { docs: segment.room.uint16(docs.length), impacts: segment.room.uint8(docs.length) };
  found.docs.set(docs);
  found.impacts.set(impacts);
  return found;
}
