import { afterAll, beforeAll, expect, test } from 'vitest';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { type Actor, startTestApp, type TestApp } from '#testing/test-app.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
beforeAll(async () => {
  server = await startTestApp({
    callRates: { visitorCallsPerSecond: 20, projectCallsPerSecond: 40, personCallsPerSecond: 15 },
    trustedProxies: 1,
  });
  owner = await server.owner('owner@example.com');
});
afterAll(() => server.close());

async function search(visitor: string): Promise<{ status: number; retryAfter: unknown }> {
  const url = `/front/autocomplete?q=a&token=${owner.project}`;
  const { statusCode, headers } = await server.app.http.inject({ url, headers: { 'x-forwarded-for': visitor } });
  return { status: statusCode, retryAfter: headers['retry-after'] };
}
const refused = (answers: { status: number }[]): number => answers.filter(({ status }) => status === 429).length;
const many = <Answer>(count: number, one: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, one));

test('one visitor and one project are answered 429 with when to try again once they ask too often', async () => {
  const answers = await many(60, () => search('198.51.100.1'));
  expect(refused(answers)).toBeGreaterThanOrEqual(30);
  expect(answers.find(({ status }) => status === 429)?.retryAfter).toBe('1');
  // Other visitors have what is left of the project's calls, and no more.
  const others = await Promise.all(Array.from({ length: 60 }, (_none, at) => search(`198.51.100.${at + 2}`)));
  expect(refused(others)).toBeGreaterThanOrEqual(10);
  expect(refused(others)).toBeLessThan(60);
});

test('one person in the console is, too, and others are not', async () => {
  const list = (actor: Actor) => server.call(actor, listProjects, {});
  const other = await server.signUp('other@example.com');
  expect(refused(await many(60, () => list(owner)))).toBeGreaterThanOrEqual(20);
  expect((await list(other)).status).toBe(200);
});
