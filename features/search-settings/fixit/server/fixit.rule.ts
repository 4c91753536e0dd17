import type { Analyser } from '#engine/analysis/analyser.ts';
import { compileWith, type RuleCompiler, type TracedRow } from '#engine/pipeline.ts';
import { normaliseQuery, tracedRow } from '#engine/query-draft.ts';
import { stemPhrase } from '#engine/rule-matching.ts';
import { type FixitRule, isRedirect } from '#features/search-settings/fixit/fixit.contract.ts';
import { QueryPattern, QueryPatterns } from './query-pattern.rule.ts';

type Row = FixitRule & { readonly id: number };

interface Replacement extends TracedRow {
  /** null for a pattern. */
  readonly key: string | null;
  readonly pattern: QueryPattern | null;
  readonly to: string;
}

/** Equal for all forms of a query. A query without words equals only itself. */
const keyOf = (analyser: Analyser, text: string): string => stemPhrase(analyser, text).join(' ') || normaliseQuery(text).trim();

/** Replaces a whole query, once: by the row with that query in any form, or else by the first row whose pattern matches. */
export const fixitRule: RuleCompiler<Row, Replacement> = {
  prepare: ({ id, term, is_regexp: isPattern, catalog_term: to }, analyser) => ({
    id,
    name: term,
    key: isPattern ? null : keyOf(analyser, term),
    pattern: isPattern ? new QueryPattern(term) : null,
    to: isRedirect(to) ? to : normaliseQuery(to),
  }),
  merge(rows, analyser) {
    const exact = new Map(rows.toReversed().flatMap((row) => (row.key === null ? [] : [[row.key, row]])));
    const patterns = new QueryPatterns(rows.filter(({ pattern }) => pattern !== null));
    return {
      stage: 'fixit',
      apply(draft) {
        const typed = draft.text.trim();
        if (typed === '') return draft;
        const row = exact.get(keyOf(analyser, typed)) ?? patterns.firstIn(typed);
        if (!row || row.to === typed) return draft;
        const trace = [
          ...draft.trace,
          { step: 'fixit', before: typed, after: row.to, ruleId: row.id, rows: tracedRow(row.id, row.name) },
        ];
        return isRedirect(row.to) ? { ...draft, redirect: row.to, trace } : { ...draft, text: row.to, trace };
      },
    };
  },
};

export const compileFixits = compileWith(fixitRule);
