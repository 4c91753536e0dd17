import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allows, needsProject, sectionGroups } from '#contract/permission.ts';
import { hashSecret } from '#server-kit/secrets.ts';
import { dumpOf } from '#server/testing/raw-database.ts';
import { type Actor, requestOf, startTestApp, type TestApp } from '#server/testing/test-app.ts';

/** Every call of the contract, by everyone who could make it. Nothing here names a call. */
let server: TestApp;
let actors: Record<string, () => Promise<Actor>>;
let rights: Record<string, { is_admin: boolean; is_owner: boolean; user_groups: { id: number }[] }>;

beforeAll(async () => {
  server = await startTestApp();
  const admin = await server.signUp('admin@example.com');
  const owner = await server.owner('owner@example.com');
  const stranger = await server.owner('stranger@example.com');
  const blocked = await server.signUp('blocked@example.com');
  await server.imported(owner, owner.feedId);
  await server.imported(stranger, stranger.feedId);
  const { db, sessions } = server.app;
  const userId = async (email: string) =>
    (await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  await db.updateTable('user').set({ is_blocked: 1 }).where('email', '=', 'blocked@example.com').execute();

  // A new session each time: some calls end the one they are made with.
  const fresh = async (email: string, project?: string): Promise<Actor> => ({
    token: await sessions.open(await userId(email)),
    ...(project !== undefined && { project }),
  });
  actors = {
    'no token': () => Promise.resolve({ project: owner.project }),
    garbage: () => Promise.resolve({ token: 'garbage', project: owner.project }),
    expired: async () => {
      const actor = await fresh('owner@example.com', owner.project);
      const expired = { last_seen_at: Date.now() - 13 * 3_600_000 };
      await db
        .updateTable('session')
        .set(expired)
        .where('token_hash', '=', hashSecret(actor.token ?? ''))
        .execute();
      return actor;
    },
    'logged out': async () => {
      const actor = await fresh('owner@example.com', owner.project);
      await sessions.close(actor.token ?? '');
      return actor;
    },
    blocked: () => Promise.resolve({ token: blocked.token, project: owner.project }),
    'no project': () => fresh('owner@example.com'),
    'unknown project': () => fresh('owner@example.com', 'no-such-project'),
    'owner of another project': () => fresh('stranger@example.com', owner.project),
    owner: () => fresh('owner@example.com', owner.project),
    admin: () => fresh('admin@example.com', owner.project),
  };
  rights = {
    owner: { is_admin: false, is_owner: true, user_groups: [] },
    admin: { is_admin: true, is_owner: false, user_groups: [] },
  };
  for (const group of [0, ...Object.values(sectionGroups)]) {
    const name = group === 0 ? 'member without groups' : `member of group ${group}`;
    const email = `group${group}@example.com`;
    await server.signUp(email);
    const user_groups = group === 0 ? [] : [group];
    const member = {
      project_id: owner.projectId,
      user_id: await userId(email),
      is_owner: 0 as const,
      user_groups: JSON.stringify(user_groups),
    };
    await db.insertInto('member').values(member).execute();
    actors[name] = () => fresh(email, owner.project);
    rights[name] = { is_admin: false, is_owner: false, user_groups: user_groups.map((id) => ({ id })) };
  }
  expect(admin.token).not.toBe('');
}, 60_000);

afterAll(() => server.close());

const strangers = new Set(['no token', 'garbage', 'expired', 'logged out', 'blocked']);

/** The status a caller is refused with, or null when the call is theirs to make. */
function refusal(actor: string, needs: Parameters<typeof allows>[1]): number | null {
  if (needs === 'public') return null;
  // The front API knows shops by the token in the address, the item API by a bearer token of the project, which none of these send.
  if (needs === 'shop' || needs === 'api') return 401;
  if (strangers.has(actor)) return 401;
  if (needsProject(needs)) {
    if (actor === 'no project') return 400;
    if (actor === 'unknown project' || actor === 'owner of another project') return 404;
  }
  const own = rights[actor] ?? { is_admin: false, is_owner: false, user_groups: [] };
  return allows(own, needs) ? null : 403;
}

/** Everything the database holds, but for when sessions were last used and how often somebody tried what is limited. */
const fingerprint = async (): Promise<string> =>
  createHash('sha256')
    .update(await dumpOf(server.app.db, ['session', 'attempt']))
    .digest('hex');

describe('every call', () => {
  test('is answered to those who may make it and refused to all others, and a refused one changes nothing', async () => {
    const names = Object.keys(actors);
    const wrong: string[] = [];
    // Refused calls first: the others start work that goes on in the background.
    const before = await fingerprint();
    for (const endpoint of server.app.endpoints) {
      for (const name of names) {
        const expected = refusal(name, endpoint.needs);
        if (expected === null) continue;
        const { statusCode } = await server.app.http.inject(requestOf(await actors[name]!(), endpoint, {}));
        const call = `${name}: ${endpoint.method} ${endpoint.path} answered ${statusCode}`;
        if (statusCode !== expected) wrong.push(`${call}, expected ${expected}`);
      }
      expect(await fingerprint(), `${endpoint.method} ${endpoint.path} was refused and changed the database`).toBe(before);
    }
    const allowed = names.flatMap((name) =>
      server.app.endpoints.flatMap((endpoint) => (refusal(name, endpoint.needs) === null ? [{ name, endpoint }] : [])),
    );
    for (const { name, endpoint } of allowed) {
      const { statusCode } = await server.app.http.inject(requestOf(await actors[name]!(), endpoint, {}));
      // A call may say that it looks closer at what somebody is in the selected project.
      const looksCloser = endpoint.errors?.includes('notAllowed') === true;
      const isRefused = endpoint.needs !== 'public' && [401, ...(looksCloser ? [] : [403])].includes(statusCode);
      if (isRefused || statusCode >= 500)
        wrong.push(`${name}: ${endpoint.method} ${endpoint.path} answered ${statusCode}, expected access`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test('answers a foreign row exactly as one that does not exist', async () => {
    const owner = await actors.owner!();
    const wrong: string[] = [];
    for (const endpoint of server.app.endpoints.filter(
      ({ path, needs }) => path.includes('{id}') && needs !== 'public' && needs !== 'api',
    )) {
      const [absent, ...odd] = await Promise.all(
        ['999999', '-1', '1e400', '%00', '%2f..', ':id', '0', '9007199254740993'].map(async (id) => {
          const request = requestOf(owner, endpoint, { id: 'ID' });
          const response = await server.app.http.inject({ ...request, url: request.url.replace('ID', id) });
          return { id, status: response.statusCode };
        }),
      );
      if (absent!.status !== 404 && absent!.status !== 422)
        wrong.push(`${endpoint.method} ${endpoint.path} ${absent!.id}: ${absent!.status}`);
      for (const { id, status } of odd)
        if (status < 400 || status >= 500) wrong.push(`${endpoint.method} ${endpoint.path} ${id}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});
