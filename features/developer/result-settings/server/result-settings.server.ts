import { isDeepStrictEqual } from 'node:util';
import { resultFileKinds } from './result-file-kinds.ts';
import {
  writePanel,
  writeResults,
  answerFields,
  fieldsOf,
  listedFields,
  savedPanel,
  savedResults,
  usualSettings,
} from './result-settings.service.ts';
import {
  type LayoutColumn,
  type LayoutColumnChoice,
  listLayoutColumns,
  previewAutocompleteResults,
  previewCatalogResults,
  previewSearchResults,
  resultCalls,
  type ResultKind,
  resultKinds,
  ResultSettingFields,
  sampleAutocomplete,
  sampleCatalog,
  sampleSearch,
} from '#features/developer/result-settings/result-settings.contract.ts';
import { panelKey, resultsKey, settingsVersion } from './result-settings.store.ts';
import type { Previewed } from '#server/rules/releases/preview-rows.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionScope, collectionOf, type ProjectScope } from '#server/db/row-scope.ts';
import { fail } from '#server/base/fail.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { itemName, type CollectionSearch, engineCollection, inCollection } from '#server/search/project-search.ts';
import { itemsOfOtherCollections, usualSuggestions } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { completeQuery } from '#features/front-api/autocomplete/server/complete-query.service.ts';
import { listedCategory } from '#features/front-api/catalog/listed-category.service.ts';
import { withQueryId } from '#server/app/shop-answers.ts';
import { resultDefaults, usualFacets } from '#server/search/result-defaults.ts';
import { searchJsonOf, shownAnswer } from '#server/search/shown-answer.ts';
import { run } from '#process-kit/work.ts';
import { parseSearchRequest, requestOf } from '#server/search/search-request.ts';

async function shownSettings(app: App, scope: CollectionScope, kind: ResultKind) {
  const fields = await fieldsOf(app.db, scope);
  const saved = (await savedResults(app.db, scope, kind))?.fields ?? usualSettings(kind);
  const { number: release, relevance } = await app.releases.live({ id: scope.id });
  const live = relevance[scope.collectionId];
  return {
    ...saved,
    collection_id: scope.collectionId,
    results: listedFields(fields, saved.results),
    layout_columns: await shownPanel(app, scope),
    fields,
    usual_facets: live === undefined ? [] : usualFacets(live),
    release,
    ...(await settingsVersion(app.db, scope, kind)),
  };
}

async function namedCollections({ db, releases }: App, project: ProjectScope) {
  const { relevance } = await releases.live({ id: project.id });
  return (await collectionStore(db).list(project)).map(({ id, name }) => ({
    id,
    name,
    nameField: relevance[id]?.front.nameField ?? itemName,
  }));
}

/** Phrases, then items of each collection. */
const usualColumns = async (app: App, project: ProjectScope): Promise<LayoutColumn[]> => [
  { kind: 'phrases', collection_id: null, field: '', title: '', limit: usualSuggestions },
  ...(await namedCollections(app, project)).map(({ id, nameField }, at): LayoutColumn => ({
    kind: 'items',
    collection_id: id,
    field: nameField,
    title: '',
    limit: at === 0 ? usualSuggestions : itemsOfOtherCollections,
  })),
];

const shownPanel = async (app: App, project: ProjectScope): Promise<LayoutColumn[]> =>
  (await savedPanel(app.db, project))?.fields.columns ?? (await usualColumns(app, project));

async function columnChoices(app: App, project: ProjectScope): Promise<LayoutColumnChoice[]> {
  const choices: LayoutColumnChoice[] = [{ kind: 'phrases', collection_id: null, collection: '', field: '' }];
  for (const { id, name, nameField } of await namedCollections(app, project)) {
    const place = { collection_id: id, collection: name };
    const fields = answerFields(await collectionStore(app.db).indexedFields(project, id));
    const counted = fields.filter((field) => field.is_counted && field.type === 'text');
    choices.push({ kind: 'items', ...place, field: nameField });
    choices.push(...counted.map((field) => ({ kind: 'values' as const, ...place, field: field.name })));
  }
  return choices;
}

const unknownPerson = '–';

/** Saving publishes at once, as a release. */
function serveKind(app: App, kind: ResultKind): void {
  // The catalogue has the most parts; a response keeps those that its schema has.
  const { read, save } = resultCalls[kind] as typeof resultCalls.catalog;

  serve(app, read, async ({ c }, { project }) => shownSettings(app, await collectionOf(app.db, project, c), kind));

  serve(app, save, async ({ collection_id, updated_at: began, ...sent }, { project, user }) => {
    const scope = await collectionOf(app.db, project, collection_id);
    const { layout_columns: columns } = sent as { readonly layout_columns?: readonly LayoutColumn[] };
    // The default isn't stored, so that it follows the collections.
    const isUsual = columns !== undefined && isDeepStrictEqual(columns, await usualColumns(app, scope));
    await app.releases.change({ id: scope.id }, { userId: user.id, reason: 'result settings' }, async (db) => {
      const { updated_at: at, updated_by: person } = await settingsVersion(db, scope, kind);
      if (began !== undefined && (at ?? 0) > (began ?? 0))
        throw fail('changedMeanwhile', { person: person ?? unknownPerson, at: at ?? 0 });
      const author = { userId: user.id, at: Date.now() };
      await writeResults(db, scope, ResultSettingFields.parse({ ...sent, kind }), author);
      if (columns !== undefined) await writePanel(db, { id: scope.id }, isUsual ? null : columns, author);
    });
    return shownSettings(app, scope, kind);
  });
}

export function serveResultSettings(app: App): void {
  for (const kind of resultFileKinds) app.fileKinds.set(kind.key, kind);
  for (const kind of resultKinds) serveKind(app, kind);
  serve(app, listLayoutColumns, async (_input, { project }) => ({ columns: await columnChoices(app, project) }));
  serveResultSamples(app);
  serveResultPreviews(app);
}

const plain = { per_page: undefined, filters: '', facets: undefined, narrowing: '', values: '', highlight: '0' } as const;

/** With a query id, as in responses to shops; these searches aren't counted. */
const written = (json: Buffer): WrittenAnswer => new WrittenAnswer(withQueryId({ json }));

type Asking = { readonly tried?: Previewed; readonly signal: AbortSignal };

async function completed(app: App, project: ProjectScope, q: string, { tried, signal }: Asking) {
  const live = await (tried ? app.releases.preview(project, tried) : app.releases.live(project));
  const all = await collectionStore(app.db).list(project);
  const counts = await Promise.all(all.map(async ({ id }) => (await app.engine.status(engineCollection(id)))?.itemCount ?? 0));
  const known = all.filter(({ id }, at) => live.relevance[id] !== undefined && counts[at] !== 0);
  // Shops without a layout of their own get no columns; here the default ones are shown.
  const release = { rules: live.rules, columns: live.columns ?? (await shownPanel(app, project)) };
  const asked = { engine: app.engine, embeddings: null, releases: { live: () => live } };
  return written((await run(completeQuery(asked, project, known, { q, limit: undefined }, { release, signal }))).json);
}

interface AskedPage {
  readonly c: number;
  readonly q?: string;
  readonly path?: string;
  readonly page?: number | undefined;
  readonly sort?: string | undefined;
}

function searched(app: App, project: ProjectScope, { c, q = '', page = 1, sort }: AskedPage, asking: Asking) {
  const find = async (search: CollectionSearch) => {
    const { relevance } = search;
    // The plugin asks for filters of its own while there are none.
    const isPlugin = asking.tried !== undefined && relevance.front.results.search.facets.length === 0;
    const facets = (isPlugin && usualFacets(relevance).join(',')) || undefined;
    const request = requestOf(parseSearchRequest({ ...plain, q, page, sort, facets }), resultDefaults(relevance, 'search'));
    return written(searchJsonOf(shownAnswer(await search.find(request), relevance, 'search')));
  };
  return inCollection(app, project, c, find, asking);
}

function listed(app: App, project: ProjectScope, { c, path = '', page = 1, sort }: AskedPage, asking: Asking) {
  const sent = parseSearchRequest({ ...plain, q: '', page, sort });
  const find = async (search: CollectionSearch) => written((await listedCategory(search, path.trim(), sent)).json);
  return inCollection(app, project, c, find, asking);
}

function serveResultSamples(app: App): void {
  serve(app, sampleAutocomplete, ({ q }, { project }, _upload, signal) => completed(app, project, q, { signal }));
  serve(app, sampleSearch, (asked, { project }, _upload, signal) => searched(app, project, asked, { signal }));
  serve(app, sampleCatalog, (asked, { project }, _upload, signal) => listed(app, project, asked, { signal }));
}

type Tried = Omit<ResultSettingFields, 'kind'> & { readonly c: number; readonly layout_columns?: LayoutColumn[] | undefined };

function serveResultPreviews(app: App): void {
  async function triedSettings(
    project: ProjectScope,
    kind: ResultKind,
    { c, layout_columns: columns, ...settings }: Tried,
  ): Promise<Previewed> {
    const scope = await collectionOf(app.db, project, c);
    const saved = await savedResults(app.db, scope, kind);
    const row = { ...ResultSettingFields.parse({ ...settings, kind }), id: saved?.item.id ?? 0, collection_id: c };
    const panel = columns && { columns, id: (await savedPanel(app.db, project))?.item.id ?? 0 };
    return { put: [{ source: resultsKey, row }, ...(panel ? [{ source: panelKey, row: panel }] : [])] };
  }

  serve(app, previewAutocompleteResults, async ({ q, ...tried }, { project }, _upload, signal) =>
    completed(app, project, q, { tried: await triedSettings(project, 'autocomplete', tried), signal }),
  );
  serve(app, previewSearchResults, async ({ q, ...tried }, { project }, _upload, signal) =>
    searched(app, project, { c: tried.c, q }, { tried: await triedSettings(project, 'search', tried), signal }),
  );
  serve(app, previewCatalogResults, async ({ path, ...tried }, { project }, _upload, signal) =>
    listed(app, project, { c: tried.c, path }, { tried: await triedSettings(project, 'catalog', tried), signal }),
  );
}
