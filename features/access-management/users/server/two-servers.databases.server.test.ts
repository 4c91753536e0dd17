import { afterAll, expect, test } from 'vitest';
import { register } from '#features/account/account.contract.ts';
import { inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { testPassword } from '#testing/test-app.ts';
import { startTwoApps } from '#testing/processes/two-apps.ts';
import { blockUser, unblockUser, updateUserGroups } from '#features/access-management/users/users.contract.ts';

const { one, other, close } = await startTwoApps();
afterAll(close);

test('what one server changes about a user holds at the next request to another', async () => {
  const owner = await one.emptyShop('owner@example.com');
  const email = 'colleague@example.com';
  const { data } = await one.call(owner, inviteUser, { email, user_groups: [3] });
  const invitation = new URL(data!.link!).searchParams.get('token')!;
  const person = { name: 'Gita', surname: 'Guest', email, password: testPassword, password_confirmation: testPassword };
  const { data: session } = await one.call({}, register, { ...person, agree: true, invitation });
  const colleague = { token: session!.token!, project: owner.project };
  const { id } = session!.user!;
  const statusThere = async () => (await other.call(colleague, listFeeds, {})).status;

  expect(await statusThere()).toBe(200);
  await one.call(owner, blockUser, { id });
  expect(await statusThere()).toBe(404);
  await one.call(owner, unblockUser, { id });
  expect(await statusThere()).toBe(200);
  await one.call(owner, updateUserGroups, { id, user_groups: [2] });
  expect(await statusThere()).toBe(403);
});
