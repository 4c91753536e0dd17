import { charFilters } from './chars-filter.contract.ts';
import { charFilterRule } from './chars-filter.rule.ts';
import { charFilterRows } from './chars-filter.store.ts';
import type { App } from '#server-kit/app.ts';
import { serveRules } from '#server-kit/serve-crud.ts';

export const serveCharFilters = (app: App): void =>
  serveRules(app, charFilters, charFilterRows, {
    key: 'character-filters',
    table: 'char_filter',
    nameOf: ({ from, to }) => `${from} → ${to}`,
    ...charFilterRule,
  });
