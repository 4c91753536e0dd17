import { RE2JS } from 're2js';
import { maximumPatternSteps } from '#contract/limits.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import { compileWith, type RuleCompiler, type TracedRow } from '#engine/pipeline.ts';
import { normaliseQuery, tracedRow } from '#engine/query-draft.ts';
import { stemPhrase } from '#engine/rule-matching.ts';
import { type FixitRule, isRedirect } from './fixit.contract.ts';

/** A row as releases hold it. */
type Row = FixitRule & { readonly id: number };

interface Replacement extends TracedRow {
  /** null for a pattern. */
  readonly key: string | null;
  readonly pattern: RE2JS | null;
  readonly to: string;
}

/** More steps than a pattern may have. */
export class PatternTooLong extends Error {
  override name = 'PatternTooLong';
  readonly steps: number;

  constructor(steps: number) {
    super(`The pattern has ${steps} steps.`);
    this.steps = steps;
  }
}

const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/**
 * Compiles an expression of RE2, whose engine goes through a text once: time grows with the letters of the query times the steps of the
 * pattern, whatever both are (Cox, Regular Expression Matching Can Be Simple And Fast). Throws `RE2JSSyntaxException` and `PatternTooLong`.
 */
export function compilePattern(text: string): RE2JS {
  const pattern = RE2JS.compile(withoutMarks(text), RE2JS.CASE_INSENSITIVE);
  const steps = pattern.programSize();
  if (steps > maximumPatternSteps) throw new PatternTooLong(steps);
  return pattern;
}

/** The same for all forms of a query. One without words is only itself. */
const keyOf = (analyser: Analyser, text: string): string => stemPhrase(analyser, text).join(' ') || normaliseQuery(text).trim();

/** Replaces a whole query, once: by the row that has it in some form, otherwise by the first whose pattern is found in it. */
export const fixitRule: RuleCompiler<Row, Replacement> = {
  prepare: ({ id, term, is_regexp: isPattern, catalog_term: to }, analyser) => ({
    id,
    name: term,
    key: isPattern ? null : keyOf(analyser, term),
    pattern: isPattern ? compilePattern(term) : null,
    to: isRedirect(to) ? to : normaliseQuery(to),
  }),
  merge(rows, analyser) {
    const exact = new Map(rows.toReversed().flatMap((row) => (row.key === null ? [] : [[row.key, row]])));
    const patterns = rows.filter(({ pattern }) => pattern !== null);
    return {
      stage: 'fixit',
      apply(draft) {
        const typed = draft.text.trim();
        if (typed === '') return draft;
        const plain = withoutMarks(typed);
        const row = exact.get(keyOf(analyser, typed)) ?? patterns.find(({ pattern }) => pattern?.test(plain));
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
