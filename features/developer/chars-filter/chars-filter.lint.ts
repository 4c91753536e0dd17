import { type CharFilterRule, isIdle } from './chars-filter.contract.ts';
import type { Lint } from '#server/rules/lints.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';

/** Replacements by the same character are from before they were refused. */
export const lintCharFilters: Lint = ({ rows }) =>
  Promise.resolve(
    (rows as readonly (CharFilterRule & ReleasedRow)[])
      .filter(isIdle)
      .map((row) => ({ row, kind: 'replacesNothing', text: row.from })),
  );
