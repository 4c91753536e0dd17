import type { ExcludedWords, Plan } from '#engine/plan.ts';
import { resolveGroups, type ResolvedGroup } from './clauses.ts';
import type { SearchedGeneration } from '#engine/search/generation/searched-generation.ts';

/** Sets the items of a segment that match the group. */
function mark({ clauses }: ResolvedGroup, segment: number, into: Uint8Array, value: 0 | 1): void {
  for (const { lists } of clauses) {
    for (const { docs, impacts, from, to } of lists[segment]!) {
      for (let at = from; at < to; at++) if (impacts[at] !== 0) into[docs[at]!] = value;
    }
  }
}

function passing(generation: SearchedGeneration, plan: Plan, { group, unless, fields }: ExcludedWords): Uint8Array[] {
  const asked = unless === undefined ? [group] : [group, unless];
  const [excluded, excused] = resolveGroups(generation, { ...plan, groups: asked, fields });
  return generation.segments.map((segment, index) => {
    const passes = new Uint8Array(segment.docCount).fill(1);
    if (excluded !== undefined) mark(excluded, index, passes, 0);
    if (excused !== undefined) mark(excused, index, passes, 1);
    return passes;
  });
}

/** Per unwanted words and segment one byte per item, 1 where it doesn't have them. */
export const withoutUnwanted = (generation: SearchedGeneration, plan: Plan, unwanted: readonly ExcludedWords[]): Uint8Array[][] =>
  unwanted.map((words) => passing(generation, plan, words));
