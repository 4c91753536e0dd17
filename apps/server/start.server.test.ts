import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { program } from '#testing/processes/server-process.ts';
import { testAppOf, testConfig } from '#testing/test-app.ts';
import { startServerProcess } from '#testing/processes/test-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const newFolder = (): string => path.join(folder, `data${(count += 1)}`);

function refused(env: Record<string, string>): { status: number | null; said: string } {
  const { status, stderr, stdout } = spawnSync(process.execPath, program, {
    env: { ...process.env, AISLE_PORT: '0', AISLE_DATA: newFolder(), ...env },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, said: (stdout + stderr).trim() };
}

test('a busy port is told in one sentence that says what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { status, said } = refused({ AISLE_PORT: String(port) });
  other.close();
  expect(status).toBe(1);
  expect(said).toBe(`Port ${port} is in use; stop what uses it, or set AISLE_PORT to a free one.`);
});

test('a data folder that can not be made is told in one sentence', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  chmodSync(file, 0o400);
  const { status, said } = refused({ AISLE_DATA: path.join(file, 'data') });
  expect([status, said.split('\n').length]).toEqual([1, 1]);
  expect(said).toContain('set AISLE_DATA to a folder');
});

test.each([
  ['AISLE_PORT', 'many', 'AISLE_PORT is "many"; use a number from 1 to 65535.'],
  ['AISLE_HOST', '203.0.113.7', 'AISLE_HOST is not an address of this machine; use 127.0.0.1 or 0.0.0.0.'],
])('%s=%s is told in one sentence that says what to use instead', (name, value, sentence) => {
  expect(refused({ [name]: value })).toEqual({ status: 1, said: sentence });
});

test('a second server on the same data folder is refused, and the folder is free after a kill', async () => {
  const data = newFolder();
  const first = await startServerProcess({ AISLE_DATA: data });
  expect(refused({ AISLE_DATA: data }).said).toContain('Another Aisle uses the data folder');
  await first.kill();
  const next = await startServerProcess({ AISLE_DATA: data });
  expect(await next.stop()).toBe(0);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'it prints one line, with the address, and %s ends it in good order',
  async (signal) => {
    const server = await startServerProcess({ AISLE_DATA: newFolder() });
    const pid = server.child.pid ?? 0;
    expect(await server.stop(signal)).toBe(0);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(server.output().trim()).toMatch(/^Aisle is ready at http:\/\/127\.0\.0\.1:\d+$/);
  },
);

test('links lead to the port that the system has chosen', async () => {
  const dataDirectory = newFolder();
  mkdirSync(dataDirectory);
  const { app, close } = await testAppOf(testConfig({ dataDirectory, databaseUrl: null, publicUrl: null }));
  const url = await app.listen();
  expect(app.settings.publicUrl).toBe(url);
  await close();
});

test('an error that nothing handles is told, and ends the server in good order', async () => {
  const throwing = "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('nobody expected this'); }))";
  const preload = `--import=data:text/javascript,${encodeURIComponent(throwing)}`;
  const data = newFolder();
  const server = await startServerProcess({ AISLE_DATA: data, NODE_OPTIONS: preload });
  const ended = once(server.child, 'exit');
  server.child.kill('SIGUSR2');
  expect(await ended).toEqual([1, null]);
  expect(server.output()).toContain('Aisle ends because of an error that nothing handles: Error: nobody expected this');
  // A clean stop checkpoints the log.
  expect(existsSync(path.join(data, 'aisle.sqlite-wal'))).toBe(false);
});

test('every call has a name, its own or that of a proxy, in the answer and in the log', async () => {
  const server = await startServerProcess({ AISLE_DATA: newFolder(), AISLE_LOG_LEVEL: 'info' });
  const named = async (name: string) => (await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': name } })).headers;
  expect((await named('from-the-proxy.7')).get('x-request-id')).toBe('from-the-proxy.7');
  const own = (await named('"},{"level":60')).get('x-request-id');
  expect(own).toMatch(/^[\da-f-]{36}$/);
  expect(await server.stop()).toBe(0);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { reqId?: string; route?: string; status?: number });
  for (const reqId of ['from-the-proxy.7', own])
    expect(lines).toContainEqual(expect.objectContaining({ reqId, route: '/healthz', status: 200 }));
});
