import type { CompileRule } from '#engine/pipeline.ts';
import { normaliseQuery } from '#engine/query-draft.ts';
import type { CharFilterInput } from './chars-filter.contract.ts';

/** Replaces characters in one pass, the longest match first; what was put in is not replaced again. */
export const compileCharFilters: CompileRule<CharFilterInput> = (rows) => {
  const replacements = new Map(rows.map(({ from, to }) => [normaliseQuery(from), to]));
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
};
