import { compileWith, type RuleCompiler } from '#engine/pipeline.ts';
import { normaliseQuery } from '#engine/query-draft.ts';
import type { CharFilterRule } from './chars-filter.contract.ts';

interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Replaces characters in one pass, the longest match first; what was put in is not replaced again. */
export const charFilterRule: RuleCompiler<CharFilterRule, Replacement> = {
  prepare: ({ from, to }) => ({ from: normaliseQuery(from), to }),
  merge(rows) {
    const replacements = new Map(rows.map(({ from, to }) => [from, to]));
    const longestFirst = [...replacements.keys()].sort((a, b) => b.length - a.length);
    const pattern = longestFirst.length > 0 ? new RegExp(longestFirst.map(RegExp.escape).join('|'), 'gu') : null;
    return {
      stage: 'characters',
      apply: (draft) => {
        if (!pattern) return draft;
        const text = draft.text.replaceAll(pattern, (found) => replacements.get(found) ?? found);
        if (text === draft.text) return draft;
        return { ...draft, text, trace: [...draft.trace, { step: 'characters', before: draft.text, after: text }] };
      },
    };
  },
};

export const compileCharFilters = compileWith(charFilterRule);
