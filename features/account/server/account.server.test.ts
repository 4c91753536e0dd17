import { describe, expect, test } from 'vitest';
import { keepLanguage, login, logout, register, verify } from '#features/account/account.contract.ts';
import { readUserData } from '#features/account/profile/profile.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { testPassword } from '#testing/test-app.ts';

const server = await sharedServer();

const person = {
  name: 'Eva',
  surname: 'Nová',
  email: 'eva@account.example',
  password: testPassword,
  password_confirmation: testPassword,
  agree: true,
};

describe('signing up', () => {
  test('lets somebody in who administers nothing', async () => {
    expect((await server.call({}, register, person)).data?.user?.is_admin).toBe(false);
  });

  test('says what is wrong with every field at once', async () => {
    const answer = await server.call({}, register, {
      name: ' ',
      surname: '',
      email: 'eva',
      password: 'short',
      password_confirmation: 'other',
      agree: false,
    });
    expect(answer.status).toBe(422);
    expect(answer.msg).toBe('Please, provide correct data!');
    expect(Object.fromEntries(answer.errors.map(({ field, message }) => [field, message]))).toEqual({
      name: 'Name is required',
      surname: 'Last name is required',
      email: 'Email is not valid',
      password: 'minimum length is 8',
      password_confirmation: 'The password and its confirm are not the same',
      agree: 'You should agree terms and conditions',
    });
  });

  test.each(['alllowercase1!', 'ALLUPPERCASE1!', 'NoDigits!!', 'NoSpecial11'])('refuses %s as a password', async (password) => {
    const answer = await server.call({}, register, {
      ...person,
      email: 'x@account.example',
      password,
      password_confirmation: password,
    });
    expect(answer.errors.map(({ code }) => code)).toEqual(['passwordMix']);
  });

  test('refuses an address that is used, in whatever case', async () => {
    const answer = await server.call({}, register, { ...person, email: 'EVA@Account.Example ' });
    expect(answer.errors).toMatchObject([{ field: 'email', code: 'alreadyUsed' }]);
  });

  test('takes no rights from the body', async () => {
    const more = { ...person, email: 'sneaky@account.example', is_admin: true, is_owner: true, user_groups: [{ id: 5 }], id: 1 };
    const { data } = await server.call({}, register, more);
    expect(data?.user).toMatchObject({ is_admin: false, is_owner: false, user_groups: [] });
  });
});

describe('signing in', () => {
  test('answers a token that opens the session', async () => {
    const { data } = await server.call({}, login, { email: 'eva@account.example', password: testPassword });
    expect((await server.call({ token: data!.token }, readUserData, {})).data?.email).toBe('eva@account.example');
  });

  test('takes a password with outer spaces as it is', async () => {
    const password = ` ${testPassword} `;
    await server.call({}, register, { ...person, email: 'spaces@account.example', password, password_confirmation: password });
    expect((await server.call({}, login, { email: 'spaces@account.example', password })).status).toBe(200);
    expect((await server.call({}, login, { email: 'spaces@account.example', password: testPassword })).status).toBe(401);
  });

  test('says the same to a wrong password and an unknown address', async () => {
    const wrong = await server.call({}, login, { email: 'eva@account.example', password: 'Wrong-Horse-7' });
    const unknown = await server.call({}, login, { email: 'nobody@account.example', password: 'Wrong-Horse-7' });
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 401, err: 1, msg: 'The login detail is incorrect.' });
  });
});

describe('a session', () => {
  test('tells with err 2 that a project is needed, and with one what it is', async () => {
    const owner = await server.owner('project@account.example');
    expect(await server.call({ token: owner.token }, verify, {})).toMatchObject({ err: 2, sales_channel: null });
    expect(await server.call(owner, verify, {})).toMatchObject({
      err: 0,
      data: { is_owner: true },
      sales_channel: { token: owner.project, language: 'en' },
    });
  });

  test('has the language that its person chose, also after signing in elsewhere in another one', async () => {
    const email = 'languages@account.example';
    const someone = await server.signUp(email);
    expect((await server.call(someone, readUserData, {})).data?.language).toBeNull();
    await server.call(someone, keepLanguage, { language: 'jp' });
    expect((await server.call(someone, verify, {})).data?.language).toBe('jp');
    const { data } = await server.call({}, login, { email, password: testPassword });
    expect(data?.user.language).toBe('jp');
  });

  test('ends with signing out', async () => {
    const someone = await server.signUp('leaving@account.example');
    await server.call(someone, logout, {});
    expect((await server.call(someone, readUserData, {})).status).toBe(401);
  });

  test('is nobody when header and bearer differ', async () => {
    const someone = await server.signUp('double@account.example');
    const response = await server.app.http.inject({
      url: readUserData.path,
      headers: { 'x-session-token': someone.token, authorization: 'Bearer other' },
    });
    expect(response.statusCode).toBe(401);
  });

  test('is stored as a hash', async () => {
    const someone = await server.signUp('hashed@account.example');
    const rows = JSON.stringify(await server.app.db.selectFrom('session').selectAll().execute());
    expect(rows).not.toContain(someone.token);
  });
});

test('who may not do everything learns whom to ask; owners need not', async () => {
  const owner = await server.owner('owner@account.example');
  const member = await server.signUp('member@account.example');
  const { id: user_id } = await server.app.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', 'member@account.example')
    .executeTakeFirstOrThrow();
  await server.app.db
    .insertInto('member')
    .values({ user_id, project_id: owner.projectId, is_owner: 0, user_groups: '[3]' })
    .execute();
  const told = ({ token }: { readonly token: string }) => server.call({ token, project: owner.project }, verify, {});
  expect(await told(member)).toMatchObject({ sales_channel: { owner: 'Test Person' } });
  expect(await told(owner)).toMatchObject({ sales_channel: { owner: null } });
});
