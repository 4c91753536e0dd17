import { expect, test, afterAll, beforeAll } from 'vitest';
import { maximumProjects } from '#contract/limits.ts';
import { answerInvitation, inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { listFeeds, uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { sealedAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { mailedToken } from '#testing/letters.ts';
import type { Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import {
  type CopiedPart,
  copyProject,
  createProject,
  listProjects,
  readCurrentProject,
  readDefaultProject,
  readProject,
  readSelectedProject,
  updateProject,
} from '#features/owner/projects/projects.contract.ts';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { addPhrase } from '#features/data/phrases/phrases.contract.ts';
import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { checkItems } from '#features/developer/check-items/check-items.contract.ts';
import { saveAutocompleteSettings, saveSearchSettings } from '#features/developer/result-settings/result-settings.contract.ts';
import { saveBoosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { banners } from '#features/search-settings/banners/banners.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { type FeedShops, lamps, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { ownMany, fillTables, settled, shopWithItems } from '#testing/calls/full-project.ts';
import { rowsOfProject } from '#server/db/testing/foreign-rows.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';

const server = await sharedServer();
const { admin } = server;

/** Somebody who has accepted an invitation to the project. */
async function memberOf(owner: Actor, email: string, user_groups: (1 | 2 | 3 | 4 | 5)[]) {
  const person = await server.signUp(email);
  await server.call(owner, inviteUser, { email, user_groups });
  await server.call(person, answerInvitation, { token: await mailedToken(server.dataDirectory, email), accept: true });
  return person;
}

test('an uploaded file is imported under its own name', async () => {
  const person = await server.signUp('uploads@projects.example');
  const upload = await server.app.http.inject({
    method: 'POST',
    url: uploadFeedFile.path.replace('{file_name}', 'lamps.csv'),
    headers: { 'x-session-token': person.token, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('id;name;price\n1;Lamp;10\n2;Chair;20\n'),
  });
  const { feed_url, file_name } = upload.json<{ data: { feed_url: string; file_name: string } }>().data;
  const { data } = await server.call(person, createProject, {
    name: 'Shop',
    language: 'en',
    data_source: 'custom_feed',
    feed_url,
    file_name,
  });
  const feed = await server.imported({ ...person, project: data!.token }, data!.feed_id!);
  expect(feed).toMatchObject({ file_name: 'lamps.csv', last_import: { state: 'done', imported_count: 2 } });
});

test('every field of the form counts for the first feed', async () => {
  const host = server.feeds;
  const person = await server.signUp('fields@projects.example');
  // A Greek price list of a Czech shop, without a header: only what is sent along says how to read it.
  const rows = Array.from({ length: 20 }, (_, at) => `${at}|Λάμπα ${at}|10`).join('\n');
  const inGreek = Buffer.from(
    Array.from(rows, (letter) => (letter < '\u0080' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x2d0)),
  );
  const fields = { feed_type: 'csv', feed_language: 'el', feed_separator: '|', feed_headers: 'id,name,price' } as const;
  const { data } = await server.call(person, createProject, {
    ...fields,
    name: 'Lamps',
    language: 'cs',
    data_source: 'custom_feed',
    feed_url: host.put('/greek.csv', inGreek, 'text/csv'),
    feed_availability_url: host.put('/prices.csv', 'id,price\n3,7'),
  });
  const actor = { ...person, project: data!.token };
  const feed = await server.imported(actor, data!.feed_id!);
  expect(feed).toMatchObject({ ...fields, activated: true, need_import: false, need_tag_name: false, source: 'custom' });
  expect(feed.last_import).toMatchObject({ state: 'done', imported_count: 20, error_count: 0 });
  const collection = engineCollection(data!.collection_id);
  const item = async (id: string) => (await server.app.engine.items(collection, [id]))[0]?.fields;
  await expect.poll(() => item('3')).toMatchObject({ name: 'Λάμπα 3', price: 7 });
});

test('what is missing is told field by field', async () => {
  const person = await server.signUp('forgets@projects.example');
  const answer = await server.call(person, createProject, { name: '', language: 'xx' as 'en' } as never);
  expect(answer.errors.map(({ field, message }) => [field, message])).toEqual([
    ['name', 'Name is required'],
    ['language', 'Language is not valid'],
    ['data_source', 'Data source is required'],
  ]);
});

test('copying takes the rules of an own project, and of no other', async () => {
  const source = await server.owner('copies@projects.example');
  const stranger = await server.emptyShop('strange@projects.example');
  await server.call(source, synonyms.create, { term: 'sofa', synonyms: ['couch'] });
  const input = { name: 'Copy', language: 'en', data_source: 'aisle_api' } as const;
  const { data } = await server.call(source, createProject, { ...input, copy_from: source.projectId });
  expect((await server.call({ ...source, project: data!.token }, synonyms.list, {})).data?.items).toMatchObject([
    { term: 'sofa', synonyms: ['couch'] },
  ]);
  const refused = await server.call(source, createProject, { ...input, copy_from: stranger.projectId });
  const absent = await server.call(source, createProject, { ...input, copy_from: 999_999 });
  expect(refused).toEqual(absent);
  expect(refused.errors).toMatchObject([{ field: 'copy_from', code: 'notFound' }]);
});

test('a copy has the chosen parts of a project, and only its owner makes one', async () => {
  const source = await server.shop();
  await server.call(source, synonyms.create, { term: 'sofa', synonyms: ['couch'] });
  const colleague = await memberOf(source, 'colleague@projects.example', [1, 2]);
  const copied = async (parts: readonly CopiedPart[]) => {
    const { data } = await server.call(source, copyProject, { id: source.projectId, name: 'Copy', parts: [...parts] });
    const copy = { ...source, project: data!.token };
    const [rules, feeds, users, { data: project }] = await Promise.all([
      server.call(copy, synonyms.list, {}),
      server.call(copy, listFeeds, {}),
      server.call(colleague, listProjects, {}),
      server.call(copy, readSelectedProject, {}),
    ]);
    const fields = server.app.db.selectFrom('field').select('id').where('project_id', '=', project!.id);
    return {
      rules: rules.data!.total_count,
      feeds: feeds.data!.items.map(({ id }) => id === data!.feed_id),
      isShared: users.data!.some(({ token }) => token === data!.token),
      hasFields: (await fields.execute()).length > 0,
    };
  };
  expect(await copied(['rules', 'settings'])).toEqual({ rules: 1, feeds: [], isShared: false, hasFields: true });
  expect(await copied(['feeds', 'users'])).toMatchObject({ rules: 0, feeds: [true], isShared: true });
  const refused = await server.call(colleague, copyProject, { id: source.projectId, name: 'Mine', parts: [] });
  expect(refused.status).toBe(403);
});

test('the projects that are offered to be copied are those that the call copies', async () => {
  const source = await server.owner('offers@projects.example');
  const input = { name: 'Copy', language: 'en', data_source: 'aisle_api', copy_from: source.projectId } as const;
  const isOffered = async (actor: Actor) =>
    (await server.call(actor, listProjects, {})).data?.find(({ id }) => id === source.projectId)?.is_copyable ?? false;
  const isCopied = async (actor: Actor) => (await server.call(actor, createProject, input)).status === 200;

  const people: readonly (readonly [Actor, boolean])[] = [
    [source, true],
    [await memberOf(source, 'searcher@projects.example', [2]), true],
    [await memberOf(source, 'importer@projects.example', [1, 3, 4, 5]), false],
    [admin, true],
    [await server.signUp('passer@projects.example'), false],
  ];
  for (const [person, expected] of people)
    expect([await isOffered(person), await isCopied(person)]).toEqual([expected, expected]);
});

test("another person's project is not seen, read or renamed", async () => {
  const owner = await server.owner('mine@projects.example');
  const stranger = await server.emptyShop('yours@projects.example');
  expect((await server.call(stranger, listProjects, {})).data?.map(({ id }) => id)).toEqual([stranger.projectId]);
  for (const id of [owner.projectId, 999_999]) {
    expect((await server.call(stranger, readProject, { id })).status).toBe(404);
    expect((await server.call(stranger, updateProject, { id, name: 'Taken' })).status).toBe(404);
  }
});

test('ids, tokens and secrets of the body are not taken', async () => {
  const person = await server.signUp('sneaky@projects.example');
  const more = { id: 1, token: 'mine', client_secret: 'mine', is_owner: false, project_id: 1 };
  const { data } = await server.call(person, createProject, {
    name: 'Shop',
    language: 'en',
    data_source: 'aisle_api',
    ...more,
  } as never);
  expect(data).toMatchObject({ is_owner: true });
  expect(data!.token).not.toBe('mine');
  expect(data!.client_secret).not.toBe('mine');
  const dump = JSON.stringify(await server.app.db.selectFrom('project').selectAll().execute());
  expect(dump).not.toContain(data!.client_secret);
});

test('one person owns so many projects and no more, also when many are made at once; an administrator may', async () => {
  const { db } = server.app;
  const person = await server.signUp('collector@projects.example');
  await ownMany(db, person.userId, maximumProjects - 2);
  const make = (actor: Actor) =>
    server.call(actor, createProject, { name: 'One more', language: 'en', data_source: 'aisle_api' });
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(person)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.find(({ status }) => status === 409)?.errors).toMatchObject([
    { code: 'tooManyProjects', parameters: { max: maximumProjects } },
  ]);
  await db.updateTable('user').set({ is_admin: 1 }).where('id', '=', person.userId).execute();
  expect((await make(person)).status).toBe(200);
});

test('a project is answered whole, with what its screens choose from beside it', async () => {
  const owner = await server.owner('whole@projects.example', 'en');
  await server.imported(owner, owner.feedId);
  const answer = await server.call(owner, readProject, { id: owner.projectId });
  expect(answer).toMatchObject({
    data: {
      type: 'search_plugin',
      active: true,
      is_live: false,
      time_zone: 'Europe/Prague',
      language: 'en',
      data_source: 'aisle_feed',
      source: 'custom',
      feed_url: 'sample:en',
      feed_type: 'json',
      feed_availability_url: '',
    },
    sales_channels: [{ id: owner.projectId, token: owner.project }],
    project_users: [{ name: 'Test', surname: 'Person', is_owner: true }],
    collections: [{ id: owner.collectionId, name: 'Products' }],
  });
  expect(answer).toHaveProperty('languages', expect.arrayContaining([{ code: 'cs', name: 'Čeština' }]));
  for (const current of [readCurrentProject, readSelectedProject]) expect(await server.call(owner, current, {})).toEqual(answer);
});

test('addresses of feeds are for those who look after them, and secrets in them for nobody', async () => {
  const owner = await server.owner('feeds@projects.example');
  const secret = sealedAddress(server.app.sealing, 'https://jana:hidden-secret@shop.example/feed.xml');
  await server.app.db.updateTable('feed').set({ feed_url: secret }).where('project_id', '=', owner.projectId).execute();
  const { data } = await server.call(owner, readProject, { id: owner.projectId });
  expect(data!.feed_url).toContain('shop.example');
  expect(data!.feed_url).not.toContain('hidden-secret');
  const member = await memberOf(owner, 'analyst@projects.example', [1]);
  expect((await server.call(member, readProject, { id: owner.projectId })).data).toMatchObject({ feed_url: '', source: '' });
});

test('the default project is the oldest own one; a membership is one only where nothing is owned', async () => {
  const first = await server.emptyShop('early@projects.example');
  const defaultOf = async (actor: Actor) => (await server.call(actor, readDefaultProject, {})).data?.id ?? null;
  const guest = await memberOf(first, 'guest@projects.example', [1]);
  expect(await defaultOf(guest)).toBe(first.projectId);
  const own = await server.call(guest, createProject, { name: 'Own', language: 'en', data_source: 'aisle_api' });
  await server.call(guest, createProject, { name: 'Later', language: 'en', data_source: 'aisle_api' });
  expect(await defaultOf(guest)).toBe(own.data!.id);
  // An administrator sees the projects of others, too.
  const bare = await server.signUp('bare@projects.example');
  expect(await defaultOf(bare)).toBeNull();
  await server.app.db.updateTable('user').set({ is_admin: 1 }).where('id', '=', bare.userId).execute();
  expect((await server.call(bare, listProjects, {})).data!.length).toBeGreaterThan(0);
  expect(await defaultOf(bare)).toBeNull();
});

type Shop = Awaited<ReturnType<typeof shopWithItems>>;
let shops: FeedShops;
let source: Shop;
let copy: { readonly projectId: number; readonly feedId: number };

/** Not copied. */
const notCopied = new Set(
  [
    'api_token api_key member invitation upload feed feed_schedule feed_sample',
    'import import_problem recreation own_item api_request api_call message',
    'rule_use shop_query search_day took_day shop_event event_day counted_name release release_effect released_row waiting_row planned_release planned_row',
    'check_place check_mark query_fix weekly_report search_quality shown_list look_count learned_query proposed_synonym experiment',
    'embedding item_vector',
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
  banners: () =>
    call(banners.create, { c: source.collectionId, name: 'Sale', queries: ['lamp'], image: '', alt: '', headline: 'Sale' }),
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

/** Settings stored as rows. Columns of the project, collections and fields are checked below. */
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
    return (await rows.execute()).map(({ id: _id, project_id: _project, created_at: _at, ...settings }) => settings);
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

test('copies the rates of calls, without people and secrets', async () => {
  const { db } = shops.server.app;
  const row = (id: number) => db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const [model, made] = [await row(source.projectId), await row(copy.projectId)];
  expect(made.token).not.toBe(model.token);
  expect(made.secret_hash).not.toBe(model.secret_hash);
  expect(made).toMatchObject({ visitor_calls_per_second: 5, project_calls_per_second: 70 });
  const members = db.selectFrom('member').select('user_id').where('project_id', '=', copy.projectId);
  expect(await members.execute()).toEqual([{ user_id: source.userId }]);
});

const tokenOf = async (id: number) =>
  (await shops.server.app.db.selectFrom('project').select('token').where('id', '=', id).executeTakeFirstOrThrow()).token;
