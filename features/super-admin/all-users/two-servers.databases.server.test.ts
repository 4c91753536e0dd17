import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { login, verify } from '#features/account/account.contract.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { testAppOf, testConfig, testPassword } from '#server/testing/test-app.ts';
import { blockAccount, changeAdministrator, deleteAccount, listAccounts, unblockAccount } from './all-users.contract.ts';

const dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-two-'));
const database = await createTestDatabase();
const config = testConfig({ dataDirectory, databaseUrl: database.url });
// Each has connections, sessions and memory of its own; they share the database.
const [one, other] = [await testAppOf(config), await testAppOf(config)];
afterAll(async () => {
  await other.close();
  await one.close();
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

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
