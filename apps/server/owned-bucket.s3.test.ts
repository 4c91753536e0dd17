import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { type S3Settings, s3SettingsOf } from '#server/files/s3-files.ts';

const url = process.env['AISLE_TEST_FILES_URL'];
const folder = mkdtempSync(path.join(tmpdir(), 'aisle-owned-bucket-'));

describe.skipIf(url === undefined)('a folder of a bucket', () => {
  const bucket = s3SettingsOf(url ?? 's3://host/none', { key: '', secret: '' })!;
  const running: TestApp[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(name: string, changes: Partial<S3Settings>): Promise<TestApp> {
    const dataDirectory = path.join(folder, name);
    mkdirSync(dataDirectory, { recursive: true });
    const files = { kind: 's3', ...bucket, ...changes } as const;
    const server = await testAppOf(testConfig({ dataDirectory, databaseUrl: null, files }));
    running.push(server);
    return server;
  }

  test('goes with one database: another one is refused at the start, and has a folder of its own', async () => {
    const prefix = `owned-${process.pid}/`;
    await (await start('one', { prefix })).close();
    await expect(start('two', { prefix })).rejects.toThrow('has the files of another database');
    await (await start('two', { prefix: `${prefix}two/` })).close();
    const again = await start('one', { prefix });
    expect(again.app.files.state()).toBe('there');
  });

  test('that was away at the start is looked at once it is back', async () => {
    const prefix = `away-${process.pid}/`;
    const port = await freePort();
    const away = { prefix, endpoint: `http://127.0.0.1:${port}` };
    const [first, second] = [await start('first', away), await start('second', away)];
    expect([first.app.files.state(), second.app.files.state()]).toEqual(['away', 'away']);
    const way = await wayTo(bucket.endpoint, port);
    const looks = async () => [await first.app.files.watch(), await second.app.files.watch()];
    const found = await looks();
    expect(found.toSorted()).toEqual(['refused', 'there']);
    expect(await looks()).toEqual(found);
    way.close();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function wayTo(endpoint: string, port: number): Promise<Server> {
  const { hostname, port: target } = new URL(endpoint);
  const server = createServer((client) => {
    const there = connect(Number(target), hostname);
    for (const socket of [client, there]) socket.on('error', () => [client, there].forEach((one) => one.destroy()));
    client.pipe(there).pipe(client);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
