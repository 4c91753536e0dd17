import { type SynonymRule, synonyms } from './synonyms.contract.ts';
import { lintSynonyms } from './synonyms.lint.ts';
import { synonymRule } from './synonyms.rule.ts';
import { synonymRows } from './synonyms.store.ts';
import type { App } from '#server/app/app.ts';
import { serveRulesWith } from '#server/crud/serve-rows.ts';

export function serveSynonyms(app: App): void {
  const rule = {
    key: 'synonyms',
    table: 'synonym',
    nameOf: ({ term }: SynonymRule) => term,
    lint: lintSynonyms,
    ...synonymRule,
  } as const;
  serveRulesWith(app, synonyms, synonymRows, rule, {
    shown: (rows) => Promise.resolve(rows.map((row) => ({ ...row, catalog_term: row.term }))),
    completing: () => (input: SynonymRule) => input,
  });
}
