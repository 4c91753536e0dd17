import type { App } from '#server-kit/app.ts';
import { ruleSource } from '#server-kit/crud/rule-source.ts';
import type { ReleasedKind } from '#server-kit/crud/left-out-rules.ts';
import { serveCompletedCrud } from '#server-kit/crud/serve-completed-crud.ts';
import type { ServedCrud } from '#server-kit/crud/served-crud.ts';
import type { Envelope, RowInput, RowItem, Rows, Tracked } from '#server-kit/db/row-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** Whether it is on, its bounds, and whether it is live, too, where the contract says so. */
type ShownRow<Fields> = Fields & Omit<Tracked, keyof Envelope | 'state'>;

/** Serves the calls of a `crud` from its table. What is written and the release that has it are one transaction. */
export function serveCrud<Fields extends object, Sort extends string>(
  app: App,
  calls: ServedCrud<Sort, RowInput<Fields>, ShownRow<Fields>>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  released?: ReleasedKind<Fields>,
): void {
  const hooks = { shown: (rows: readonly RowItem<Fields>[]) => [...rows], completing: () => (input: RowInput<Fields>) => input };
  serveCompletedCrud(app, calls, rowsOf, { ...hooks, ...(released && { released }) });
}

/** The same for rules: what is saved is part of releases, too. */
export function serveRules<Fields extends object, Sort extends string, Prepared>(
  app: App,
  calls: ServedCrud<Sort, RowInput<Fields>, ShownRow<Fields>>,
  rowsOf: (db: Database) => Rows<Fields, Sort>,
  rule: Parameters<typeof ruleSource<Fields, Sort, Prepared>>[2],
): void {
  app.releases.add(ruleSource(calls, rowsOf, rule));
  serveCrud(app, calls, rowsOf, rule);
}
