import { afterAll, describe, expect, test } from 'vitest';
import { invitationStore } from '#features/access-management/invitations/server/invitations.store.ts';
import { personalDataStore } from '#features/account/profile/server/profile.store.ts';
import { resetStore, signUpStore } from './pending.store.ts';
import { secondFactorStore, ticketStore } from './second-factor.store.ts';
import { deletionStore } from '#features/owner/projects/server/projects.store.ts';
import type { Database } from '#server/db/schema.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { newSecret } from '#server/secrets/secrets.ts';
import { openTestDatabase } from '#testing/raw-database.ts';
import { ownProjectStore, userStore } from './account.store.ts';
import { lastOnes } from './last-ones.store.ts';

const { db, close } = await openTestDatabase();
afterAll(close);
const racers = 20;
let people = 0;

const newcomer = (email = `person${(people += 1)}@taken-once.example`) =>
  ({ email, name: 'Eva', surname: 'Nová', language: 'en', passwordHash: 'before' }) as const;
const addUser = (email?: string, isFirst = false) => userStore(db).insert({ ...newcomer(email), isProven: false, isFirst });
const person = async (): Promise<number> => (await addUser())!;
async function withSecondFactor(): Promise<number> {
  const id = await person();
  await secondFactorStore(db).begin(id, 'sealed');
  await secondFactorStore(db).turnOn(id, 'sealed', 1);
  await secondFactorStore(db).replaceRecoveryCodes(id, ['code']);
  return id;
}

/** What many may take at once, each made ready for it. A taker answers what it got: nothing, null or false for all but one. */
const takes: Readonly<Record<string, () => Promise<(at: number) => Promise<unknown>>>> = {
  async 'being the first of a server'() {
    return () => addUser(undefined, true);
  },
  async 'an address'() {
    return () => addUser('one@taken-once.example');
  },
  async 'the change of a password'() {
    const id = await person();
    return (at) => userStore(db).changePassword(id, 'before', `after ${at}`);
  },
  async 'the link of a sign-up'() {
    const id = await signUpStore(db).insert(newcomer(), newSecret());
    return () => signUpStore(db).take(id);
  },
  async 'the link to a new password'() {
    const token = newSecret();
    await resetStore(db).insert(await person(), token);
    return () => resetStore(db).take(token);
  },
  async 'the link to another address'() {
    const token = newSecret();
    await personalDataStore(db).begin(await person(), 'next@taken-once.example', token);
    return () => personalDataStore(db).take(token);
  },
  async 'an invitation'() {
    const { email } = newcomer();
    const [project, owner] = [await addProject(db), await person()];
    await db.insertInto('member').values({ project_id: project.id, user_id: owner, is_owner: 1, user_groups: '[]' }).execute();
    const invited = { email, userGroups: [1], invitedBy: owner, expiresAt: Date.now() + 60_000, seenGroups: null };
    const id = await invitationStore(db).save(project, invited);
    return () => invitationStore(db).take(email, id!);
  },
  async 'the set-up of a second factor'() {
    const id = await person();
    await secondFactorStore(db).begin(id, 'sealed');
    return (at) => secondFactorStore(db).turnOn(id, 'sealed', at);
  },
  async 'a code of a second factor'() {
    const id = await withSecondFactor();
    return () => secondFactorStore(db).takeCounter(id, 2);
  },
  async 'a recovery code'() {
    const id = await withSecondFactor();
    return () => secondFactorStore(db).takeRecoveryCode(id, 'code');
  },
  async 'the ticket of a sign-in'() {
    const ticket = await ticketStore(db).open({ id: await person(), password_hash: 'before' });
    return () => ticketStore(db).take(ticket);
  },
  async 'the deletion of a project'() {
    const [project, id] = [await addProject(db), await person()];
    return () => deletionStore(db).remove(project, id, Date.now());
  },
};

test.each(Object.entries(takes))('of many who take %s at once, one gets it', async (_what, ready) => {
  const take = await ready();
  const taken = await Promise.all(Array.from({ length: racers }, (_none, at) => take(at)));
  expect(taken.filter((got) => got !== null && got !== false)).toHaveLength(1);
});

describe('of two who go at once, the last one stays', () => {
  const inTransactions = (ids: readonly number[], go: (db: Database, id: number) => Promise<boolean>) =>
    Promise.all(ids.map((id) => db.transaction().execute((transaction) => go(transaction, id))));

  test('as the owner of a project', async () => {
    const [project, ids] = [await addProject(db), [await person(), await person()]];
    const owner = { project_id: project.id, is_owner: 1 as const, user_groups: '[]' };
    await db
      .insertInto('member')
      .values(ids.map((user_id) => ({ ...owner, user_id })))
      .execute();
    const left = await inTransactions(ids, async (transaction, id) => {
      await lastOnes(transaction).hold.project(project);
      const isLast = (await lastOnes(transaction).onlyOwned(id, project)).length > 0;
      return !isLast && ownProjectStore(transaction).leave(id, project);
    });
    expect(left.filter(Boolean)).toHaveLength(1);
  });

  test('as the administrator', async () => {
    const ids = [await person(), await person()];
    await db.updateTable('user').set({ is_admin: 0 }).execute();
    await db.updateTable('user').set({ is_admin: 1 }).where('id', 'in', ids).execute();
    const left = await inTransactions(ids, async (transaction, id) => {
      await lastOnes(transaction).hold.administrators();
      if ((await lastOnes(transaction).administrators()).every((one) => one === id)) return false;
      await transaction.updateTable('user').set({ is_admin: 0 }).where('id', '=', id).execute();
      return true;
    });
    expect(left.filter(Boolean)).toHaveLength(1);
  });
});
