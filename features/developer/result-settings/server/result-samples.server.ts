import { type LayoutColumn, ResultSettingFields } from '#features/developer/result-settings/result-fields.contract.ts';
import {
  sampleAutocomplete,
  sampleCatalog,
  sampleSearch,
  tryAutocomplete,
  tryCatalog,
  trySearch,
} from '#features/developer/result-settings/result-samples.contract.ts';
import { shownPanel } from './shown-settings.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { completeQuery } from '#features/front-api/autocomplete/server/complete-query.service.ts';
import { listedCategory } from '#features/front-api/catalog/listed-category.service.ts';
import type { App } from '#server/app.ts';
import { withQueryId } from '#server/cache/kept-answers.ts';
import { collectionOf, type CollectionScope, type ProjectScope } from '#server/db/row-scope.ts';
import { type CollectionSearch, engineCollection, inCollection } from '#server/search/project-search.ts';
import type { Tried } from '#server/rules/releases/tried-rows.ts';
import { resultDefaults } from '#server/search/result-defaults.ts';
import { shownAnswer } from '#server/search/shown-answer.ts';
import { searchJsonOf } from '#server/search/search-data.ts';
import { parseSearchRequest, requestOf } from '#server/search/search-request.ts';
import { serve, WrittenAnswer } from '#server/serve.ts';
import { isDeepStrictEqual } from 'node:util';
import { checkPanel, keptResults, savedPanel, savedResults, usualSettings } from './result-draft.ts';
import { panelKey, resultsKey } from './result-settings.store.ts';
import type { Database } from '#server/db/schema.ts';

interface Asked {
  readonly tried?: Tried | undefined;
  readonly signal: AbortSignal;
}
interface Page {
  readonly page: number;
  readonly sort?: string | undefined;
}

const plain = { per_page: undefined, filters: '', facets: undefined, narrowing: '', values: '', highlight: '0' } as const;

/** With an id, as answers of shops have; nobody counts what is asked here. */
const written = (json: Buffer): WrittenAnswer => new WrittenAnswer(withQueryId({ json }));

export function serveResultSamples(app: App): void {
  async function complete(project: ProjectScope, q: string, { tried, signal }: Asked): Promise<WrittenAnswer> {
    const live = await (tried === undefined ? app.releases.live(project) : app.releases.tried(project, tried));
    const all = await collectionStore(app.db).list(project);
    const counts = await Promise.all(all.map(async ({ id }) => (await app.engine.status(engineCollection(id)))?.itemCount ?? 0));
    const known = all.filter(({ id }, at) => live.relevance[id] !== undefined && counts[at] !== 0);
    // Shops that lay out nothing themselves get no columns; whoever looks here sees those that are usual.
    const release = { rules: live.rules, columns: live.columns ?? (await shownPanel(app, project)) };
    const place = { release, signal, ...(tried && { tried }) };
    return written((await completeQuery(app, project, known, { q, limit: undefined }, place)).json);
  }

  const search = (project: ProjectScope, c: number, { q, page, sort }: Page & { q: string }, { tried, signal }: Asked) => {
    const sent = parseSearchRequest({ ...plain, q, page, sort });
    const find = async (asking: CollectionSearch) => {
      const request = requestOf(sent, resultDefaults(asking.relevance, 'search'));
      return written(searchJsonOf(shownAnswer(await asking.find(request), asking.relevance, 'search')));
    };
    return inCollection(app, project, c, find, { tried, signal });
  };

  const list = (project: ProjectScope, c: number, { path, ...page }: Page & { path: string }, { tried, signal }: Asked) => {
    const sent = parseSearchRequest({ ...plain, q: '', ...page });
    const find = async (asking: CollectionSearch) => written(await listedCategory(asking, path.trim(), sent));
    return inCollection(app, project, c, find, { tried, signal });
  };

  serve(app, sampleAutocomplete, ({ q }, { project }, _upload, signal) => complete(project, q, { signal }));
  serve(app, tryAutocomplete, async ({ collection_id: c, layout_columns: columns, q, ...sent }, { project }, _upload, signal) => {
    const settings = ResultSettingFields.parse({ ...sent, kind: 'autocomplete' });
    const tried = await triedSettings(app.db, await collectionOf(app.db, project, c), settings, columns);
    return complete(project, q, { tried, signal });
  });

  serve(app, sampleSearch, ({ c, ...asked }, { project }, _upload, signal) => search(project, c, asked, { signal }));
  serve(app, trySearch, async ({ collection_id: c, q, page, sort_by: sort, ...sent }, { project }, _upload, signal) => {
    const settings = ResultSettingFields.parse({ ...sent, kind: 'search' });
    const tried = await triedSettings(app.db, await collectionOf(app.db, project, c), settings);
    return search(project, c, { q, page, sort }, { tried, signal });
  });

  serve(app, sampleCatalog, ({ c, ...asked }, { project }, _upload, signal) => list(project, c, asked, { signal }));
  serve(app, tryCatalog, async ({ collection_id: c, path, page, sort_by: sort, ...sent }, { project }, _upload, signal) => {
    const settings = ResultSettingFields.parse({ ...sent, kind: 'catalog' });
    const tried = await triedSettings(app.db, await collectionOf(app.db, project, c), settings);
    return list(project, c, { path, page, sort }, { tried, signal });
  });
}

/** What is live with settings that nobody has saved. Throws what is wrong with them, each at its place. */
async function triedSettings(
  db: Database,
  scope: CollectionScope,
  sent: ResultSettingFields,
  columns?: readonly LayoutColumn[],
): Promise<Tried> {
  const kept = await keptResults(db, scope, sent);
  const id = (await savedResults(db, scope, sent.kind))?.item.id;
  const row = { id: id ?? 0, collection_id: scope.collectionId, ...kept };
  const isUsual = isDeepStrictEqual(kept, usualSettings(sent.kind));
  const results: Tried = isUsual
    ? { without: id === undefined ? [] : [{ source: resultsKey, id }] }
    : { put: [{ source: resultsKey, row }] };
  if (columns === undefined) return results;
  await checkPanel(db, { id: scope.id }, columns);
  const panel = { id: (await savedPanel(db, scope))?.item.id ?? 0, columns };
  return { ...results, put: [...(results.put ?? []), { source: panelKey, row: panel }] };
}
