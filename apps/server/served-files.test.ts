import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveConsole } from './console-files.ts';
import { serveClientFiles, servePluginFile } from './script-files.ts';

let folder: string;
let http: ReturnType<typeof fastify>;
let builds = 0;

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'aisle-served-')), 'dist');
  http = fastify();
});
afterEach(async () => {
  await http.close();
  rmSync(path.dirname(folder), { recursive: true });
});

function write(name: string, content: string | Buffer): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function buildScript(name: string, code: string): void {
  write(`${name}.gz`, gzipSync(code));
  write(`${name}.br`, brotliCompressSync(code));
  write(name, code);
  builds += 1;
  utimesSync(path.join(folder, name), builds, builds);
}

describe('the plugin', () => {
  const get = (headers: Record<string, string> = {}) => http.inject({ url: '/plugin.js', headers });
  beforeEach(() => {
    buildScript('plugin.js', 'first()');
    buildScript('plugin-preview.js', 'preview()');
    servePluginFile({ http }, folder);
  });

  test('may be loaded by any shop, and browsers ask again soon', async () => {
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
  ])('is sent to a browser that accepts %s as %s', async (accepted, encoding) => {
    expect((await get({ 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
  });

  test('is sent once until it is rebuilt', async () => {
    const { headers } = await get({ 'accept-encoding': 'gzip' });
    const tag = String(headers.etag);
    expect((await get({ 'if-none-match': tag })).statusCode).toBe(304);
    expect((await get({ 'if-none-match': `"other", W/${tag}` })).statusCode).toBe(304);
    buildScript('plugin.js', 'second()');
    const answer = await get({ 'if-none-match': tag, 'accept-encoding': 'gzip' });
    expect(gunzipSync(answer.rawPayload).toString()).toBe('second()');
    rmSync(folder, { recursive: true });
    expect((await get()).body).toBe('second()');
  });

  test('is missing when it was never built', async () => {
    rmSync(folder, { recursive: true });
    expect((await get()).statusCode).toBe(404);
  });

  test('has a preview page that only our pages frame and that runs only our script', async () => {
    const { headers, body } = await http.inject('/plugin-preview');
    const policy = String(headers['content-security-policy']);
    for (const rule of ["default-src 'none'", "script-src 'self';", "frame-ancestors 'self'"]) expect(policy).toContain(rule);
    const [, script = ''] = /<script src="([^"]+)" defer>/.exec(body) ?? [];
    expect((await http.inject(script)).body).toBe('preview()');
  });
});

test('clients are served as a script for pages of any site and as an npm package', async () => {
  buildScript('aisle-client.js', 'export const one = 1;');
  write('aisle-client.tgz', gzipSync('a package'));
  serveClientFiles({ http }, folder);
  const script = await http.inject('/clients/aisle-client.js');
  expect(script.body).toBe('export const one = 1;');
  expect(script.headers['access-control-allow-origin']).toBe('*');
  const packed = await http.inject({ url: '/clients/aisle-client.tgz', headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': 'attachment; filename="aisle-client.tgz"',
  });
  expect(packed.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(packed.rawPayload).toString()).toBe('a package');
  for (const name of ['aisle-instantsearch.js', 'aisle-instantsearch.tgz', 'aisle-client.js.gz', '../package.json'])
    expect((await http.inject(`/clients/${name}`)).statusCode, name).toBe(404);
});

describe('the console', () => {
  function build(version: string): void {
    rmSync(folder, { recursive: true, force: true });
    write('index.html', `<head><meta content="%STYLE_NONCE%"><script src="/assets/${version}.js"></head>`);
    write(`assets/${version}.js`, version);
    write('favicon.svg', '<svg/>');
    write('.vite/screens.json', JSON.stringify({ '/data/schema': ['assets/schema.js', 'assets/schema.css'] }));
  }
  beforeEach(async () => {
    build('first');
    await serveConsole({ http }, folder);
  });

  test('is served whole when it is rebuilt while the server runs', async () => {
    expect((await http.inject('/assets/first.js')).body).toBe('first');
    build('second');
    const page = await http.inject('/data/feeds?p=1');
    expect(page.body).toContain('/assets/second.js');
    expect(page.body).not.toContain('%STYLE_NONCE%');
    const script = await http.inject('/assets/second.js');
    expect([script.statusCode, script.body]).toEqual([200, 'second']);
    expect(script.headers['cache-control']).toContain('immutable');
    expect((await http.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400');
    expect((await http.inject('/assets/first.js')).statusCode).toBe(404);
    rmSync(folder, { recursive: true });
    expect((await http.inject('/dashboard')).body).toContain('/assets/second.js');
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
  ])('has no screen and no file at %s', async (url) => {
    const { statusCode, body } = await http.inject(url);
    expect([statusCode, JSON.parse(body)]).toMatchObject([404, { err: 1 }]);
  });

  test('serves no file of the build tools', async () => {
    expect((await http.inject('/.vite/screens.json')).body).not.toContain('schema.css');
  });

  test('names the scripts and styles of a screen in its document', async () => {
    const script = '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/schema.js">';
    const style = '<link rel="preload" as="style" fetchpriority="low" crossorigin href="/assets/schema.css">';
    expect((await http.inject('/data/schema?p=1')).body).toContain(`${script}${style}</head>`);
    for (const other of ['/data', '//data/schema', '/%', '/login'])
      expect((await http.inject(other)).body, other).not.toContain('<link');
  });
});
