import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, hasBody, pathParameters, takesFirstCollection } from '#contract/endpoint.ts';
import { runImport } from '#features/data/import-process/server/run-import.ts';
import type { RunImport } from '#features/data/imports/server/imports.task.ts';
import { idDistance, numberFrom, rowsOfPerson, rowsOfProject } from '#server/db/testing/foreign-rows.ts';
import { hashSecret } from '#server/secrets/secrets.ts';
import { startFeedShops } from '#testing/feeds/feed-shops.ts';
import { fillTables, idsByTable, openBearer, settled, shopWithItems } from '#testing/calls/full-project.ts';
import { idPlaces, inputWithId, type KnownValues, sampleInput } from '#testing/calls/sample-input.ts';
import { type Actor, requestOf } from '#testing/test-app.ts';

/** Every call with ids of another project's rows and with input that no call expects; nothing here names a call. */
let mayImport = true;
/** Real imports would take most of the time. */
const runFirst: RunImport = (task, listener) => (mayImport ? runImport(task, listener) : Promise.resolve({ kind: 'unchanged' }));
const shops = await startFeedShops({ runImport: runFirst });
const { server } = shops;
afterAll(shops.close);
const { db, sessions, endpoints } = server.app;
const absentId = 9 * idDistance;

await server.signUp('admin@example.com');
const ours = await shopWithItems(shops, 'ours');
await numberFrom(db, idDistance);
const theirs = await shopWithItems(shops, 'theirs');
await settled(db);
await fillTables(db, theirs);
// Rows that the calls make have ids of their own, too.
await numberFrom(db, 2 * idDistance);
// Background work would change rows.
await server.app.jobs.stop();
mayImport = false;
const project = ours.actor.project!;
const { id: adminId } = await db.selectFrom('user').select('id').where('is_admin', '=', 1).executeTakeFirstOrThrow();
const bearer = await openBearer(db, ours.projectId);

/** Without `owner`, somebody who may make the call, in a new session: some calls end sessions. */
async function callerOf({ needs }: Endpoint, owner?: Actor): Promise<{ actor: Actor; known: KnownValues }> {
  const known = { c: ours.collectionId, collection_id: ours.collectionId, item_id: '0', project, data_source: 'aisle_api' };
  if (needs === 'public') return { actor: {}, known };
  if (needs === 'shop') return { actor: {}, known: { token: project } };
  if (needs === 'api') return { actor: { bearer }, known: { items: [{ id: '0', name: 'Lamp' }] } };
  if (owner !== undefined) return { actor: owner, known };
  const userId = needs === 'admin' ? adminId : ours.userId;
  return { actor: { token: await sessions.open(userId), project }, known };
}

const ofStranger = async () => {
  const rows = await rowsOfPerson(db, theirs.userId);
  rows.set(
    'session',
    rows.get('session')!.map((row) => ({ ...row, last_seen_at: 0 })),
  );
  return rows;
};
/** The api log is written with a delay. */
const ofProject = async () => new Map([...(await rowsOfProject(db, theirs.projectId))].filter(([table]) => table !== 'api_call'));
const foreign = async () => new Map([...(await ofStranger()), ...(await ofProject())]);

async function answered(endpoint: Endpoint, place: ReturnType<typeof idPlaces>[number], id: number): Promise<string> {
  const { actor, known } = await callerOf(endpoint, ours.actor);
  const others = Object.fromEntries(Object.entries(known).filter(([name]) => name !== place.at(-1)));
  const request = requestOf(actor, endpoint, inputWithId(endpoint.input, place, id, others));
  const { statusCode, body } = await server.app.http.inject(request);
  return `${statusCode} ${body.replaceAll(String(id), 'ID').replaceAll(/"(?:query_id|took)":(?:"[^"]*"|\d+)/g, '')}`;
}

test('a project has rows in every table that projects have, and its owner an account and a session, with ids that nobody else has', async () => {
  const rows = await rowsOfProject(db, theirs.projectId);
  expect([...(await ofStranger())].flatMap(([table, { length }]) => (length > 0 ? [table] : []))).toEqual(
    expect.arrayContaining(['user', 'session']),
  );
  expect([...rows].filter(([, found]) => found.length === 0).map(([table]) => table)).toEqual([]);
  expect([...rows.values()].flat().every(({ id }) => id > idDistance)).toBe(true);
});

test('names what an unknown address is about', async () => {
  const names = [
    ['feed/x', 'feed'],
    ['synonym/x', 'synonym'],
    ['curation/x', 'curation'],
    ['checkitem/x', 'check item'],
    ['sales_channel/x', 'project'],
    ['collection/99999999999999999999', 'collection'],
    ['schema/x', 'field'],
    ['releases/x', 'release'],
    ['user/x', 'user'],
  ];
  const { actor } = await callerOf({ needs: 'owner' } as Endpoint, ours.actor);
  for (const [path, name] of names) {
    const { json } = await server.app.http.inject(requestOf(actor, { method: 'GET', path: `/api/${path}` } as Endpoint, {}));
    expect(json()).toMatchObject({ msg: `The requested ${name} is not found.` });
  }
});

test('uses the first collection when a call names none', async () => {
  const calls = endpoints.filter((endpoint) => takesFirstCollection(endpoint) && endpoint.method === 'GET');
  expect(calls.length).toBeGreaterThan(10);
  for (const endpoint of calls) {
    const { actor, known } = await callerOf(endpoint, ours.actor);
    const { c: _c, ...others } = sampleInput(endpoint.input, known) as Record<string, unknown>;
    const [unnamed, named] = [others, { ...others, collection_id: ours.collectionId }].map(async (input) => {
      const { statusCode, body } = await server.app.http.inject(requestOf(actor, endpoint, input));
      return `${statusCode} ${body.replaceAll(/"(?:query_id|took)":(?:"[^"]*"|[\d.]+)/g, '')}`;
    });
    expect([endpoint.path, await unnamed]).toEqual([endpoint.path, await named]);
    expect(await unnamed).not.toMatch(/"field":"c"/);
  }
});

test('ids of rows of another project, and of somebody who is in none of one’s own, are answered exactly as ids of none, and nothing of them changes', async () => {
  const before = await foreign();
  const ids = new Set([...before.values()].flatMap((rows) => rows.slice(0, 1)).map(({ id }) => id));
  const called = endpoints.filter(({ needs, upload }) => needs !== 'public' && upload === undefined);
  const wrong: string[] = [];
  let tried = 0;
  for (const endpoint of called) {
    for (const place of idPlaces(endpoint.input)) {
      const call = `${endpoint.method} ${endpoint.path} ${place.join('.')}`;
      const absent = await answered(endpoint, place, absentId);
      if (absent.startsWith('5')) wrong.push(`${call}: ${absent}`);
      for (const id of ids) {
        tried += 1;
        const said = await answered(endpoint, place, id);
        if (said.slice(0, 3) !== absent.slice(0, 3) || (said !== absent && !said.startsWith('200')))
          wrong.push(`${call}=${id}: ${said.slice(0, 120)}, expected ${absent.slice(0, 120)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(ids.size * 100);
  expect(await foreign()).toEqual(before);
});

test('calls of shops and their servers that name a collection of another project find none', async () => {
  const { name } = await db
    .selectFrom('collection')
    .select('name')
    .where('id', '=', theirs.collectionId)
    .executeTakeFirstOrThrow();
  expect(name).toBe('Products');
  await db.updateTable('collection').set({ name: 'Theirs alone' }).where('id', '=', theirs.collectionId).execute();
  const wrong: string[] = [];
  for (const endpoint of endpoints.filter(
    ({ needs, input }) => (needs === 'shop' || needs === 'api') && 'collection' in input._zod.def.shape,
  ))
    for (const collection of ['Theirs alone', String(theirs.collectionId)]) {
      const { actor, known } = await callerOf(endpoint);
      const input = { ...sampleInput(endpoint.input, { id: '0', ids: ['0'], ...known }), collection };
      const { statusCode, body } = await server.app.http.inject(requestOf(actor, endpoint, input));
      if (statusCode !== 404)
        wrong.push(`${endpoint.method} ${endpoint.path} ${collection}: ${statusCode} ${body.slice(0, 120)}`);
    }
  expect(wrong).toEqual([]);
});

async function idFor({ path }: Endpoint): Promise<number | string> {
  const rows = Object.entries(await idsByTable(db, ours.projectId));
  return rows.find(([table]) => path.includes(table))?.[1] ?? rows[0]?.[1] ?? '0';
}

/** Of inputs that the schema refuses, some are sent. */
const askedEvery = 8;
const oddIds: readonly unknown[] = [
  [1],
  { id: 1 },
  null,
  true,
  -1,
  1.5,
  2 ** 53,
  '',
  '1 or 1=1',
  '\0',
  '../1',
  '__proto__',
  'ž'.repeat(300),
];

test('whatever stands in the place of an id, in whichever call, no call fails', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const endpoint of endpoints.filter(({ upload }) => upload === undefined)) {
    const inPath = new Set(pathParameters(endpoint.path));
    const { actor, known } = await callerOf(endpoint);
    for (const place of idPlaces(endpoint.input).filter(([first]) => !inPath.has(String(first))))
      for (const id of oddIds) {
        tried += 1;
        const others = Object.fromEntries(Object.entries(known).filter(([field]) => field !== place.at(-1)));
        const input = inputWithId(endpoint.input, place, id, others);
        if (tried % askedEvery > 0 && !z.safeParse(endpoint.input, input).success) continue;
        const request = requestOf(actor, endpoint, input);
        const { statusCode } = await server.app.http.inject(request);
        if (statusCode >= 500)
          wrong.push(`${endpoint.method} ${endpoint.path} ${place.join('.')}=${JSON.stringify(id)}: ${statusCode}`);
      }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(oddIds.length * 20);
});

const crown = async (): Promise<string[]> => {
  const people = await db.selectFrom('user').select(['id', 'is_admin', 'is_blocked']).execute();
  const members = await db
    .selectFrom('member')
    .select(['id', 'project_id', 'user_id', 'is_owner', 'user_groups', 'is_blocked'])
    .execute();
  const projects = await db.selectFrom('project').select(['id', 'token', 'secret_hash']).execute();
  return [...people, ...members, ...projects].map((row) => JSON.stringify(row));
};
const theirRows = async () => JSON.stringify([...(await rowsOfProject(db, theirs.projectId))]);

test('fields that nobody may send have no effect, in whichever call', async () => {
  const stray = {
    is_admin: true,
    is_owner: true,
    is_blocked: true,
    user_groups: [1, 2, 3, 4, 5],
    user_id: theirs.userId,
    project_id: theirs.projectId,
    token: 'chosen',
    client_secret: 'chosen',
    secret_hash: 'chosen',
  };
  const isChosen = (row: string): boolean => ['"chosen"', hashSecret('chosen')].some((value) => row.includes(value));
  const wrong: string[] = [];
  const theirsBefore = await theirRows();
  let taken = 0;
  for (const endpoint of endpoints.filter(({ method, upload }) => hasBody(method) && upload === undefined)) {
    const { known } = await callerOf(endpoint);
    const id = await idFor(endpoint);
    const input = sampleInput(endpoint.input, { ...known, id, ids: [id] });
    const call = async (body: Record<string, unknown>) =>
      server.app.http.inject(requestOf((await callerOf(endpoint)).actor, endpoint, body));
    // Some calls have an effect on each call.
    await call(input);
    await call(input);
    const before = await crown();
    const own = endpoint.input._zod.def.shape;
    const more = Object.fromEntries(Object.entries(stray).filter(([field]) => !Object.hasOwn(own, field)));
    const { statusCode } = await call({ ...more, ...input });
    if (statusCode < 300) taken += 1;
    if (statusCode >= 500) wrong.push(`${endpoint.method} ${endpoint.path} answered ${statusCode}`);
    const after = await crown();
    const changesOf = (from: string[], to: string[]) => from.filter((row) => !to.includes(row));
    let changed = changesOf(before, after);
    if (changed.length > 0) {
      // Some calls have an effect on each call.
      await call(input);
      const isRepeated = changesOf(after, await crown()).length > 0;
      if (isRepeated) changed = after.filter(isChosen);
    }
    if (changed.length > 0) wrong.push(`${endpoint.method} ${endpoint.path} changed ${changed.join(', ').slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
  expect(await theirRows()).toBe(theirsBefore);
  expect(taken).toBeGreaterThan(30);
});
