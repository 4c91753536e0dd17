import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { servePluginFile } from './plugin-file.ts';

let folder: string;
let http: ReturnType<typeof fastify>;
let builds = 0;

function build(code: string, name = 'plugin.js'): void {
  mkdirSync(folder, { recursive: true });
  const place = path.join(folder, name);
  writeFileSync(`${place}.gz`, gzipSync(code));
  writeFileSync(`${place}.br`, brotliCompressSync(code));
  writeFileSync(place, code);
  builds += 1;
  utimesSync(place, builds, builds);
}

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'aisle-plugin-')), 'dist');
  build('first()');
  build('preview()', 'plugin-preview.js');
  http = fastify();
  servePluginFile({ http }, folder);
});
afterEach(async () => {
  await http.close();
  rmSync(path.dirname(folder), { recursive: true });
});

const get = (headers: Record<string, string> = {}) => http.inject({ url: '/plugin.js', headers });

test('any shop may load it, and browsers ask again soon', async () => {
  const { headers, body } = await get();
  expect(body).toBe('first()');
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    vary: 'accept-encoding',
  });
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
])('to a browser that takes %s it is sent as %s', async (accepted, encoding) => {
  expect((await get({ 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
});

test('it is sent once: who has it is told so, until it is another one', async () => {
  const { headers } = await get({ 'accept-encoding': 'gzip' });
  const tag = String(headers.etag);
  expect((await get({ 'if-none-match': tag })).statusCode).toBe(304);
  expect((await get({ 'if-none-match': `"other", W/${tag}` })).statusCode).toBe(304);
  build('second()');
  const answer = await get({ 'if-none-match': tag, 'accept-encoding': 'gzip' });
  expect(gunzipSync(answer.rawPayload).toString()).toBe('second()');
});

test('while it is being built, the former one is served', async () => {
  await get();
  rmSync(folder, { recursive: true });
  expect((await get()).body).toBe('first()');
});

test('the page of the preview is framed by our own pages alone, and runs our own script', async () => {
  const { statusCode, headers, body } = await http.inject('/plugin-preview');
  expect(statusCode).toBe(200);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'self'");
  const [, script = ''] = /<script src="([^"]+)" defer>/.exec(body) ?? [];
  expect((await http.inject(script)).body).toBe('preview()');
});

test('a server without a built plugin says that there is none', async () => {
  rmSync(folder, { recursive: true });
  expect((await get()).statusCode).toBe(404);
});
