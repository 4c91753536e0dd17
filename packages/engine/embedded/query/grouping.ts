import type { LoadedGeneration } from './loaded-generation.ts';
import { firstOrdinal } from '#engine/embedded/columns/global-column.ts';
import type { Matches } from './matches.ts';

/** Which matches share a result: group number per match. Items without a group value are alone in theirs. */
export interface Grouping {
  readonly groupOf: Int32Array;
  readonly groupCount: number;
}

/** null when the collection has no group field. */
export function groupMatches(generation: LoadedGeneration, matches: Matches): Grouping | null {
  const { groupField } = generation.manifest.layout;
  const column = groupField === null ? null : generation.column(groupField);
  if (column === null) return null;
  const groupOf = new Int32Array(matches.length);
  let groupCount = column.values.length;
  for (const [index, segment] of generation.segments.entries()) {
    const base = generation.bases[index]!;
    for (let at = matches.segmentStarts[index]!; at < matches.segmentStarts[index + 1]!; at++) {
      const ordinal = firstOrdinal(column, segment, index, matches.docs[at]! - base);
      groupOf[at] = ordinal < 0 ? groupCount++ : ordinal;
    }
  }
  return { groupOf, groupCount };
}
