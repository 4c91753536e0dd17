import type { App } from '#server/app.ts';
import { recentTermsOfAll } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { type FixitRule, isRedirect } from '#features/search-settings/fixit/fixit.contract.ts';
import { judgingQueries, replacementOf, Shadows } from './fixit-shadows.ts';
import type { Found, Lint, LintContext } from '#server/rules/lints.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';

type Row = FixitRule & ReleasedRow;

/** Finds rows whose queries another one catches first, and rows that replace each other's queries. */
export const lintFixits =
  (app: App): Lint =>
  async (context) => {
    const { project, release, breathe, hasTime } = context;
    const rows = new Map((context.rows as readonly Row[]).map((row) => [row.id, row]));
    const shadows = new Shadows(release.rules, [...rows.values()]);
    const hasPatterns = [...rows.values()].some(({ is_regexp: isPattern }) => isPattern);
    for (const { term } of hasPatterns ? (await recentTermsOfAll(app, project)).slice(0, judgingQueries) : []) {
      if (!hasTime()) break;
      shadows.note(term);
      await breathe();
    }
    const named = (id: number) => ({ source: 'fixits', id, name: rows.get(id)?.term ?? '' });
    const found: Found[] = [];
    for (const row of rows.values()) {
      if (!hasTime()) break;
      const over = shadows.over(row);
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
