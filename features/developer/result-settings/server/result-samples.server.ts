import { sampleAutocomplete, sampleCatalog, sampleSearch } from '#features/developer/result-settings/result-samples.contract.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { completeQuery } from '#features/front-api/autocomplete/server/complete-query.service.ts';
import { listedCategory } from '#features/front-api/catalog/listed-category.service.ts';
import type { App } from '#server/app/app.ts';
import { withQueryId } from '#server/app/shop-answers.ts';
import { type CollectionSearch, engineCollection, inCollection } from '#server/search/project-search.ts';
import { resultDefaults } from '#server/search/result-defaults.ts';
import { shownAnswer } from '#server/search/shown-answer.ts';
import { searchJsonOf } from '#server/search/search-data.ts';
import { parseSearchRequest, requestOf } from '#server/search/search-request.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';
import { shownPanel } from './shown-settings.ts';

const plain = { per_page: undefined, filters: '', facets: undefined, narrowing: '', values: '', highlight: '0' } as const;

/** With a query id, as in responses to shops; these searches aren't counted. */
const written = (json: Buffer): WrittenAnswer => new WrittenAnswer(withQueryId({ json }));

export function serveResultSamples(app: App): void {
  serve(app, sampleAutocomplete, async ({ q }, { project }, _upload, signal) => {
    const live = await app.releases.live(project);
    const all = await collectionStore(app.db).list(project);
    const counts = await Promise.all(all.map(async ({ id }) => (await app.engine.status(engineCollection(id)))?.itemCount ?? 0));
    const known = all.filter(({ id }, at) => live.relevance[id] !== undefined && counts[at] !== 0);
    // Shops without a layout of their own get no columns; here the default ones are shown.
    const release = { rules: live.rules, columns: live.columns ?? (await shownPanel(app, project)) };
    return written((await completeQuery(app, project, known, { q, limit: undefined }, { release, signal })).json);
  });

  serve(app, sampleSearch, ({ c, q, page, sort }, { project }, _upload, signal) => {
    const sent = parseSearchRequest({ ...plain, q, page, sort });
    const find = async (asking: CollectionSearch) => {
      const request = requestOf(sent, resultDefaults(asking.relevance, 'search'));
      return written(searchJsonOf(shownAnswer(await asking.find(request), asking.relevance, 'search')));
    };
    return inCollection(app, project, c, find, { signal });
  });

  serve(app, sampleCatalog, ({ c, path, page, sort }, { project }, _upload, signal) => {
    const sent = parseSearchRequest({ ...plain, q: '', page, sort });
    const find = async (asking: CollectionSearch) => written(await listedCategory(asking, path.trim(), sent));
    return inCollection(app, project, c, find, { signal });
  });
}
