import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { batchPath } from '#contract/envelope.ts';
import { allows, type KeyRight, keyRights, needsProject, type Rights, sectionGroups } from '#contract/permission.ts';
import { runImport } from '#features/data/import-process/server/run-import.ts';
import type { RunImport } from '#features/data/imports/server/imports.task.ts';
import { numberFrom } from '#server/db/testing/foreign-rows.ts';
import { hashSecret, newSecret } from '#server/secrets/secrets.ts';
import { lamps, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { idsByTable, openBearer, settled, shopWithItems } from '#testing/calls/full-project.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { type KnownValues, isTaken, type ValidCall, validCall } from '#testing/calls/sample-input.ts';
import { type Actor, requestOf } from '#testing/test-app.ts';

/** Every call, by every kind of caller; nothing here names a call. */
let mayImport = true;
/** Real imports would take most of the time. */
const runFirst: RunImport = (task, listener) => (mayImport ? runImport(task, listener) : Promise.resolve({ kind: 'unchanged' }));
const shops = await startFeedShops({ runImport: runFirst });
const { server } = shops;
afterAll(shops.close);
const { db, sessions, endpoints } = server.app;

await server.signUp('admin@example.com');
// So one id exists in most tables of the project.
await numberFrom(db, 1000);
const ours = await shopWithItems(shops, 'ours');
const theirs = await shops.shop(shops.host.put('/theirs.ndjson', lamps(1)));
await server.imported(theirs.actor, theirs.feedId);
mayImport = false;
const project = ours.actor.project!;

const userId = async (email: string) =>
  (await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const tokens = new Map<string, string>();
async function signedIn(email: string, own?: string): Promise<Actor> {
  const known = tokens.get(email);
  const token = known !== undefined && (await sessions.find(known)) ? known : await sessions.open(await userId(email));
  tokens.set(email, token);
  return { token, ...(own !== undefined && { project: own }) };
}

interface Caller {
  readonly actor: () => Promise<Actor>;
  /** null: not a member. */
  readonly rights: Rights | null;
  readonly withoutProject?: 400 | 404;
  readonly keyRight?: KeyRight;
}
const nobody: Rights = { is_admin: false, is_owner: false, user_groups: [] };
const emailOf = async (projectId: number) =>
  (
    await db
      .selectFrom('member')
      .innerJoin('user', 'user.id', 'member.user_id')
      .select('email')
      .where('member.project_id', '=', projectId)
      .executeTakeFirstOrThrow()
  ).email;
const [ownerEmail, strangerEmail] = [await emailOf(ours.projectId), await emailOf(theirs.projectId)];
const openOwner = () => sessions.open(ours.userId);

let bearer = await openBearer(db, ours.projectId);
async function shopServer(): Promise<Actor> {
  const known = db.selectFrom('api_token').select('id').where('token_hash', '=', hashSecret(bearer));
  if (!(await known.executeTakeFirst())) bearer = await openBearer(db, ours.projectId);
  return { bearer };
}

const callers: Record<string, Caller> = {
  owner: { actor: () => signedIn(ownerEmail, project), rights: { ...nobody, is_owner: true } },
  admin: { actor: () => signedIn('admin@example.com', project), rights: { ...nobody, is_admin: true } },
  'no token': { actor: () => Promise.resolve({ project }), rights: null },
  garbage: { actor: () => Promise.resolve({ token: 'garbage', project }), rights: null },
  expired: {
    async actor() {
      const token = await openOwner();
      const session = db.updateTable('session').where('token_hash', '=', hashSecret(token));
      await session.set({ last_seen_at: Date.now() - 13 * 3_600_000 }).execute();
      return { token, project };
    },
    rights: null,
  },
  'logged out': {
    async actor() {
      const token = await openOwner();
      await sessions.close(token);
      return { token, project };
    },
    rights: null,
  },
  blocked: { actor: () => Promise.resolve({ ...blocked, project }), rights: null },
  'no project': { actor: () => signedIn(ownerEmail), rights: nobody, withoutProject: 400 },
  'unknown project': { actor: () => signedIn(ownerEmail, 'no-such-project'), rights: nobody, withoutProject: 404 },
  'owner of another project': {
    actor: () => signedIn(strangerEmail, project),
    rights: nobody,
    withoutProject: 404,
  },
  'shop server': { actor: shopServer, rights: null },
};
for (const right of keyRights) {
  const key = newSecret();
  const row = { project_id: ours.projectId, name: right, secret_hash: hashSecret(key), beginning: '', created_at: Date.now() };
  await db
    .insertInto('api_key')
    .values({ ...row, rights: JSON.stringify([right]), origins: '[]', last_used_at: Date.now() })
    .execute();
  callers[`key for ${right}`] = { actor: () => Promise.resolve({ bearer: key }), rights: null, keyRight: right };
}
const blocked = await server.signUp('blocked@example.com');
await db.updateTable('user').set({ is_blocked: 1 }).where('email', '=', 'blocked@example.com').execute();
await server.signUp('out@example.com');
await db
  .insertInto('member')
  .values({
    project_id: ours.projectId,
    user_id: await userId('out@example.com'),
    is_owner: 1,
    user_groups: '[1,2,3,4,5]',
    is_blocked: 1,
  })
  .execute();
callers['owner who is blocked in the project'] = {
  actor: () => signedIn('out@example.com', project),
  rights: nobody,
  withoutProject: 404,
};
for (const group of [0, ...Object.values(sectionGroups)]) {
  const email = `group${group}@example.com`;
  await server.signUp(email);
  const user_groups = group === 0 ? [] : [group];
  const member = { project_id: ours.projectId, user_id: await userId(email), is_owner: 0 as const };
  await db
    .insertInto('member')
    .values({ ...member, user_groups: JSON.stringify(user_groups) })
    .execute();
  callers[group === 0 ? 'member without groups' : `member of group ${group}`] = {
    actor: () => signedIn(email, project),
    rights: { ...nobody, user_groups: user_groups.map((id) => ({ id })) },
  };
}

/** null: allowed. */
function refusal(name: string, { needs, keyRight }: Endpoint): number | null {
  const { rights, withoutProject, ...caller } = callers[name]!;
  if (needs === 'public') return null;
  if (caller.keyRight !== undefined && (needs === 'shop' || needs === 'api')) {
    if (keyRight === undefined) return 401;
    return caller.keyRight === keyRight ? null : 403;
  }
  if (needs === 'shop' || needs === 'api') return name === 'shop server' ? null : 401;
  if (rights === null) return 401;
  if (needsProject(needs) && withoutProject !== undefined) return withoutProject;
  return allows(rights, needs) ? null : 403;
}

const names = Object.keys(callers);
const [strangers, outsiders] = [
  names.filter((name) => callers[name]!.rights === null),
  names.filter((name) => callers[name]!.withoutProject !== undefined),
];
/** By day one caller of each kind, in turn; at night all. */
const inTurn = (alike: readonly string[], at: number): readonly string[] =>
  process.env['AISLE_TEST_EVERYTHING'] === undefined ? alike.slice(at % alike.length).slice(0, 1) : alike;
const oneOfEach = (at: number): readonly string[] => [
  ...names.filter((name) => !strangers.includes(name) && !outsiders.includes(name)),
  ...inTurn(strangers, at),
  ...inTurn(outsiders, at),
];
/** Public calls don't look at the caller, and some hash passwords. */
const oneOfEachKind = new Set(['owner', 'no token', 'garbage']);
/** Without last use of sessions, attempts, the API log and the server's own heartbeat. */
const fingerprint = async (): Promise<string> =>
  createHash('sha256')
    .update(await dumpOf(db, ['session', 'attempt', 'api_call', 'index_holder']))
    .digest('hex');

await db
  .insertInto('message')
  .values({ project_id: ours.projectId, kind: 'diskFull', about: 'disk', details: '{}', address: '/', created_at: Date.now() })
  .execute();
const usual: KnownValues = {
  c: ours.collectionId,
  collection_id: ours.collectionId,
  item: '0',
  item_id: '0',
  elastic_item_id: '5',
  field: 'price',
  field_name: 'name',
  data_source: 'aisle_api',
  project,
};
let rows: Readonly<Record<string, number>> = {};
let newest = 0;
async function look(): Promise<void> {
  rows = await idsByTable(db, ours.projectId);
  newest = (await server.app.releases.live({ id: ours.projectId })).number;
}
const known = ({ needs, path }: Endpoint): KnownValues => {
  if (needs === 'shop') return { token: project };
  if (path.startsWith('/api/boostify')) return { ...usual, value: [1] };
  if (needs === 'api') return { items: [{ id: '0', name: 'Lamp' }] };
  if (path === batchPath) return { url: '/api/verify', body: null };
  // There is no endpoint of a model.
  if (path.startsWith('/api/embeddings/')) return { ...usual, is_on: false };
  if (path.endsWith('/live_mode')) return { is_live: true };
  if (path.includes('/mapping')) return { ...usual, how: 'none' };
  return { ...usual, import_id: rows['import'], number: newest };
};
const idsFor = ({ needs, path }: Endpoint): (number | string)[] => {
  if (needs === 'api') return ['0', '1', '2'];
  if (path.startsWith('/api/endpoints')) return [1];
  const tables = Object.keys(rows).toSorted((one, other) => Number(path.includes(other)) - Number(path.includes(one)));
  return [...new Set([...tables.map((table) => rows[table]!), '0'])];
};

const lookedAtOnce = 100;

test('a refused call is refused to everybody who may not make it, and changes nothing', async () => {
  const wrong: string[] = [];
  await settled(db);
  const before = await fingerprint();
  for (let at = 0; at < endpoints.length; at += lookedAtOnce) {
    const some = endpoints.slice(at, at + lookedAtOnce);
    for (const [place, endpoint] of some.entries())
      for (const name of oneOfEach(at + place)) {
        const expected = refusal(name, endpoint);
        if (expected === null) continue;
        const { statusCode } = await server.app.http.inject(requestOf(await callers[name]!.actor(), endpoint, {}));
        const call = `${name}: ${endpoint.method} ${endpoint.path} answered ${statusCode}`;
        if (statusCode !== expected) wrong.push(`${call}, expected ${expected}`);
      }
    const calls = some.map(({ method, path }) => `${method} ${path}`).join(', ');
    expect(await fingerprint(), `One of these was refused and changed the database: ${calls}`).toBe(before);
  }
  expect(wrong).toEqual([]);
});

/** Creating first, deleting last, parts before the whole. */
const inOrder = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
  endpoints
    .filter((one) => one.method === method)
    .toSorted((one, other) => (method === 'DELETE' ? other.path.length - one.path.length : 0)),
);

describe('a call that fits its contract', () => {
  const made = new Map<Endpoint, ValidCall>();

  test('does its work for the first who may make it', async () => {
    const wrong: string[] = [];
    await look();
    for (const endpoint of inOrder) {
      const name = names.find((one) => refusal(one, endpoint) === null)!;
      const call = await validCall(server, await callers[name]!.actor(), endpoint, idsFor(endpoint), known(endpoint));
      if (endpoint.method === 'POST') await look();
      made.set(endpoint, call);
      if (!isTaken(endpoint, call.status, call.body))
        wrong.push(
          `${name}: ${endpoint.method} ${endpoint.path} ${JSON.stringify(call.input)} answered ${call.status} ${call.body.slice(0, 200)}`,
        );
    }
    expect(wrong).toEqual([]);
  });

  test('is open to all the others who may make it', async () => {
    const wrong: string[] = [];
    for (const [at, [endpoint, { input }]] of [...made].entries()) {
      const isPublic = endpoint.needs === 'public';
      const open = names.filter((name) => refusal(name, endpoint) === null && (!isPublic || oneOfEachKind.has(name)));
      for (const name of inTurn(open, at)) {
        const { statusCode } = await server.app.http.inject(requestOf(await callers[name]!.actor(), endpoint, input));
        // Some calls check more than the contract says.
        const mayRefuse = endpoint.errors?.includes('notAllowed') === true || endpoint.needs === 'public';
        if (statusCode === 400 || ([401, 403].includes(statusCode) && !mayRefuse) || statusCode >= 500)
          wrong.push(`${name}: ${endpoint.method} ${endpoint.path} answered ${statusCode}, expected access`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('odd ids are answered as one that does not exist', async () => {
  const owner = await callers['owner']!.actor();
  const wrong: string[] = [];
  for (const endpoint of endpoints.filter(({ path, needs }) => path.includes('{id}') && needs !== 'public' && needs !== 'api')) {
    const answers = await Promise.all(
      ['999999999', '-1', '1e400', '%00', '%2f..', ':id', '0', '9007199254740993'].map(async (id) => {
        const request = requestOf(owner, endpoint, { id: 'ID' });
        const response = await server.app.http.inject({ ...request, url: request.url.replace('ID', id) });
        return { id, status: response.statusCode };
      }),
    );
    for (const { id, status } of answers)
      if (status < 400 || status >= 500) wrong.push(`${endpoint.method} ${endpoint.path} ${id}: ${status}`);
  }
  expect(wrong).toEqual([]);
});
