import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#features/account/account.contract.ts';
import { inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { changeUserData } from '#features/account/profile/profile.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { announce } from '#features/super-admin/announcement/announcement.contract.ts';
import { settled } from '#testing/calls/full-project.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { type Actor, startTestApp, testPassword, type TestApp } from '#testing/test-app.ts';
import { deleteAccount, listAccounts, readAccount } from '#features/super-admin/all-users/all-users.contract.ts';

let server: TestApp;
let admin: Actor;
beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signUp('admin@example.com');
});
afterAll(() => server.close());

const idOf = async (email: string): Promise<number> =>
  (await server.app.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const signIn = (email: string) => server.call({}, login, { email, password: testPassword });
/** What is one person's own: no row of it is without a person. */
async function ownTables() {
  const tables = await server.app.db.introspection.getTables();
  return tables.filter(({ columns }) => columns.some(({ name, isNullable }) => name === 'user_id' && !isNullable));
}
async function makeOwner(project: number, user: number): Promise<void> {
  const { db } = server.app;
  await db.insertInto('member').values({ project_id: project, user_id: user, is_owner: 1, user_groups: '[]' }).execute();
}

test('an account goes with everything that is the person’s own; what they have changed keeps their name', async () => {
  const { db } = server.app;
  const email = 'goes@example.com';
  const person = await server.emptyShop(email);
  const id = await idOf(email);
  await server.call(person, synonyms.create, { term: 'lamp', synonyms: ['light'] });
  const texts = { company_name: 'Erased Company', job: 'Erased Job', phone: '+420 999', company_site: 'https://erased.example' };
  await server.call(person, changeUserData, { name: 'Kept', surname: 'Name', email: 'next-goes@example.com', ...texts });
  const other = await server.emptyShop('other@example.com');
  await server.call(other, inviteUser, { email, user_groups: [1] });
  await makeOwner(person.projectId, await idOf('other@example.com'));
  const message = { project_id: person.projectId, kind: 'diskFull', about: 'disk', details: '{}', address: '/', created_at: 1 };
  const { id: message_id } = await db.insertInto('message').values(message).returning('id').executeTakeFirstOrThrow();
  const told = { text_en: 'Told', text_cs: '', until: Date.now() + 60_000 };
  const { data: announcement } = await server.call(admin, announce, told);
  const known: Record<string, unknown> = {
    user_id: id,
    message_id,
    announcement_id: announcement!.id,
    project_id: other.projectId,
  };
  for (const { name, columns } of await ownTables()) {
    const given = columns.filter((one) => one.name !== 'id' && !one.isNullable && !one.hasDefaultValue);
    const values = given.map((one) => known[one.name] ?? (/int/i.test(one.dataType) ? 1 : `of ${name}`));
    await sql`insert into ${sql.table(name)} (${sql.join(given.map((one) => sql.ref(one.name)))}) values (${sql.join(values)}) on conflict do nothing`.execute(
      db,
    );
  }
  const rowsOf = async (table: string): Promise<number> =>
    (await sql`select 1 from ${sql.table(table)} where user_id = ${id}`.execute(db)).rows.length;
  for (const { name } of await ownTables()) expect(await rowsOf(name), name).toBeGreaterThan(0);

  expect((await server.call(admin, deleteAccount, { id, email: 'GOES@example.com' })).status).toBe(200);
  for (const { name } of await ownTables()) expect(await rowsOf(name), name).toBe(0);
  await settled(db);
  const left = await dumpOf(db, ['job', 'attempt']);
  for (const text of [email, 'Erased', 'erased.example', '+420 999']) expect(left, text).not.toContain(text);
  const synonym = (await server.call(other, synonyms.list, {})).data;
  const kept = await server.call({ ...other, project: person.project }, synonyms.list, {});
  expect(synonym?.items).toEqual([]);
  expect(kept.data?.items).toMatchObject([{ updated_by: 'Kept Name' }]);
});

test('nobody gets in with a deleted account, and its address is free', async () => {
  const email = 'again@example.com';
  const person = await server.signUp(email);
  const id = await idOf(email);
  await server.call(admin, deleteAccount, { id, email });
  expect((await signIn(email)).status).toBe(401);
  expect((await server.call(person, readAccount, { id })).status).toBe(401);
  expect((await server.call(admin, readAccount, { id })).status).toBe(404);
  expect((await server.call(admin, deleteAccount, { id, email })).status).toBe(404);
  await server.signUp(email);
  expect((await server.call(admin, listAccounts, { search: email })).data).toMatchObject({ total_count: 1 });
});

test.each([
  ['another address', { email: 'admin@example.com' }, [{ field: 'email', code: 'fieldNotValid' }]],
  ['none', { email: ' ' }, [{ field: 'email', code: 'required' }]],
])('%s typed deletes nothing', async (_what, typed, errors) => {
  const email = `stays${Math.random()}@example.com`;
  const person = await server.signUp(email);
  expect((await server.call(admin, deleteAccount, { id: await idOf(email), ...typed })).errors).toMatchObject(errors);
  expect((await signIn(email)).status).toBe(200);
  expect(person.token).toBeTruthy();
});

test('the last owner of a project stays, and is told its name, also of two who are deleted at once', async () => {
  const one = await server.emptyShop('one@example.com');
  const [first, second] = [
    await idOf('one@example.com'),
    (await server.signUp('two@example.com'), await idOf('two@example.com')),
  ];
  expect((await server.call(admin, deleteAccount, { id: first, email: 'one@example.com' })).errors).toMatchObject([
    { code: 'lastOwner', parameters: { projects: 'Empty' } },
  ]);
  await makeOwner(one.projectId, second);
  const answers = await Promise.all([
    server.call(admin, deleteAccount, { id: first, email: 'one@example.com' }),
    server.call(admin, deleteAccount, { id: second, email: 'two@example.com' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
