import { countItems, listCollections, pingSearch } from './collections.contract.ts';
import { collectionStore } from './collections.store.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';
import { engineCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

export function serveCollections(app: App): void {
  const collections = collectionStore(app.db);

  const withStatus = async (project: ProjectScope) =>
    Promise.all(
      (await collections.list(project)).map(async (collection) => ({
        collection,
        status: await app.engine.status(engineCollection(collection.id)),
      })),
    );

  serve(app, listCollections, async (_input, { project }) =>
    (await withStatus(project)).map(({ collection, status }) => ({
      id: collection.id,
      name: collection.name,
      force_stopwords: collection.force_stopwords === 1,
      relevant_rate: collection.relevant_rate,
      item_count: status?.itemCount ?? 0,
      built_at: status?.builtAt ?? null,
    })),
  );

  serve(app, pingSearch, async (_input, { project }) => {
    const statuses = await withStatus(project).catch(() => {
      throw fail('searchDown');
    });
    return { is_live: statuses.some(({ status }) => status !== null) };
  });

  serve(app, countItems, async (_input, { project }) => ({
    count: (await withStatus(project)).reduce((sum, { status }) => sum + (status?.itemCount ?? 0), 0),
  }));
}
