import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { changeSignUpMode, login } from '#features/account/account.contract.ts';
import { readTotalQueries } from '#features/dashboard/dashboard.contract.ts';
import { removeMadeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { startServerProcess } from '#testing/processes/test-process.ts';

const run = promisify(execFile);
const script = (words: readonly string[], variables = {}) =>
  run(process.execPath, ['scripts/sample-month.ts', ...words], { env: { ...process.env, ...variables } });

test('adds a shop with a month of visitors for a new user, and reuses the shop of an existing one', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'aisle-month-'));
  const server = await startServerProcess({ AISLE_DATA: data });
  const { stdout } = await script(['cs'], { AISLE_PORT: new URL(server.url).port, AISLE_DATA: data });
  const file = path.join(data, 'sample-month.txt');
  const [url, email = '', password = ''] = (await readFile(file, 'utf8')).split('\n');
  expect(url).toBe(server.url);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(stdout).toContain(`Sign in at ${server.url} as ${email}. The password is in ${file}`);
  expect(stdout).not.toContain(password);
  const { data: session } = await server.call({}, login, { email, password });
  const token = session!.token!;
  const { data: projects } = await server.call({ token }, listProjects, {});
  const shop = { token, project: projects![0]!.token };
  const { data: totals } = await server.call(shop, readTotalQueries, {});
  expect(totals?.queries).toBeGreaterThan(100);

  await server.call({ token }, changeSignUpMode, { mode: 'invited' });
  await expect(script([server.url])).rejects.toMatchObject({
    stderr: expect.stringContaining('set AISLE_EMAIL and AISLE_PASSWORD'),
  });
  await server.call(shop, removeMadeUpVisitors, {});
  await script([`${server.url}/`], { AISLE_EMAIL: email, AISLE_PASSWORD: password });
  expect((await server.call({ token }, listProjects, {})).data).toHaveLength(1);
  expect((await server.call(shop, readTotalQueries, {})).data?.queries).toBeGreaterThan(100);
  expect(await server.stop()).toBe(0);
  await rm(data, { recursive: true });
});

test('prints its use when asked, or without a valid address', async () => {
  expect((await script(['--help'])).stdout).toMatch(/^Use: npm run sample-month/);
  await expect(script(['nowhere'])).rejects.toMatchObject({ stderr: expect.stringMatching(/^nowhere is no address\./) });
});

test('an address without a server is told', async () => {
  await expect(script(['http://127.0.0.1:9'])).rejects.toMatchObject({
    stderr: expect.stringMatching(/^No Aisle answers at http:\/\/127\.0\.0\.1:9: .+ Start one with npm start\.\n$/),
  });
});
