import { charFilters } from './chars-filter.contract.ts';
import { compileCharFilters } from './chars-filter.rule.ts';
import { charFilterStore } from './chars-filter.store.ts';
import type { App } from '#server-kit/app.ts';
import { serveCrud } from '#server-kit/serve-crud.ts';

export function serveCharFilters(app: App): void {
  const store = charFilterStore(app.db);
  app.releases.add({ name: 'character filters', store, compile: compileCharFilters });
  serveCrud(app, charFilters, store, (project, userId) => app.releases.publish(project, { userId, reason: 'character filters' }));
}
