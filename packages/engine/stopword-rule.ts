import type { CompileRule } from '#engine/pipeline.ts';
import { traced } from '#engine/query-draft.ts';

/**
 * Leaves stop words out of queries, unless a query has no other words. They are recognised without diacritics, but in the given form
 * only: `má` says nothing of `mít`. What they were written with as one stays in the plan, so that `on-line` still finds `online`.
 */
export const compileStopwords: CompileRule<string> = (words, analyser) => {
  const read = words.map((word) => analyser.tokens(word));
  const ignored = new Set(read.filter(({ length }) => length === 1).flat());
  return {
    stage: 'stopwords',
    apply: (draft) => {
      const groups = draft.groups.filter(({ word }) => !ignored.has(word));
      if (groups.length === 0 || groups.length === draft.groups.length) return draft;
      const [before, after] = [draft.groups, groups].map((said) => said.map(({ word }) => word).join(' '));
      // A stop word that comes last was typed after the word that is last now, which therefore goes on no more.
      const text = groups.at(-1) === draft.groups.at(-1) ? draft.text : `${draft.text} `;
      return { ...draft, text, groups, trace: traced(draft, 'stopwords', before ?? '', after ?? '') };
    },
  };
};
