import { charFilters } from './chars-filter.contract.ts';
import { charFilterRule } from './chars-filter.rule.ts';
import { charFilterRows } from './chars-filter.store.ts';
import type { App } from '#server-kit/app.ts';
import { ruleSource } from '#server-kit/crud/rule-source.ts';
import { serveCrud } from '#server-kit/serve-crud.ts';

export function serveCharFilters(app: App): void {
  app.releases.add(
    ruleSource(charFilters, charFilterRows, {
      key: 'character-filters',
      table: 'char_filter',
      nameOf: ({ from, to }) => `${from} → ${to}`,
      ...charFilterRule,
    }),
  );
  serveCrud(app, charFilters, charFilterRows);
}
