import { type SynonymRule, synonyms } from './synonyms.contract.ts';
import { lintSynonyms } from './synonyms.lint.ts';
import { synonymRule } from './synonyms.rule.ts';
import { synonymRows } from './synonyms.store.ts';
import type { App } from '#server/app/app.ts';
import { asStored, serveRules } from '#server/crud/serve-rows.ts';

export function serveSynonyms(app: App): void {
  const rule = {
    key: 'synonyms',
    table: 'synonym',
    nameOf: ({ term }: SynonymRule) => term,
    lint: lintSynonyms,
    ...synonymRule,
  } as const;
  serveRules(app, synonyms, synonymRows, rule, {
    ...asStored,
    shown: (rows) => rows.map((row) => ({ ...row, catalog_term: row.term })),
  });
}
