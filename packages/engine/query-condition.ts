import type { QueryCondition } from '#contract/values/query-condition.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import type { WordGroup } from '#engine/plan.ts';
import { findSpans, isWholeQuery, stemOfGroup, stemPhrase } from '#engine/rule-matching.ts';

/** Tells for which queries a rule acts. Made once for a rule. A condition whose text has no words is never met. */
export function compileCondition(
  { query, match }: QueryCondition,
  analyser: Analyser,
): (groups: readonly WordGroup[]) => boolean {
  if (match === 'any') return () => true;
  const stems = stemPhrase(analyser, query);
  if (stems.length === 0) return () => false;
  if (match === 'is') return (groups) => isWholeQuery(groups, stems);
  if (match === 'phrase') return (groups) => findSpans(groups, stems).length > 0;
  return (groups) => {
    const typed = new Set(groups.map(stemOfGroup));
    return stems.every((stem) => typed.has(stem));
  };
}
