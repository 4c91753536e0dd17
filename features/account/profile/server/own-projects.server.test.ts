import { expect, test } from 'vitest';
import { inviteUser, answerInvitation } from '#features/access-management/invitations/invitations.contract.ts';
import { listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { leaveProject, listOwnProjects } from '#features/account/profile/profile.contract.ts';
import type { Actor, TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const { admin } = server;

type Shop = Awaited<ReturnType<TestServer['emptyShop']>>;
async function colleague(owner: Shop, email: string): Promise<Actor> {
  const person = await server.signUp(email);
  const { data } = await server.call(owner, inviteUser, { email, user_groups: [3, 1] });
  const token = new URL(data!.link!).searchParams.get('token')!;
  await server.call(person, answerInvitation, { token, accept: true });
  return { ...person, project: owner.project };
}
const own = async (actor: Actor) => (await server.call(actor, listOwnProjects, {})).data;
const leave = (actor: Actor, id: number) => server.call(actor, leaveProject, { id });

test('somebody sees the projects that they are in with what they may do there, an administrator no others', async () => {
  const owner = await server.emptyShop('owner@own-projects.example');
  const person = await colleague(owner, 'colleague@own-projects.example');
  const project = { id: owner.projectId, name: 'Empty', url: '', token: owner.project };
  expect(await own(owner)).toEqual([{ ...project, is_owner: true, is_only_owner: true, user_groups: [] }]);
  expect(await own(person)).toEqual([{ ...project, is_owner: false, is_only_owner: false, user_groups: [{ id: 3 }, { id: 1 }] }]);
  expect((await own(admin))?.map(({ id }) => id)).not.toContain(owner.projectId);
});

test('who leaves a project is out of it at once, and it goes on without them', async () => {
  const owner = await server.emptyShop('stays@own-projects.example');
  const person = await colleague(owner, 'leaves@own-projects.example');
  expect((await server.call(person, listFeeds, {})).status).toBe(200);
  expect((await leave(person, owner.projectId)).status).toBe(200);
  expect((await server.call(person, listFeeds, {})).status).toBe(404);
  expect([await own(person), (await own(owner))?.length]).toEqual([[], 1]);
  expect((await leave(person, owner.projectId)).status).toBe(404);
});

test('the last owner stays, also of two who leave at once', async () => {
  const owner = await server.emptyShop('last@own-projects.example');
  const refused = await leave(owner, owner.projectId);
  expect(refused).toMatchObject({ status: 409, errors: [{ code: 'lastOwner', parameters: { projects: 'Empty' } }] });
  const second = await colleague(owner, 'second@own-projects.example');
  const { db } = server.app;
  await db.updateTable('member').set({ is_owner: 1 }).where('project_id', '=', owner.projectId).execute();
  expect((await own(owner))?.map(({ is_only_owner: isOnly }) => isOnly)).toEqual([false]);
  const statuses = (await Promise.all([leave(owner, owner.projectId), leave(second, owner.projectId)])).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
});
