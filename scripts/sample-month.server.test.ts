import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { changeSignUpMode, login } from '#features/account/account.contract.ts';
import { readTotalQueries } from '#features/dashboard/dashboard.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { startServerProcess } from '#testing/processes/test-process.ts';

const run = promisify(execFile);
const script = (words: readonly string[], variables = {}) =>
  run(process.execPath, ['scripts/sample-month.ts', ...words], { env: { ...process.env, ...variables } });

test('adds a shop with a month of visitors for a new user, or for an existing one where sign-up is by invitation', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'aisle-month-'));
  const server = await startServerProcess({ AISLE_DATA: data });
  const { stdout } = await script([`${server.url}/`, 'cs']);
  const [, url, email = '', password = ''] = /Sign in at (\S+) as (\S+) with the password (\S+)/.exec(stdout) ?? [];
  expect(url).toBe(server.url);
  const { data: session } = await server.call({}, login, { email, password });
  const token = session!.token!;
  const { data: projects } = await server.call({ token }, listProjects, {});
  const { data: totals } = await server.call({ token, project: projects![0]!.token }, readTotalQueries, {});
  expect(totals?.queries).toBeGreaterThan(100);

  await server.call({ token }, changeSignUpMode, { mode: 'invited' });
  await expect(script([server.url])).rejects.toMatchObject({
    stderr: expect.stringContaining('set AISLE_EMAIL and AISLE_PASSWORD'),
  });
  await script([server.url], { AISLE_EMAIL: email, AISLE_PASSWORD: password });
  expect((await server.call({ token }, listProjects, {})).data).toHaveLength(2);
  expect(await server.stop()).toBe(0);
  await rm(data, { recursive: true });
});

test('an address without a server is told', async () => {
  await expect(script(['http://127.0.0.1:9'])).rejects.toMatchObject({
    stderr: expect.stringMatching(/^No Aisle answers at http:\/\/127\.0\.0\.1:9: .+ Start one with npm start\.\n$/),
  });
});
