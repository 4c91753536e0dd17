import { type FixitRule, isRedirect } from '#features/search-settings/fixit/fixit.contract.ts';
import { replacementOf } from './fixit.rule.ts';
import type { Found, Lint, LintContext } from '#server/rules/lints.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';

type Row = FixitRule & ReleasedRow;

export const lintFixits: Lint = async (context) => {
  const { release, breathe, hasTime } = context;
  const rows = new Map((context.rows as readonly Row[]).map((row) => [row.id, row]));
  const named = (id: number) => ({ source: 'fixits', id, name: rows.get(id)?.term ?? '' });
  const found: Found[] = [];
  for (const row of rows.values()) {
    if (!hasTime()) break;
    const first = row.is_regexp ? undefined : replacementOf(release.rules, row.term)?.ruleId;
    const over = first === undefined || first === row.id ? null : first;
    const back = over === null ? loopOf(context, rows, row) : null;
    if (over !== null) found.push({ row, kind: 'shadowed', by: named(over) });
    else if (back !== null) found.push({ row, kind: 'loop', by: named(back) });
    await breathe();
  }
  return found;
};

/** The first row of a loop: it replaces the replacement of this row, and the chain leads back here. */
function loopOf({ release }: LintContext, rows: ReadonlyMap<number, Row>, row: Row): number | null {
  if (row.is_regexp) return null;
  const seen = new Set<number>();
  let next: number | null = null;
  for (let to = row.catalog_term; !isRedirect(to);) {
    const id = replacementOf(release.rules, to)?.ruleId;
    if (id === row.id) return next;
    if (id === undefined || seen.has(id)) return null;
    seen.add(id);
    next ??= id;
    to = rows.get(id)?.catalog_term ?? 'https://';
  }
  return null;
}
