import { expect, test } from 'vitest';
import { maximumProjects } from '#contract/limits.ts';
import { answerInvitation, inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { sealedAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { mailedToken } from '#testing/letters.ts';
import { type Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import {
  createProject,
  listProjects,
  readCurrentProject,
  readDefaultProject,
  readProject,
  readSelectedProject,
} from '#features/owner/projects/projects.contract.ts';
import { updateProject } from '#features/owner/projects/project-settings.contract.ts';

const server = await sharedServer();
const { admin } = server;

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

test('the projects that are offered to be copied are those that the call copies', async () => {
  const source = await server.owner('offers@projects.example');
  const input = { name: 'Copy', language: 'en', data_source: 'aisle_api', copy_from: source.projectId } as const;
  const isOffered = async (actor: Actor) =>
    (await server.call(actor, listProjects, {})).data?.find(({ id }) => id === source.projectId)?.is_copyable ?? false;
  const isCopied = async (actor: Actor) => (await server.call(actor, createProject, input)).status === 200;

  const member = async (email: string, user_groups: (1 | 2 | 3 | 4 | 5)[]) => {
    const person = await server.signUp(email);
    await server.call(source, inviteUser, { email, user_groups });
    await server.call(person, answerInvitation, { token: await mailedToken(server.dataDirectory, email), accept: true });
    return person;
  };
  const people: readonly (readonly [Actor, boolean])[] = [
    [source, true],
    [await member('searcher@projects.example', [2]), true],
    [await member('importer@projects.example', [1, 3, 4, 5]), false],
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
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', 'collector@projects.example')
    .executeTakeFirstOrThrow();
  const row = { name: 'Shop', url: '', language: 'en', time_zone: 'UTC', data_source: 'aisle_api', secret_hash: '' };
  for (let at = 0; at < maximumProjects - 2; at += 1) {
    const times = { created_at: 1, deleted_at: null, front_called_at: null };
    const project = await db
      .insertInto('project')
      .values({ ...row, ...times, token: `collected ${at}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('member').values({ project_id: project.id, user_id: id, is_owner: 1, user_groups: '[]' }).execute();
  }
  const make = (actor: Actor) =>
    server.call(actor, createProject, { name: 'One more', language: 'en', data_source: 'aisle_api' });
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(person)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.find(({ status }) => status === 409)?.errors).toMatchObject([
    { code: 'tooManyProjects', parameters: { max: maximumProjects } },
  ]);
  await db.updateTable('user').set({ is_admin: 1 }).where('id', '=', id).execute();
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
  const member = await server.signUp('analyst@projects.example');
  await server.call(owner, inviteUser, { email: 'analyst@projects.example', user_groups: [1] });
  const token = await mailedToken(server.dataDirectory, 'analyst@projects.example');
  await server.call(member, answerInvitation, { token, accept: true });
  expect((await server.call(member, readProject, { id: owner.projectId })).data).toMatchObject({ feed_url: '', source: '' });
});

test('the default project is the oldest own one; a membership is one only where nothing is owned', async () => {
  const first = await server.emptyShop('early@projects.example');
  const guest = await server.signUp('guest@projects.example');
  const defaultOf = async (actor: Actor) => (await server.call(actor, readDefaultProject, {})).data?.id ?? null;
  expect(await defaultOf(guest)).toBeNull();
  await server.call(first, inviteUser, { email: 'guest@projects.example', user_groups: [1] });
  const token = await mailedToken(server.dataDirectory, 'guest@projects.example');
  await server.call(guest, answerInvitation, { token, accept: true });
  expect(await defaultOf(guest)).toBe(first.projectId);
  const own = await server.call(guest, createProject, { name: 'Own', language: 'en', data_source: 'aisle_api' });
  await server.call(guest, createProject, { name: 'Later', language: 'en', data_source: 'aisle_api' });
  expect(await defaultOf(guest)).toBe(own.data!.id);
  // An administrator sees the projects of others, too.
  const bare = await server.signUp('bare@projects.example');
  await server.app.db.updateTable('user').set({ is_admin: 1 }).where('email', '=', 'bare@projects.example').execute();
  expect((await server.call(bare, listProjects, {})).data!.length).toBeGreaterThan(0);
  expect(await defaultOf(bare)).toBeNull();
});
