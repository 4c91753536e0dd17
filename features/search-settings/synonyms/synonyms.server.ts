import { synonyms } from './synonyms.contract.ts';
import { lintSynonyms } from './synonyms.lint.ts';
import { synonymRule } from './synonyms.rule.ts';
import { synonymRows } from './synonyms.store.ts';
import type { App } from '#server-kit/app.ts';
import { serveRules } from '#server-kit/crud/serve-rules.ts';

export const serveSynonyms = (app: App): void =>
  serveRules(app, synonyms, synonymRows, {
    key: 'synonyms',
    table: 'synonym',
    nameOf: ({ term }) => term,
    lint: lintSynonyms,
    ...synonymRule,
  });
