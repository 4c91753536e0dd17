import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepLanguage, logout, verify, changeDemand, readDemand, readSecondFactor } from '#features/account/account.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { codeOf, setUp } from '#testing/second-factor.ts';
import { sampleInput } from '#testing/calls/sample-input.ts';
import { type Actor, requestOf, startTestApp, type TestApp } from '#testing/test-app.ts';

let server: TestApp;
let admin: Actor & { token: string };
beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signUp('admin@example.com');
});
afterAll(() => server.close());

const demand = (isDemanded: boolean) => server.call(admin, changeDemand, { is_demanded: isDemanded });

test('who demands a second factor of everybody has one', async () => {
  expect((await demand(true)).errors).toMatchObject([{ code: 'secondFactorFirst' }]);
  expect((await server.call(admin, readDemand, {})).data).toEqual({ is_demanded: false, is_set_by_server: false });
});

test('who has none can do nothing but set it up, sign out and see who they are, whoever they are', async () => {
  const member = await server.emptyShop('member@example.com');
  await setUp(server, admin);
  expect((await demand(true)).data).toEqual({ is_demanded: true, is_set_by_server: false });

  const open: string[] = [];
  const isBehindSignIn = ({ needs }: { needs: string }) => !['public', 'shop', 'api'].includes(needs);
  for (const endpoint of server.app.endpoints.filter(isBehindSignIn)) {
    const request = requestOf(member, endpoint, sampleInput(endpoint.input));
    if (endpoint === logout) continue;
    const { statusCode, body } = await server.app.http.inject(request);
    const isRefused = statusCode === 403 && body.includes('secondFactorNeeded');
    if (!isRefused) open.push(`${endpoint.method} ${endpoint.path}`);
  }
  expect(open.toSorted()).toEqual(
    [
      'GET /api/verify',
      'PUT /api/user/language',
      'GET /api/user/second-factor',
      'POST /api/user/second-factor',
      'PUT /api/user/second-factor',
    ].toSorted(),
  );
  const seen = await server.call(member, verify, {});
  expect(seen).toMatchObject({ data: { owes_second_factor: true, is_owner: false }, sales_channel: null });

  await setUp(server, member);
  expect((await server.call(member, listProjects, {})).data).toHaveLength(1);
  expect((await server.call(member, verify, {})).data).toMatchObject({ owes_second_factor: false, is_owner: true });
  expect((await server.call(admin, listProjects, {})).status).toBe(200);
  expect((await demand(false)).data?.is_demanded).toBe(false);
});

test('the environment demands it, whatever administrators decide', async () => {
  const strict = await startTestApp({ demandsSecondFactor: true });
  try {
    const first = await strict.signUp('first@example.com');
    expect((await strict.call(first, listProjects, {})).errors).toMatchObject([{ code: 'secondFactorNeeded' }]);
    expect((await strict.call(first, keepLanguage, { language: 'cs' })).status).toBe(200);
    const { key } = await setUp(strict, first);
    expect(codeOf(key)).toMatch(/^\d{6}$/);
    expect((await strict.call(first, readSecondFactor, {})).data?.on_since).not.toBeNull();
    expect((await strict.call(first, readDemand, {})).data).toEqual({ is_demanded: true, is_set_by_server: true });
    expect((await strict.call(first, changeDemand, { is_demanded: false })).errors).toMatchObject([{ code: 'setByServer' }]);
    expect((await strict.call(first, logout, {})).status).toBe(200);
  } finally {
    await strict.close();
  }
});
