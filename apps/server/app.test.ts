import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveClientFiles } from './app.ts';

let folder: string;
let http: ReturnType<typeof fastify>;

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'aisle-clients-')), 'dist');
  mkdirSync(folder);
  const script = path.join(folder, 'aisle-client.js');
  writeFileSync(script, 'export const one = 1;');
  writeFileSync(`${script}.gz`, gzipSync('export const one = 1;'));
  writeFileSync(`${script}.br`, brotliCompressSync('export const one = 1;'));
  writeFileSync(path.join(folder, 'aisle-client.tgz'), gzipSync('a package'));
  http = fastify();
  serveClientFiles({ http }, folder);
});
afterEach(async () => {
  await http.close();
  rmSync(path.dirname(folder), { recursive: true });
});

test('pages of any site import the script', async () => {
  const { headers, body } = await http.inject('/clients/aisle-client.js');
  expect(body).toBe('export const one = 1;');
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' });
});

test('the package is sent as it was packed', async () => {
  const answer = await http.inject({ url: '/clients/aisle-client.tgz', headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': 'attachment; filename="aisle-client.tgz"',
  });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(answer.rawPayload).toString()).toBe('a package');
});

test.each(['aisle-instantsearch.js', 'aisle-instantsearch.tgz', 'aisle-client.js.gz', '../package.json'])(
  'what was not built, or is none of them, is not there: %s',
  async (name) => {
    expect((await http.inject(`/clients/${name}`)).statusCode).toBe(404);
  },
);
