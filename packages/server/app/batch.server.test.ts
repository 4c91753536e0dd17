import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callBatch } from '#contract/batch.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { type Actor, startTestApp, type TestApp } from '#testing/test-app.ts';

let server: TestApp;
let actors: Record<string, Actor>;
beforeAll(async () => {
  server = await startTestApp();
  const { db } = server.app;
  const owner = await server.emptyShop();
  const member = await server.signUp();
  await db
    .insertInto('member')
    .values({ project_id: owner.projectId, user_id: member.userId, is_owner: 0, user_groups: '[3]' })
    .execute();
  const stranger = await server.emptyShop();
  actors = {
    owner,
    'member of one group': { ...member, project: owner.project },
    stranger: { ...stranger, project: owner.project },
    'owner without a selected project': { token: owner.token },
    'person with a wrong session': { token: 'wrong', project: owner.project },
  };
});
afterAll(() => server.close());

const get = (url: string) => ({ method: 'GET' as const, url, body: null });
const days = JSON.stringify({ start: '2026-11-01', end: '2026-11-07' });
const calls = [
  get('/api/verify'),
  get('/api/collections'),
  get('/api/sales_channels'),
  get('/api/feeds?per_page=100'),
  get('/api/search-settings/badges'),
  get('/api/server/sign-up'),
  get('/api/feeds?per_page=none'),
  get('/api/feed/0'),
  get('/api/nothing'),
  { method: 'POST' as const, url: '/api/widget/dashboard/total_queries', body: days },
];

const headersOf = ({ token, project }: Actor) => ({
  ...(token !== undefined && { [sessionHeader]: token }),
  ...(project !== undefined && { [projectHeader]: project }),
});
const postBatch = (actor: Actor, payload: object) =>
  server.app.http.inject({ method: 'POST', url: callBatch.path, headers: headersOf(actor), payload });

async function alone(actor: Actor, { method, url, body }: (typeof calls)[number]): Promise<string> {
  const headers = { ...headersOf(actor), ...(body !== null && { 'content-type': 'application/json' }) };
  const answer = await server.app.http.inject({ method, url, headers, ...(body !== null && { body }) });
  return `${answer.statusCode} ${answer.body}`;
}

async function together(actor: Actor, payload: { calls: readonly object[]; selecting?: string }): Promise<string[]> {
  const { body, statusCode } = await postBatch(actor, payload);
  expect(statusCode).toBe(200);
  const lines = body.split('\n').filter(Boolean);
  const at = (line: string): number => Number(line.split(' ')[0]);
  return lines.toSorted((a, b) => at(a) - at(b)).map((line) => line.slice(line.indexOf(' ') + 1));
}

describe('a batch', () => {
  test.each(['owner', 'member of one group', 'stranger', 'owner without a selected project'])(
    'answers each call as the call itself does, to the %s',
    async (name) => {
      const actor = actors[name]!;
      const answers = await together(actor, { calls });
      expect(answers).toEqual(await Promise.all(calls.map((call) => alone(actor, call))));
      expect(new Set(answers.map((answer) => answer.slice(0, 3))).size).toBeGreaterThan(2);
    },
  );

  test('is refused as a whole without a session', async () => {
    expect((await postBatch(actors['person with a wrong session']!, { calls })).statusCode).toBe(401);
  });

  test('selects the project that a call answers when none is selected', async () => {
    const [selected, nobody] = [actors['owner']!, actors['owner without a selected project']!];
    const expected = await Promise.all(calls.map((call) => alone(selected, call)));
    expect(await together(nobody, { calls, selecting: '/api/sales_channel/default' })).toEqual(expected);
    const refused = await Promise.all(calls.map((call) => alone(nobody, call)));
    expect(await together(nobody, { calls, selecting: '/api/sales_channel/999' })).toEqual(refused);
  });

  test.each([
    ['saves', { method: 'POST', url: '/api/synonyms', body: '{}' }],
    ['is a batch', { method: 'POST', url: callBatch.path, body: '{}' }],
    ['saves by GET', { method: 'GET', url: '/api/elastic/reload', body: null }],
  ])('is refused if a call %s', async (_what, call) => {
    expect((await postBatch(actors['owner']!, { calls: [calls[0], call] })).statusCode).toBe(403);
  });

  test('is refused if a call is not of the console', async () => {
    expect((await postBatch(actors['owner']!, { calls: [get('/front/search?q=a')] })).statusCode).toBe(422);
  });
});
