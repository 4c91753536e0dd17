import type { App } from '#server/app.ts';
import { leftOutRules, withUnsound } from './left-out-rules.ts';
import { type RuleDescription, ruleSource } from '#server/rules/rows/rule-source.ts';
import { type RowHooks, serveRowsWith } from './serve-rows.ts';
import type { ServedCrud } from '#server/rules/rows/served-crud.ts';
import type { Envelope, RowInput, Rows, Tracked } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import type { Lint } from '#server/rules/lints.ts';

type Rule<Fields, Prepared> = RuleDescription<Fields, Prepared> & { readonly lint?: Lint };

type ShownRow<Fields> = Fields & Omit<Tracked, keyof Envelope | 'state'>;

/** Serves the calls of a `crud` of rules that are stored as they are sent and shown as they are stored. */
export function serveRules<Fields extends object, Sort extends string, Prepared>(
  app: App,
  calls: ServedCrud<Sort, RowInput<Fields>, ShownRow<Fields>>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  rule: Rule<Fields, Prepared>,
): void {
  serveRulesWith(app, calls, rowsOf, rule, { shown: (rows) => [...rows], completing: () => (input) => input });
}

/** Where less is sent than stored, or more is shown. Rows and release are one transaction. Answers ways to change rows. */
export function serveRulesWith<Fields extends object, Sort extends string, Input, Item, Prepared>(
  app: App,
  calls: ServedCrud<Sort, Input, Item>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  { lint, ...rule }: Rule<Fields, Prepared>,
  hooks: RowHooks<Fields, Sort, Input, Item>,
) {
  app.releases.add(ruleSource(calls, rowsOf, rule));
  if (lint) app.lints.set(rule.key, lint);
  return serveRowsWith(app, calls, rowsOf, rule.key, hooks, async (scope, unsound) => {
    const { skipped } = await app.releases.live(scope);
    return leftOutRules(withUnsound(skipped, rule.key, unsound), rule, rowsOf(app.db), scope);
  });
}
