import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveConsole } from './console-files.ts';

let folder: string;
let http: ReturnType<typeof fastify>;

function build(version: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), `<meta content="%STYLE_NONCE%"><script src="/assets/${version}.js">`);
  writeFileSync(path.join(folder, 'assets', `${version}.js`), version);
}

beforeEach(async () => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'aisle-console-')), 'dist');
  build('first');
  http = fastify();
  await serveConsole({ http }, folder);
});
afterEach(async () => {
  await http.close();
  rmSync(path.dirname(folder), { recursive: true });
});

const get = (url: string) => http.inject(url);

test('a console that is rebuilt while the server runs is served whole', async () => {
  expect((await get('/assets/first.js')).body).toBe('first');
  build('second');
  const page = await get('/data/feeds?p=1');
  expect(page.body).toContain('/assets/second.js');
  expect(page.body).not.toContain('%STYLE_NONCE%');
  const script = await get('/assets/second.js');
  expect([script.statusCode, script.body]).toEqual([200, 'second']);
  expect(script.headers['cache-control']).toContain('immutable');
  expect((await get('/assets/first.js')).statusCode).toBe(404);
});

test('while it is being built, the page is the former one', async () => {
  rmSync(folder, { recursive: true });
  expect((await get('/dashboard')).body).toContain('/assets/first.js');
});

test.each([
  '/assets',
  '/assets/',
  '/api/unknown',
  '/clients/other.js',
  '/demo',
  '/demo/a/b',
  '/assets/..%2f..%2fpackage.json',
  '/docs/x',
])('%s is no screen and shows no file', async (url) => {
  const { statusCode, body } = await get(url);
  expect([statusCode, JSON.parse(body)]).toMatchObject([404, { err: 1 }]);
});

test('what only tools need is not served', async () => {
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, '.vite', 'manifest.json'), '{"a":1}');
  expect((await get('/.vite/manifest.json')).body).not.toContain('"a"');
});
