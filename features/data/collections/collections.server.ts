import { countItems, listCollections, pingSearch, readExample } from './collections.contract.ts';
import { collectionStore } from './collections.store.ts';
import { commonWord } from './worked-example.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';
import { engineCollection, searchCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

/** So many items are looked at for a word that several of them have. */
const exampleItems = 20;

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

  serve(app, readExample, async ({ c }, { project }) => {
    const find = (query: string) =>
      searchCollection(app, project, c, { query, page: 1, perPage: exampleItems, filters: [], facets: [], sort: [] });
    const names = (await find('')).hits.map(({ item }) => String(item.fields['name'] ?? ''));
    const word = commonWord(names);
    if (word === undefined) return null;
    const { hits, totalCount } = await find(word);
    const name = hits[0]?.item.fields['name'];
    return name === undefined ? null : { word, count: totalCount, item: String(name) };
  });
}
