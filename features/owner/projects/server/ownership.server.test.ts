import { beforeEach, expect, test } from 'vitest';
import { maximumProjects } from '#contract/limits.ts';
import { readProject, transferProject } from '#features/owner/projects/projects.contract.ts';
import { awaitedLetters } from '#testing/letters.ts';
import { type Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const { admin } = server;
let owner: Actor & { readonly projectId: number; readonly id: number; readonly email: string };
let count = 0;
beforeEach(async () => {
  const email = `owner${(count += 1)}@ownership.example`;
  owner = { ...(await server.emptyShop(email)), id: await idOf(email), email };
});

const idOf = async (email: string) =>
  (await server.app.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
async function colleague(blocked: 0 | 1 = 0) {
  const email = `colleague${(count += 1)}@ownership.example`;
  const actor = { ...(await server.signUp(email)), id: await idOf(email), email };
  const member = {
    project_id: owner.projectId,
    user_id: actor.id,
    is_owner: 0,
    user_groups: '[1]',
    is_blocked: blocked,
  } as const;
  await server.app.db.insertInto('member').values(member).execute();
  return actor;
}
const give = (actor: Actor, user_id: number, stays = true) =>
  server.call(actor, transferProject, { id: owner.projectId, user_id, stays });
const rights = async (actor: Actor) => (await server.call(actor, readProject, { id: owner.projectId })).data?.rights ?? null;

test('the project belongs to the other one, and the former owner goes on working in it; both are told', async () => {
  const next = await colleague();
  expect((await give(owner, next.id)).status).toBe(200);
  expect(await rights(next)).toMatchObject({ is_owner: true });
  expect(await rights(owner)).toMatchObject({ is_owner: false, user_groups: [1, 2, 3, 4, 5].map((id) => ({ id })) });
  const [told] = await awaitedLetters(server.dataDirectory, next.email);
  expect(told).toContain('Test Person made you the owner of the project Empty');
  expect((await awaitedLetters(server.dataDirectory, owner.email))[0]).toContain('You stay in it');
  expect((await give(owner, owner.id)).status).toBe(403);
});

test('or leaves it', async () => {
  const next = await colleague();
  await give(owner, next.id, false);
  expect(await rights(owner)).toBeNull();
  expect((await awaitedLetters(server.dataDirectory, owner.email))[0]).toContain('You have left it.');
});

test('it is given to people who work in it and can act, and by its owner alone', async () => {
  const [next, blocked] = [await colleague(), await colleague(1)];
  const stranger = await server.signUp(`stranger${count}@ownership.example`);
  expect((await give(owner, blocked.id)).errors).toMatchObject([{ code: 'notFound' }]);
  expect((await give(owner, await idOf(`stranger${count}@ownership.example`))).errors).toMatchObject([{ code: 'notFound' }]);
  expect((await give(owner, 999_999)).errors).toMatchObject([{ code: 'notFound' }]);
  expect((await give(owner, owner.id)).status).toBe(403);
  expect((await give(next, next.id)).status).toBe(403);
  expect((await give(stranger, next.id)).status).toBe(404);
  expect(await rights(owner)).toMatchObject({ is_owner: true });
});

test('of two people whom it is given to at once, one gets it', async () => {
  const [one, other] = [await colleague(), await colleague()];
  const statuses = (await Promise.all([give(owner, one.id), give(owner, other.id)])).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 403]);
  const owners = server.app.db.selectFrom('member').select('user_id').where('project_id', '=', owner.projectId);
  expect(await owners.where('is_owner', '=', 1).execute()).toHaveLength(1);
});

test('an administrator adds an owner and takes nobody’s place', async () => {
  const next = await colleague();
  expect((await give(admin, next.id)).status).toBe(200);
  expect(await rights(next)).toMatchObject({ is_owner: true });
  expect(await rights(owner)).toMatchObject({ is_owner: true });
});

test('nobody is given more projects than one person may own', async () => {
  const next = await colleague();
  const { db } = server.app;
  const row = {
    name: 'Other',
    url: '',
    language: 'en',
    time_zone: 'UTC',
    data_source: 'aisle_api',
    secret_hash: '',
    created_at: 1,
  };
  for (let at = 0; at < maximumProjects; at += 1) {
    const { id } = await db
      .insertInto('project')
      .values({ ...row, token: `given ${count} ${at}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('member').values({ project_id: id, user_id: next.id, is_owner: 1, user_groups: '[]' }).execute();
  }
  expect((await give(owner, next.id)).errors).toMatchObject([{ code: 'tooManyProjects' }]);
  expect(await rights(owner)).toMatchObject({ is_owner: true });
});
