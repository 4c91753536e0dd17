import { RE2JS } from 're2js';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { type Rule, type RuleCompiler, compileWith } from '#engine/query/pipeline.ts';
import type { TraceEntry, TracedRow } from '#engine/port.ts';
import { applyStage, emptyDraft, normaliseQuery, tracedRow } from '#engine/query/query-draft.ts';
import { stemPhrase } from '#engine/query/rule-matching.ts';
import { type FixitRule, isRedirect } from '#features/search-settings/fixit/fixit.contract.ts';

const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** RE2 matches in linear time: letters of the query times steps of the pattern. Throws `RE2JSSyntaxException`. */
export const compilePattern = (text: string): RE2JS => RE2JS.compile(withoutMarks(text), RE2JS.CASE_INSENSITIVE);

export function queryPattern(text: string): (query: string) => boolean {
  const pattern = compilePattern(text);
  return (query) => pattern.test(withoutMarks(query.trim()));
}

type Row = FixitRule & { readonly id: number };

interface Replacement extends TracedRow {
  /** null for a pattern. */
  readonly key: string | null;
  readonly matches: ((query: string) => boolean) | null;
  readonly to: string;
}

/** Equal for all forms of a query. A query without words equals only itself. */
const keyOf = (analyser: Analyser, text: string): string => stemPhrase(analyser, text).join(' ') || normaliseQuery(text).trim();

/** Replaces a whole query once: by the row with the query in any form, otherwise by the first matching pattern. */
export const fixitRule: RuleCompiler<Row, Replacement> = {
  prepare: ({ id, term, is_regexp: isPattern, catalog_term: to }, analyser) => ({
    id,
    name: term,
    key: isPattern ? null : keyOf(analyser, term),
    matches: isPattern ? queryPattern(term) : null,
    to: isRedirect(to) ? to : normaliseQuery(to),
  }),
  merge(rows, analyser) {
    const exact = new Map(rows.toReversed().flatMap((row) => (row.key === null ? [] : [[row.key, row]])));
    const patterns = rows.filter(({ matches }) => matches !== null);
    return {
      stage: 'fixit',
      words: () => rows.flatMap(({ key, name }) => (key === null ? [] : analyser.tokens(name))),
      apply(draft) {
        const typed = draft.text.trim();
        if (typed === '') return draft;
        const row = exact.get(keyOf(analyser, typed)) ?? patterns.find(({ matches }) => matches?.(typed));
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

export const replacementOf = (rules: readonly Rule[], text: string): TraceEntry | undefined => {
  const draft = applyStage({ ...emptyDraft, text: normaliseQuery(text) }, 'characters', rules);
  return applyStage(draft, 'fixit', rules).trace.find(({ step }) => step === 'fixit');
};
