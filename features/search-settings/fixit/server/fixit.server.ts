import { type FixitRule, fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { lintFixits } from './fixit.lint.ts';
import { readFixit, refuseItself } from './fixit.read.ts';
import { fixitRule } from './fixit.rule.ts';
import { fixitRows, usesOf } from './fixit.store.ts';
import type { App } from '#server/app/app.ts';
import { serveRulesWith } from '#server/crud/serve-rows.ts';

export function serveFixits(app: App): void {
  const rule = {
    key: 'fixits',
    table: 'fixit',
    nameOf: ({ term }: FixitRule) => term,
    lint: lintFixits,
    ...fixitRule,
  } as const;
  serveRulesWith(app, fixits, fixitRows, rule, {
    async shown(rows) {
      const uses = await usesOf(
        app.db,
        rows.map(({ id }) => id),
      );
      const unused = { rule_uses: null, unique_users: null };
      return rows.map((row) => ({ ...row, search_term: row.term, ...(uses.get(row.id) ?? unused) }));
    },
    completing: () => (input: FixitRule) => {
      const fixit = readFixit(input);
      refuseItself(fixit);
      return fixit;
    },
  });
}
