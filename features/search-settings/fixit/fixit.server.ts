import { fixits, type FixitRule } from './fixit.contract.ts';
import { lintFixits } from './fixit.lint.ts';
import { readFixit, refuseItself } from './fixit.read.ts';
import { fixitRule } from './fixit.rule.ts';
import { fixitRows, fixitRules, type ShownFixit } from './fixit.store.ts';
import type { App } from '#server-kit/app.ts';
import { ruleSource } from '#server-kit/crud/rule-source.ts';
import { serveCompletedCrud } from '#server-kit/crud/serve-completed-crud.ts';

export function serveFixits(app: App): void {
  const released = { key: 'fixits', nameOf: ({ term }: FixitRule) => term };
  app.releases.add(ruleSource(fixits, fixitRules, { table: 'fixit', ...released, ...fixitRule }));
  app.lints.set(released.key, lintFixits);
  serveCompletedCrud(app, fixits, fixitRows, {
    shown: (rows) => [...rows],
    completing: () => (input: FixitRule & { is_active?: boolean }, storedAs) => {
      const fields = readFixit(input);
      refuseItself(fields);
      const key = fixitRows(app.db).key({ ...fields, search_term: fields.term, rule_uses: null, unique_users: null });
      const stored: ShownFixit | undefined = storedAs(key);
      return {
        ...fields,
        search_term: fields.term,
        rule_uses: stored?.rule_uses ?? null,
        unique_users: stored?.unique_users ?? null,
      };
    },
    released,
  });
}
