import { type RuleCompiler, compileWith } from '#engine/query/pipeline.ts';
import type { TracedRow } from '#engine/port.ts';
import { normaliseQuery, traced, tracedRow } from '#engine/query/query-draft.ts';
import type { CharFilterRule } from './chars-filter.contract.ts';

interface Replacement {
  readonly row: readonly TracedRow[];
  readonly from: string;
  readonly to: string;
}

/** Replaces characters in one pass, the longest match first; what was put in is not replaced again. */
export const charFilterRule: RuleCompiler<CharFilterRule & { readonly id?: number }, Replacement> = {
  prepare: ({ id, from, to }) => ({ row: tracedRow(id, from), from: normaliseQuery(from), to }),
  merge(rows) {
    const replacements = new Map(rows.map((row) => [row.from, row]));
    const longestFirst = [...replacements.keys()].sort((a, b) => b.length - a.length);
    const pattern = longestFirst.length > 0 ? new RegExp(longestFirst.map(RegExp.escape).join('|'), 'gu') : null;
    return {
      stage: 'characters',
      apply: (draft) => {
        if (!pattern) return draft;
        const used = new Set<Replacement>();
        const text = draft.text.replaceAll(pattern, (found) => {
          const replacement = replacements.get(found);
          if (replacement && replacement.to !== found) used.add(replacement);
          return replacement?.to ?? found;
        });
        if (text === draft.text) return draft;
        const rows = [...used].flatMap(({ row }) => row);
        return { ...draft, text, trace: traced(draft, 'characters', draft.text, text, rows) };
      },
    };
  },
};

export const compileCharFilters = compileWith(charFilterRule);
