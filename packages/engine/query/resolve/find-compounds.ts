import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { hasCompounds, mayEndCompounds } from '#engine/query/analysis/compounds.ts';
import type { Alternative, Plan, WordGroup } from '#engine/plan.ts';
import type { GenerationAsks } from '#engine/port.ts';
import { type Work, wait } from '#process-kit/work.ts';

const compoundWeight = 0.7;

/** Words also match as the last part of compounds. */
export function* withCompounds(generation: GenerationAsks, { language }: Analyser, plan: Plan): Work<Plan> {
  if (!hasCompounds(language) || plan.groups.length === 0) return plan;
  const isWhole = ({ alternatives }: WordGroup): boolean => alternatives.some(({ kind }) => kind === 'stem');
  const words = [...new Set(plan.groups.flatMap((group) => (isWhole(group) && mayEndCompounds(group.word) ? group.word : [])))];
  const found = words.length === 0 ? [] : yield* wait(generation.compounds(words, language));
  if (found.every(({ length }) => length === 0)) return plan;
  const groups = plan.groups.map((group): WordGroup => {
    const terms = found[words.indexOf(group.word)] ?? [];
    const parts = terms.map((term): Alternative => ({ kind: 'synonym', terms: [term], isPart: true, weight: compoundWeight }));
    return parts.length === 0 ? group : { ...group, alternatives: [...group.alternatives, ...parts] };
  });
  return { ...plan, groups };
}
