import { beforeAll, expect, test } from 'vitest';
import { createCollection, removeCollection } from '#features/data/collections/collections.contract.ts';
import { inputOf, listFields, updateField } from '#features/data/schema/schema.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { exportProject, importProject } from '#features/owner/project-file/project-file.contract.ts';
import { listReleases, restoreRelease } from '#features/search-settings/releases/releases.contract.ts';
import { type FeedShops, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import {
  type ResultField,
  previewAutocompleteResults,
  previewCatalogResults,
  previewSearchResults,
  sampleAutocomplete,
  sampleCatalog,
  sampleSearch,
  listLayoutColumns,
  readAutocompleteSettings,
  readSearchSettings,
  saveAutocompleteSettings,
  saveCatalogSettings,
  saveSearchSettings,
} from '#features/developer/result-settings/result-settings.contract.ts';

const items = Array.from({ length: 30 }, (_, at) => ({
  id: `k${at}`,
  name: `Kettle ${at}`,
  category: at % 2 === 0 ? 'Kitchen > Kettles' : 'Garden > Kettles',
  brand: `Brand ${10 - (at % 3)}`,
  price: 100 - at,
  description: 'Boils a litre of water in two minutes, and whistles when it is done',
  depth: at % 5,
}));

const shops = await sharedFeedShops();
let owner: Awaited<ReturnType<FeedShops['shop']>>;
let c: number;
beforeAll(async () => {
  const ndjson = items.map((item) => JSON.stringify(item)).join('\n');
  owner = await shops.shop(shops.host.put('/kettles.ndjson', ndjson, 'application/x-ndjson'));
  await shops.server.imported(owner.actor, owner.feedId);
  c = owner.collectionId;
});

const call: FeedShops['server']['call'] = (...parameters) => shops.server.call(...parameters);
const search = async (input: object = {}) =>
  (await call({}, frontSearch, { token: owner.actor.project, q: 'kettle', ...input })).data!;
const read = async () => (await call(owner.actor, readSearchSettings, { c })).data!;
const plain = { per_page: null, sort: [], facets: [] };
const save = (changes: object) => call(owner.actor, saveSearchSettings, { collection_id: c, results: [], ...plain, ...changes });
const newest = async () => (await call(owner.actor, listReleases, { per_page: 1 })).data!.items[0]!.number;
const only = (all: readonly ResultField[], names: readonly string[]) =>
  names
    .flatMap((name) => all.filter(({ field }) => field === name))
    .concat(all.filter(({ field }) => !names.includes(field)).map((one) => ({ ...one, is_shown: false })));

test('without settings every field that is not archived is listed, shown and sent', async () => {
  const settings = await read();
  expect(settings).toMatchObject({ per_page: null, sort: [], facets: [], updated_at: null, updated_by: null });
  expect(settings.results.map(({ field }) => field)).toEqual(settings.fields.map(({ name }) => name));
  expect(settings.results.every(({ is_shown, label, max_length }) => is_shown && label === '' && max_length === null)).toBe(true);
  const { items: found, facets } = await search();
  expect(found).toHaveLength(20);
  expect(found[0]).toMatchObject({ name: expect.any(String), description: expect.any(String), depth: expect.any(Number) });
  expect(facets).toEqual([]);
  expect((await read()).usual_facets).toEqual(['category', 'price', 'brand']);
});

test('saved settings are live at once, with a release of their own, in the shop and in the query tester', async () => {
  const before = await newest();
  const { results } = await read();
  const wanted = only(results, ['price', 'name', 'description']).map((one) =>
    one.field === 'description' ? { ...one, max_length: 20, label: 'About it' } : one,
  );
  const saved = await save({
    results: wanted,
    per_page: 5,
    sort: [{ field: 'price', order: 'asc' }, { field: null }],
    facets: [{ field: 'brand', label: 'Maker', limit: 3, order: 'value' }],
  });
  expect(saved).toMatchObject({ status: 200, data: { per_page: 5, release: before + 1, updated_by: expect.any(String) } });
  for (const answer of [await search(), (await call(owner.actor, testQuery, { c, q: 'kettle' })).data!]) {
    const [first] = answer.items;
    expect(answer.items).toHaveLength(5);
    expect(first).toMatchObject({ price: 71, description: 'Boils a litre of…' });
    expect(first).not.toHaveProperty('depth');
    expect(answer.facets).toMatchObject([
      { field: 'brand', label: 'Maker', values: [{ value: 'Brand 8' }, { value: 'Brand 9' }, { value: 'Brand 10' }] },
    ]);
    expect(answer.labels).toEqual({ description: 'About it' });
  }
  expect(Object.keys((await search()).items[0]!).slice(0, 3)).toEqual(['price', 'name', 'description']);
  const asked = await search({ per_page: 2, sort: 'price:desc', facets: 'category' });
  expect(asked.items.map(({ price }) => price)).toEqual([100, 99]);
  expect(asked.facets).toEqual([]);
  expect((await search({ sort: '', facets: '' })).items[0]!['price']).toBe(100);
  expect(await newest()).toBe(before + 1);
});

test('settings as they are make no release, and usual ones are none', async () => {
  const { results, per_page, sort, facets, release } = await read();
  expect((await save({ results, per_page, sort, facets })).data!.release).toBe(release);
  const usual = results.map(({ field }) => ({ field }));
  const fields = (await read()).fields.map(({ name }) => name);
  const inOrder = usual.toSorted((one, other) => fields.indexOf(one.field) - fields.indexOf(other.field));
  expect((await save({ results: inOrder })).data!.release).toBe(release + 1);
  expect((await search()).items).toHaveLength(20);
  expect(
    await shops.server.app.db
      .selectFrom('result_setting')
      .where('project_id', '=', owner.projectId)
      .where('deleted_at', 'is', null)
      .selectAll()
      .execute(),
  ).toEqual([]);
});

test('an earlier release brings its settings back, and one without any takes them away', async () => {
  const without = await newest();
  await save({ per_page: 3 });
  const withThree = await newest();
  await call(owner.actor, restoreRelease, { number: without });
  expect((await search()).items).toHaveLength(20);
  await call(owner.actor, restoreRelease, { number: withThree });
  expect((await search()).items).toHaveLength(3);
  expect((await read()).per_page).toBe(3);
});

test('of two who save over the same version, the later is told who was first', async () => {
  const { updated_at } = await read();
  expect((await save({ per_page: 7, updated_at })).status).toBe(200);
  const late = await save({ per_page: 9, updated_at });
  expect(late).toMatchObject({ status: 409, errors: [{ code: 'changedMeanwhile', parameters: { person: expect.any(String) } }] });
  expect((await read()).per_page).toBe(7);
  expect((await save({ per_page: 9 })).status).toBe(200);
});

test.each([
  ['no field is left', { results: [{ field: 'name', is_shown: false }] }, 'results', 'fieldNeeded'],
  ['a field that is not there', { results: [{ field: 'nope' }] }, 'results.0.field', 'notFound'],
  ['a field twice', { results: [{ field: 'name' }, { field: 'name' }] }, 'results.1.field', 'alreadyUsed'],
  ['a cut of nine letters', { results: [{ field: 'name', max_length: 9 }] }, 'results.0.max_length', 'cutLengthNotPossible'],
  ['a cut number', { results: [{ field: 'price', max_length: 20 }] }, 'results.0.max_length', 'cutNeedsText'],
  ['a sort by long texts', { sort: [{ field: 'description' }] }, 'sort.0.field', 'notSortable'],
  ['the same sort twice', { sort: [{ field: null }, { field: null, order: 'desc' }] }, 'sort.1.field', 'alreadyUsed'],
  ['a filter by long texts', { facets: [{ field: 'description' }] }, 'facets.0.field', 'notCounted'],
  ['a filter of 51 values', { facets: [{ field: 'brand', limit: 51 }] }, 'facets.0.limit', 'notBetween'],
  ['101 results', { per_page: 101 }, 'per_page', 'notBetween'],
])('%s is refused at its place', async (_what, changes, field, code) => {
  const release = await newest();
  expect(await save(changes)).toMatchObject({ status: 422, errors: [{ field, code }] });
  expect(await newest()).toBe(release);
});

test('an archived field is never sent, and what was set for it counts again once it is not archived', async () => {
  const { results } = await read();
  await save({
    results: only(results, ['name', 'depth']),
    sort: [{ field: 'depth', order: 'desc' }],
    facets: [{ field: 'depth' }],
  });
  const { data: fields } = await call(owner.actor, listFields, { c, per_page: 100 });
  const depth = fields!.items.find(({ name }) => name === 'depth')!;
  const archive = (isArchived: boolean) =>
    call(owner.actor, updateField, { ...inputOf(depth), id: depth.id, archive: isArchived } as never);
  await archive(true);
  const { items: found, facets } = await search();
  expect(found[0]).not.toHaveProperty('depth');
  expect(facets).toEqual([]);
  const listed = await read();
  expect(listed.results.find(({ field }) => field === 'depth')).toMatchObject({ is_shown: false });
  // Saved again as the form has it: the field isn't shown there.
  expect((await save({ results: listed.results, sort: [], facets: [] })).status).toBe(200);
  expect((await save({ sort: [{ field: 'depth' }] })).errors[0]).toMatchObject({ code: 'notSortable' });
  await save({ results: listed.results });
  await archive(false);
  expect((await search()).items[0]).toHaveProperty('depth');
});

test('a catalogue category is sorted as it is set, or as the one above it', async () => {
  const browse = async (path: string) =>
    (await call({}, frontCatalog, { token: owner.actor.project, path })).data!.items.slice(0, 2).map(({ price }) => price);
  const settings = {
    collection_id: c,
    results: [],
    per_page: 10,
    sort: [{ field: 'price', order: 'desc' }],
    facets: [],
    path_field: 'category',
    path_sorts: [{ path: 'Kitchen', field: 'price', order: 'asc' }],
  };
  expect(await call(owner.actor, saveCatalogSettings, settings as never)).toMatchObject({ status: 200 });
  expect(await browse('Kitchen > Kettles')).toEqual([72, 74]);
  expect(await browse('Garden')).toEqual([99, 97]);
  expect(await call(owner.actor, saveCatalogSettings, { ...settings, path_field: 'brand' } as never)).toMatchObject({
    status: 422,
    errors: [{ field: 'path_field', code: 'fieldWithoutLevels' }],
  });
});

test('columns under the search box are usual until somebody sets them, and one of a deleted collection stays to be seen', async () => {
  const { data: usual } = await call(owner.actor, readAutocompleteSettings, { c });
  expect(usual!.layout_columns).toMatchObject([
    { kind: 'phrases', collection_id: null, limit: 6 },
    { kind: 'items', collection_id: c, field: 'name', limit: 6 },
  ]);
  const { data: choices } = await call(owner.actor, listLayoutColumns, {});
  expect(choices!.columns).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'values', collection_id: c, field: 'brand' })]),
  );
  const { data: other } = await call(owner.actor, createCollection, { name: 'Articles' });
  const columns = [
    { kind: 'values', collection_id: c, field: 'brand', limit: 4 },
    { kind: 'items', collection_id: other!.id, field: 'name', title: 'Read', limit: 2 },
  ];
  const savePanel = (layout_columns: object[]) =>
    call(owner.actor, saveAutocompleteSettings, { collection_id: c, results: [], per_page: null, layout_columns } as never);
  expect(await savePanel(columns)).toMatchObject({ status: 200, data: { layout_columns: columns } });
  await call(owner.actor, removeCollection, { id: other!.id });
  const { data: after } = await call(owner.actor, readAutocompleteSettings, { c });
  expect(after!.layout_columns).toMatchObject(columns);
  expect((await savePanel(columns.toReversed())).status).toBe(200);
  expect(await savePanel([{ ...columns[1]!, collection_id: 999_999 }])).toMatchObject({
    status: 422,
    errors: [{ field: 'layout_columns.0.collection_id', code: 'notFound' }],
  });
  expect(await savePanel([{ kind: 'values', collection_id: c, field: 'description', limit: 4 }])).toMatchObject({
    errors: [{ field: 'layout_columns.0.field', code: 'notCounted' }],
  });
  expect(await savePanel([columns[0]!, columns[0]!])).toMatchObject({ errors: [{ code: 'alreadyUsed' }] });
  // What is usual is kept as nothing, so that it goes with the collections that there are.
  const isKept = async () => (await call(owner.actor, exportProject, {})).data!.text.includes('autocomplete-panel:\n    columns');
  expect(await isKept()).toBe(true);
  expect((await savePanel(usual!.layout_columns)).status).toBe(200);
  expect(await isKept()).toBe(false);
  await savePanel(columns.slice(0, 1));
});

test('the file of a project has them by the names of its collections, and brings them back', async () => {
  await save({ per_page: 7 });
  const { data: file } = await call(owner.actor, exportProject, {});
  expect(file!.text).toMatch(/autocomplete-panel:\n +columns:\n/);
  await save({});
  const { data: done, msg } = await call(owner.actor, importProject, { text: file!.text, dry_run: false } as never);
  expect(msg).toBe('');
  expect(done!.counts['result-settings']).toEqual({ added: 1 });
  expect((await call(owner.actor, exportProject, {})).data!.text).toBe(file!.text);
  const wrong = file!.text.replace('field: brand', 'field: brandy');
  expect(wrong).not.toBe(file!.text);
  expect((await call(owner.actor, importProject, { text: wrong, dry_run: true } as never)).status).toBe(422);
});

test('samples are what the shop gets, with the default panel', async () => {
  await save({ per_page: 4 });
  expect((await call(owner.actor, sampleSearch, { c, q: 'kettle' })).data!.items).toHaveLength(4);
  const columns = [
    { kind: 'values', collection_id: c, field: 'category', title: 'Departments', limit: 3 },
    { kind: 'phrases', limit: 1 },
    { kind: 'items', collection_id: c, field: 'name', limit: 2 },
  ];
  const settings = { collection_id: c, results: [], per_page: null };
  await call(owner.actor, saveAutocompleteSettings, { ...settings, layout_columns: columns } as never);
  const shop = async () => (await call({}, frontAutocomplete, { token: owner.actor.project, q: 'ket' })).data!;
  const sample = async () => (await call(owner.actor, sampleAutocomplete, { q: 'ket' })).data!;
  expect((await sample()).columns).toMatchObject([
    {
      kind: 'values',
      title: 'Departments',
      // Parents with the same count are dropped.
      values: [
        { text: 'Garden > Kettles', count: 15 },
        { text: 'Kitchen > Kettles', count: 15 },
      ],
      total_count: 30,
    },
    { kind: 'phrases', title: '', values: [{ text: expect.any(String) }] },
    { kind: 'items', title: 'Products', items: [{ id: expect.any(String) }, {}], total_count: 30 },
  ]);
  expect((await shop()).columns).toEqual((await sample()).columns);
  await call(owner.actor, saveAutocompleteSettings, { ...settings, layout_columns: [] } as never);
  expect(await shop()).toMatchObject({ columns: [], items: Array.from({ length: 6 }, () => expect.anything()) });
  expect((await call(owner.actor, sampleCatalog, { c, path: 'Garden > Kettles' })).data!.breadcrumbs).toHaveLength(2);
  expect((await call(owner.actor, sampleCatalog, { c, path: 'Nowhere' })).status).toBe(404);
});

test('previews answer as the shop would be answered, and save nothing', async () => {
  const before = await newest();
  const { results } = await read();
  const tried = {
    c,
    results: only(results, ['name', 'price']).map((one) => (one.field === 'name' ? { ...one, label: 'Called' } : one)),
    per_page: 3,
    sort: [{ field: 'price', order: 'asc' as const }],
    facets: [{ field: 'brand', label: 'Maker', limit: 2, order: 'count' as const }],
    path_field: null,
    path_sorts: [],
  };
  const searched = (await call(owner.actor, previewSearchResults, { ...tried, q: 'kettle' })).data!;
  expect(searched.items.map(({ price }) => price)).toEqual([71, 72, 73]);
  expect(searched.items[0]).not.toHaveProperty('description');
  expect(searched).toMatchObject({ facets: [{ field: 'brand', label: 'Maker' }], labels: { name: 'Called' } });
  expect(searched.facets[0]!.values).toHaveLength(2);
  const byPlugin = (await call(owner.actor, previewSearchResults, { ...tried, results, facets: [], q: 'kettle' })).data!;
  expect(byPlugin.facets.map(({ field }) => field)).toEqual(['category', 'price', 'brand']);
  const sorts = [{ path: 'Garden', field: 'price', order: 'desc' as const }];
  const listed = await call(owner.actor, previewCatalogResults, { ...tried, path: 'Garden > Kettles', path_sorts: sorts });
  expect(listed.data!.items.map(({ price }) => price)).toEqual([99, 97, 95]);
  expect((await call(owner.actor, previewCatalogResults, { ...tried, path: 'Nowhere' })).status).toBe(404);
  const columns = [{ kind: 'values' as const, collection_id: c, field: 'brand', title: 'Makers', limit: 2 }];
  const completed = await call(owner.actor, previewAutocompleteResults, { ...tried, q: 'ket', layout_columns: columns });
  expect(completed.data!.columns).toMatchObject([{ title: 'Makers', values: [{}, {}] }]);
  expect(completed.data!.items[0]).not.toHaveProperty('description');
  expect(await newest()).toBe(before);
});
