import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { addPhrase } from '#features/data/phrases/phrases.contract.ts';
import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { checkItems } from '#features/developer/check-items/check-items.contract.ts';
import { saveAutocompleteSettings, saveSearchSettings } from '#features/developer/result-settings/result-settings.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { saveBoosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { type FeedShops, lamps, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { fillTables, settled, shopWithItems } from '#testing/calls/full-project.ts';
import { rowsOfProject } from '#server/db/testing/foreign-rows.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';

type Shop = Awaited<ReturnType<typeof shopWithItems>>;
let shops: FeedShops;
let source: Shop;
let copy: { readonly projectId: number; readonly feedId: number };

/** What a copy has of its own, or not at all. Whatever else a project has is copied with it. */
const notCopied = new Set(
  [
    'api_token member invitation upload feed feed_schedule feed_sample',
    'import import_problem recreation own_item api_request api_call message',
    'rule_use shop_query search_day took_day shop_event event_day counted_name release released_row waiting_row',
    'check_place check_mark query_fix weekly_report search_quality',
  ].flatMap((names) => names.split(' ')),
);

/** One rule of each kind, by the key of its kind. */
const makers: Readonly<Record<string, () => Promise<{ readonly status: number; readonly msg: string }>>> = {
  synonyms: () => call(synonyms.create, { term: 'sofa', synonyms: ['couch'], is_active: false, valid_to: 4_000_000_000_000 }),
  fixits: () => call(fixits.create, { term: 'lapm', catalog_term: 'lamp' }),
  stopwords: () => call(stopwords.create, { value: 'the' }),
  'character-filters': () => call(charFilters.create, { from: '&', to: ' and ' }),
  curations: () =>
    call(curations.create, {
      collection_id: source.collectionId,
      name: 'Best lamps',
      queries: [{ query: 'lamp' }],
      promoted: [{ id: '3' }],
      hidden: [{ id: '4' }],
    }),
  boosts: () => draft({ overrides_relevance: true }),
  'boost-settings': () => draft({ overrides_relevance: true }),
  'result-settings': () =>
    call(saveSearchSettings, { collection_id: source.collectionId, results: [], per_page: 7, sort: [], facets: [] }),
  'autocomplete-panel': () =>
    call(saveAutocompleteSettings, {
      collection_id: source.collectionId,
      results: [],
      per_page: null,
      layout_columns: [{ kind: 'items', collection_id: source.collectionId, field: 'name', limit: 3 }],
    }),
  phrases: () => call(addPhrase, { c: source.collectionId, phrase: 'desk lamp', boost: 3 }),
};

const call: <E extends Parameters<FeedShops['server']['call']>[1]>(
  endpoint: E,
  input: Parameters<FeedShops['server']['call']>[2],
) => Promise<{ status: number; msg: string }> = (endpoint, input) => shops.server.call(source.actor, endpoint, input as never);
const draft = (settings: { overrides_relevance: boolean }) =>
  call(saveBoosts, {
    collection_id: source.collectionId,
    boosts: [{ field: 'price', type: 'functional', boost: 2 }],
    ...settings,
    publish: false,
  });

beforeAll(async () => {
  shops = await startFeedShops();
  const { db } = shops.server.app;
  await shops.server.signUp('admin@example.com');
  source = await shopWithItems(shops, 'source');
  for (const [kind, make] of Object.entries(makers)) {
    const { status, msg } = await make();
    if (status !== 200) throw new Error(`No rule of ${kind}: ${msg}`);
  }
  await call(checkItems.create, { c: source.collectionId, elastic_item_id: '3', term: 'lamp', alert_above: 5 });
  await call(createCollection, { name: 'Articles', predefined: 'articles', relevant_rate: 40, force_stopwords: true });
  const field = db.updateTable('field').where('project_id', '=', source.projectId).where('name', '=', 'price');
  await field
    .set({ archive: 1, autocomplete: 0, temp_type: 'text', is_facet: 0, relevance: '{"searchable":true,"weight":7}' })
    .execute();
  await db.updateTable('feed').set({ guard: '{"removed_share":0.5}' }).where('id', '=', source.feedId).execute();
  const daily = { activated: true, schedule: 'daily', schedule_time: '04:30' } as const;
  await call(updateSchedule, { id: source.feedId, ...daily });
  const rates = { visitor_calls_per_second: 5, project_calls_per_second: 70 };
  await db.updateTable('project').set(rates).where('id', '=', source.projectId).execute();
  await settled(db);
  await fillTables(db, source);

  const made = await shops.server.call(source.actor, createProject, {
    name: 'Copy',
    language: 'en',
    data_source: 'custom_feed',
    feed_url: shops.host.put('/copy.ndjson', lamps(5)),
    copy_from: source.projectId,
  });
  copy = { projectId: made.data!.id, feedId: made.data!.feed_id! };
});
afterAll(() => shops.close());

const collectionNames = async (projectId: number) => {
  const rows = shops.server.app.db.selectFrom('collection').select(['id', 'name']).where('project_id', '=', projectId);
  return new Map((await rows.execute()).map(({ id, name }) => [id, name]));
};

/** Rules as releases hold them, without ids, and by the names of their collections. */
async function rulesOf(projectId: number, kind: string): Promise<unknown[]> {
  const names = await collectionNames(projectId);
  const rows = (await shops.server.app.releases.liveRows({ id: projectId }, kind)) as readonly ReleasedRow[];
  const withNames = (name: string, value: unknown) => (name === 'collection_id' ? (names.get(Number(value)) ?? null) : value);
  return rows.map(({ id: _id, ...rule }) => JSON.parse(JSON.stringify(rule, withNames)) as object);
}

/** Settings that are rows of their own; those of the project, its collections and fields are looked at below. */
const settingKinds = ['result-settings', 'autocomplete-panel'];
const kinds = () => [...shops.server.app.releases.ruleKeys(), ...settingKinds];

test('this test has a rule of every kind that there is', () => {
  expect(Object.keys(makers).toSorted()).toEqual(kinds().toSorted());
});

test('every table of a project is copied, or said not to be', async () => {
  const tables = [...(await rowsOfProject(shops.server.app.db, source.projectId)).keys()];
  const copied = await rowsOfProject(shops.server.app.db, copy.projectId);
  const missing = tables.filter((table) => !notCopied.has(table) && copied.get(table)!.length === 0);
  expect(missing).toEqual([]);
  expect([...notCopied].filter((table) => !tables.includes(table))).toEqual([]);
});

test('rules of every kind act in the copy as they are saved, drafts and what waits for midnight included', async () => {
  for (const kind of kinds()) {
    const saved = await shops.server.app.releases.waiting({ id: copy.projectId }, { sources: [kind] });
    expect(saved).toEqual([]);
  }
  // Publishes what waits in the model, so that both can be compared.
  await shops.server.app.releases.publish({ id: source.projectId }, { userId: null, reason: 'test' });
  for (const kind of kinds()) {
    // Those that are found in items are found again in the items of the copy.
    const byHand = (rows: unknown[]) =>
      kind === 'phrases'
        ? rows
            .filter((row) => (row as { source: string }).source === 'added')
            .map((row) => ({ ...(row as object), item_count: 0 }))
        : rows;
    const ours = byHand(await rulesOf(source.projectId, kind));
    expect(ours.length, kind).toBeGreaterThan(0);
    expect(byHand(await rulesOf(copy.projectId, kind)), kind).toEqual(ours);
  }
});

test('collections come with their rates, fields, flags, types and relevance', async () => {
  const { db } = shops.server.app;
  const settingsOf = async (projectId: number) => {
    const rows = db.selectFrom('collection').selectAll().where('project_id', '=', projectId).orderBy('id');
    return (await rows.execute()).map(({ name, relevant_rate, force_stopwords }) => ({ name, relevant_rate, force_stopwords }));
  };
  expect(await settingsOf(copy.projectId)).toEqual(await settingsOf(source.projectId));
  const fieldsOf = async (projectId: number) => {
    const names = await collectionNames(projectId);
    const rows = db.selectFrom('field').selectAll().where('project_id', '=', projectId).orderBy('id');
    return (await rows.execute()).map(({ id: _id, project_id: _project, found_count: _count, collection_id: of, ...field }) => ({
      ...field,
      of: names.get(of),
      type: field.temp_type ?? field.type,
      temp_type: null,
    }));
  };
  const model = await fieldsOf(source.projectId);
  expect(model.find(({ name }) => name === 'price')).toMatchObject({
    archive: 1,
    type: 'text',
    relevance: expect.stringContaining('7'),
  });
  expect(await fieldsOf(copy.projectId)).toEqual(model);
});

test('calls of the shop are answered as those of the model', async () => {
  const { db } = shops.server.app;
  const ratesOf = (id: number) =>
    db.selectFrom('project').select(['visitor_calls_per_second', 'project_calls_per_second']).where('id', '=', id).execute();
  expect(await ratesOf(copy.projectId)).toEqual([{ visitor_calls_per_second: 5, project_calls_per_second: 70 }]);
  const cachingOf = async (id: number) =>
    (await db.selectFrom('endpoint_caching').selectAll().where('project_id', '=', id).orderBy('endpoint').execute()).map(
      ({ id: _id, project_id: _project, ...row }) => row,
    );
  expect(await cachingOf(copy.projectId)).toEqual(await cachingOf(source.projectId));
});

test('the same is watched, in the collection of the same name', async () => {
  const { db } = shops.server.app;
  const watched = async (id: number) => {
    const names = await collectionNames(id);
    const rows = await db.selectFrom('check_item').selectAll().where('project_id', '=', id).execute();
    return rows.map((row) => [names.get(row.collection_id), row.elastic_item_id, row.term, row.alert_above]);
  };
  expect(await watched(source.projectId)).toEqual([['Products', '3', 'lamp', 5]]);
  expect(await watched(copy.projectId)).toEqual(await watched(source.projectId));
});

test('the first feed is imported as that of the model, into the first collection', async () => {
  const { db } = shops.server.app;
  await shops.server.imported({ ...source.actor, project: await tokenOf(copy.projectId) }, copy.feedId);
  const feed = await db.selectFrom('feed').selectAll().where('id', '=', copy.feedId).executeTakeFirstOrThrow();
  const first = [...(await collectionNames(copy.projectId)).keys()][0];
  expect(feed).toMatchObject({ collection_id: first, guard: '{"removed_share":0.5}' });
  const schedule = db.selectFrom('feed_schedule').selectAll().where('feed_id', '=', copy.feedId);
  expect(await schedule.executeTakeFirstOrThrow()).toMatchObject({ schedule: 'daily', schedule_time: '04:30' });
  expect(feed.feed_url).toContain('/copy.ndjson');
});

test('people, items and secrets stay with the model', async () => {
  const { db } = shops.server.app;
  const row = (id: number) => db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const [model, made] = [await row(source.projectId), await row(copy.projectId)];
  expect(made.token).not.toBe(model.token);
  expect(made.secret_hash).not.toBe(model.secret_hash);
  const members = db.selectFrom('member').select('user_id').where('project_id', '=', copy.projectId);
  expect(await members.execute()).toEqual([{ user_id: source.userId }]);
});

const tokenOf = async (id: number) =>
  (await shops.server.app.db.selectFrom('project').select('token').where('id', '=', id).executeTakeFirstOrThrow()).token;
