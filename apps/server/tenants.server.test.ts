import { afterAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { runImport } from '#features/data/import-process/server/run-import.ts';
import type { RunImport } from '#features/data/imports/server/imports.task.ts';
import { idDistance, numberFrom, rowsOfPerson, rowsOfProject } from '#server/db/testing/foreign-rows.ts';
import { startFeedShops } from '#testing/feeds/feed-shops.ts';
import { fillTables, openBearer, settled, shopWithItems } from '#testing/calls/full-project.ts';
import { idPlaces, inputWithId, type KnownValues, sampleInput } from '#testing/calls/sample-input.ts';
import { type Actor, requestOf } from '#testing/test-app.ts';

/** Every call with ids of another project's rows; nothing here names a call. */
let mayImport = true;
/** Real imports would take most of the time. */
const runFirst: RunImport = (task, listener) => (mayImport ? runImport(task, listener) : Promise.resolve({ kind: 'unchanged' }));
const shops = await startFeedShops({ runImport: runFirst });
const { server } = shops;
afterAll(shops.close);
const { db, endpoints } = server.app;
const absentId = 9 * idDistance;

await server.signUp('admin@example.com');
const owner = await shopWithItems(shops, 'ours');
await numberFrom(db, idDistance);
const stranger = await shopWithItems(shops, 'theirs');
await settled(db);
await fillTables(db, stranger);
// Background work would change rows.
await server.app.jobs.stop();
const bearer = await openBearer(db, owner.projectId);
mayImport = false;

const ofStranger = async () => {
  const rows = await rowsOfPerson(db, stranger.userId);
  rows.set(
    'session',
    rows.get('session')!.map((row) => ({ ...row, last_seen_at: 0 })),
  );
  return rows;
};
/** The api log is written with a delay. */
const ofProject = async () =>
  new Map([...(await rowsOfProject(db, stranger.projectId))].filter(([table]) => table !== 'api_call'));
const foreign = async () => new Map([...(await ofStranger()), ...(await ofProject())]);

function callerOf({ needs }: Endpoint): { actor: Actor; known: KnownValues } | null {
  if (needs === 'public') return null;
  if (needs === 'shop') return { actor: {}, known: { token: owner.actor.project! } };
  if (needs === 'api') return { actor: { bearer }, known: { items: [{ id: '0', name: 'Lamp' }] } };
  return {
    actor: owner.actor,
    known: { c: owner.collectionId, collection_id: owner.collectionId, project: owner.actor.project! },
  };
}

async function answered(endpoint: Endpoint, place: ReturnType<typeof idPlaces>[number], id: number): Promise<string> {
  const { actor, known } = callerOf(endpoint)!;
  const others = Object.fromEntries(Object.entries(known).filter(([name]) => name !== place.at(-1)));
  const request = requestOf(actor, endpoint, inputWithId(endpoint.input, place, id, others));
  const { statusCode, body } = await server.app.http.inject(request);
  return `${statusCode} ${body.replaceAll(String(id), 'ID').replaceAll(/"(?:query_id|took)":(?:"[^"]*"|\d+)/g, '')}`;
}

test('a project has rows in every table that projects have, and its owner an account and a session, with ids that nobody else has', async () => {
  const rows = await rowsOfProject(db, stranger.projectId);
  expect([...(await ofStranger())].flatMap(([table, { length }]) => (length > 0 ? [table] : []))).toEqual(
    expect.arrayContaining(['user', 'session']),
  );
  expect([...rows].filter(([, found]) => found.length === 0).map(([table]) => table)).toEqual([]);
  expect([...rows.values()].flat().every(({ id }) => id > idDistance)).toBe(true);
});

test('ids of rows of another project, and of somebody who is in none of one’s own, are answered exactly as ids of none, and nothing of them changes', async () => {
  const before = await foreign();
  const ids = new Set([...before.values()].flatMap((rows) => rows.slice(0, 1)).map(({ id }) => id));
  const called = endpoints.filter((one) => callerOf(one) !== null && one.upload === undefined);
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
    .where('id', '=', stranger.collectionId)
    .executeTakeFirstOrThrow();
  expect(name).toBe('Products');
  await db.updateTable('collection').set({ name: 'Theirs alone' }).where('id', '=', stranger.collectionId).execute();
  const wrong: string[] = [];
  for (const endpoint of endpoints.filter(
    ({ needs, input }) => (needs === 'shop' || needs === 'api') && 'collection' in input._zod.def.shape,
  ))
    for (const collection of ['Theirs alone', String(stranger.collectionId)]) {
      const { actor, known } = callerOf(endpoint)!;
      const input = { ...sampleInput(endpoint.input, { id: '0', ids: ['0'], ...known }), collection };
      const { statusCode, body } = await server.app.http.inject(requestOf(actor, endpoint, input));
      if (statusCode !== 404)
        wrong.push(`${endpoint.method} ${endpoint.path} ${collection}: ${statusCode} ${body.slice(0, 120)}`);
    }
  expect(wrong).toEqual([]);
});
