import { synonyms } from './synonyms.contract.ts';
import { compileSynonyms } from './synonyms.rule.ts';
import { synonymStore } from './synonyms.store.ts';
import type { App } from '#server-kit/app.ts';
import { serveCrud } from '#server-kit/serve-crud.ts';

export function serveSynonyms(app: App): void {
  const store = synonymStore(app.db);
  app.releases.add({ name: 'synonyms', store, compile: compileSynonyms });
  serveCrud(app, synonyms, store, (project, userId) => app.releases.publish(project, { userId, reason: 'synonyms' }));
}
