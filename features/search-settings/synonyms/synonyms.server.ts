import { type SynonymRule, synonyms } from './synonyms.contract.ts';
import { lintSynonyms } from './synonyms.lint.ts';
import { synonymRule } from './synonyms.rule.ts';
import { synonymRows } from './synonyms.store.ts';
import type { App } from '#server-kit/app.ts';
import { serveRules } from '#server-kit/serve-crud.ts';

export function serveSynonyms(app: App): void {
  const released = { key: 'synonyms', table: 'synonym', nameOf: ({ term }: SynonymRule) => term, ...synonymRule } as const;
  serveRules(app, synonyms, synonymRows, released);
  app.lints.set(released.key, lintSynonyms);
}
