import type { Rule } from '#engine/pipeline.ts';
import { stemsOf } from '#engine/rule-matching.ts';

/** Rows that act by stems are merged in so many parts: a change merges those of its stems, and a query is taken through those of its own. */
const partCount = 64;

/** The part that has a stem. */
export function partOf(stem: string): number {
  let sum = 0;
  for (let at = 0; at < stem.length; at += 1) sum = (Math.imul(sum, 31) + stem.charCodeAt(at)) >>> 0;
  return sum % partCount;
}

/** One rule of all parts; none where there are none. */
export function ruleByStems(parts: ReadonlyMap<number, Rule>): readonly Rule[] {
  const [first] = parts.values();
  if (first === undefined) return [];
  return [
    {
      stage: first.stage,
      apply(draft) {
        const asked = new Set(stemsOf(draft.groups).map(partOf));
        let next = draft;
        for (const number of asked) next = parts.get(number)?.apply(next) ?? next;
        return next;
      },
    },
  ];
}
