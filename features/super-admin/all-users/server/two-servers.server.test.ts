import { afterAll, expect, test } from 'vitest';
import { login, verify } from '#features/account/account.contract.ts';
import { testPassword, startTwoApps } from '#testing/test-app.ts';
import {
  blockAccount,
  changeAdministrator,
  deleteAccount,
  listAccounts,
  unblockAccount,
} from '#features/super-admin/all-users/all-users.contract.ts';

const { one, other, close } = await startTwoApps();
afterAll(close);

test('what one server does to an account holds at the next request to another', async () => {
  const admin = await one.signUp('admin@example.com');
  const email = 'person@example.com';
  const person = await other.signUp(email);
  const { id } = (await one.call(admin, listAccounts, { search: email })).data!.items[0]!;
  const statusThere = async () => (await other.call(person, verify, {})).status;

  expect(await statusThere()).toBe(200);
  const blocked = await one.call(admin, blockAccount, { id, managed_at: 0 });
  expect(await statusThere()).toBe(401);
  const { managed_at } = (await one.call(admin, unblockAccount, { id, managed_at: blocked.data!.managed_at })).data!;
  const { token } = (await other.call({}, login, { email, password: testPassword })).data!;
  const mayList = async () => (await other.call({ token }, listAccounts, {})).status;
  expect(await mayList()).toBe(403);
  await one.call(admin, changeAdministrator, { id, managed_at, is_admin: true });
  expect(await mayList()).toBe(200);
  await one.call(admin, deleteAccount, { id, email });
  expect(await mayList()).toBe(401);
});
