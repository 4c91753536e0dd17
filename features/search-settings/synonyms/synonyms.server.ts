import { synonyms } from './synonyms.contract.ts';
import { synonymRule } from './synonyms.rule.ts';
import { synonymRows } from './synonyms.store.ts';
import type { App } from '#server-kit/app.ts';
import { ruleSource } from '#server-kit/crud/rule-source.ts';
import { serveCrud } from '#server-kit/serve-crud.ts';

export function serveSynonyms(app: App): void {
  app.releases.add(
    ruleSource(synonyms, synonymRows, { key: 'synonyms', table: 'synonym', nameOf: ({ term }) => term, ...synonymRule }),
  );
  serveCrud(app, synonyms, synonymRows);
}
