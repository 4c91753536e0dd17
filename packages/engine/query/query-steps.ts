import type { QueryStepName } from '#contract/values/query-steps.ts';
import type { Analyser } from './analysis/analyser.ts';
import { fold } from './analysis/folding.ts';
import { splitNegations } from './negation.ts';
import { ruleStages, type Rule, type RuleStage } from './pipeline.ts';
import type { WordGroup } from '#engine/plan.ts';
import { applyStage, draftQuery, emptyDraft, normaliseQuery } from './query-draft.ts';

export interface QueryStep {
  readonly step: QueryStepName;
  readonly words: readonly string[];
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function spellingsOf(groups: readonly WordGroup[]): string[] {
  const others = groups.flatMap(({ alternatives }) =>
    alternatives
      .filter(({ kind, isStemmed }) => (kind === 'synonym' || kind === 'weak') && isStemmed !== true)
      .map(({ terms }) => terms.join(' ')),
  );
  return [...new Set([...groups.map(({ word }) => word), ...others])];
}

export function querySteps(
  analyser: Analyser,
  rules: readonly Rule[],
  query: string,
  hasStems: boolean,
): { readonly steps: readonly QueryStep[]; readonly redirect: string | null } {
  const text = normaliseQuery(query);
  const replaced = applyStage({ ...emptyDraft, text }, 'characters', rules);
  const fixed = applyStage(replaced, 'fixit', rules);
  const begun: QueryStep[] = [
    { step: 'typed', words: wordsOf(query.toWellFormed()) },
    { step: 'normalised', words: wordsOf(text) },
    { step: 'characters', words: wordsOf(replaced.text) },
    { step: 'fixit', words: wordsOf(fixed.text) },
  ];
  if (fixed.redirect !== null) return { steps: begun, redirect: fixed.redirect };

  const wanted = wordsOf(splitNegations(fixed.text, analyser.language).wanted);
  // Stages follow each other, so the rules up to one of them show the query as that stage leaves it.
  const groupsAfter = (stage: RuleStage) => {
    const isBefore = (rule: Rule) => ruleStages.indexOf(rule.stage) <= ruleStages.indexOf(stage);
    return draftQuery(analyser, rules.filter(isBefore), query).groups;
  };
  const kept = groupsAfter('stopwords');
  const spellings = spellingsOf(groupsAfter('synonyms'));
  const stems = spellings.map((spelling) => wordsOf(spelling).map(analyser.stem).join(' '));
  const words: QueryStep[] = [
    { step: 'negation', words: wanted },
    { step: 'folded', words: wanted.map((word) => fold(word).trim()).filter(Boolean) },
    { step: 'split', words: groupsAfter('fixit').map(({ word }) => word) },
    { step: 'stopwords', words: kept.map(({ word }) => word) },
    { step: 'joined', words: spellingsOf(kept) },
    { step: 'synonyms', words: spellings },
  ];
  return { steps: [...begun, ...words, ...(hasStems ? [{ step: 'stemmed', words: stems } as const] : [])], redirect: null };
}
