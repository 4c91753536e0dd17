import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { versionedPath } from '#contract/endpoint.ts';
import { sessionHeader } from '#contract/envelope.ts';
import { httpServer } from '#server/http/http.ts';
import { sharedServer } from '#testing/shared-server.ts';
import * as z from 'zod/mini';
import type { ErrorCode, Problem } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import { sampleInput } from '#testing/calls/sample-input.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { docsPages } from './docs/docs-pages.ts';

const server = await sharedServer();

interface Request {
  readonly method?: 'HEAD' | 'POST';
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string;
}
const inject = (options: Request) => server.app.http.inject(options);
const login = { method: 'POST', url: '/api/login' } as const;
const json = { 'content-type': 'application/json' };

/**
 * Other tests of permissions follow the contract, so changes of rights are approved here: `npx vitest run -u <this file>`.
 */
test('who may make each call is what was approved', async () => {
  const calls = server.app.endpoints.map(({ method, path, needs }) => `${needs.padEnd(10)} ${method} ${path}`);
  await expect(`${calls.toSorted().join('\n')}\n`).toMatchFileSnapshot('./who-may-call.txt');
});

describe('a body', () => {
  test.each([
    ['no JSON', { ...login, headers: json, payload: '{"email":' }, 400],
    ['empty', { ...login, headers: json, payload: '' }, 400],
    ['a list', { ...login, headers: json, payload: '[]' }, 400],
    ['a text', { ...login, headers: json, payload: '"x"' }, 400],
    ['a form', { ...login, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' }, 400],
    ['too large', { ...login, headers: json, payload: JSON.stringify({ email: 'x'.repeat(2_000_000) }) }, 413],
    ['poisoned', { ...login, headers: json, payload: '{"__proto__": {"is_admin": true}}' }, 400],
    ['deep', { ...login, headers: json, payload: `${'['.repeat(50_000)}${']'.repeat(50_000)}` }, 400],
  ])('that is %s is refused in our envelope', async (_what, request, status) => {
    const response = await inject(request);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ err: 1, data: null, msg: expect.stringMatching(/\w/) });
  });
});

test.each(['application/json', 'text/csv', 'application/x-www-form-urlencoded', undefined])(
  'a file that is said to be %s is kept as it is',
  async (type) => {
    const { token } = await server.signUp(`${String(type).replaceAll('/', '-')}@http.example`);
    for (const payload of ['{}', 'id;name\n1;Lamp\n', '']) {
      const headers = { [sessionHeader]: token, ...(type !== undefined && { 'content-type': type }) };
      const response = await inject({ method: 'POST', url: '/api/feed/upload/items.txt', headers, payload });
      expect([response.statusCode, response.json()]).toMatchObject([200, { data: { size_bytes: payload.length } }]);
    }
  },
);

describe('an answer', () => {
  test('carries the headers that keep a page safe', async () => {
    const { headers } = await inject({ url: '/api/verify' });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(String(headers['content-security-policy'])).toMatch(
      /default-src 'self'.*script-src 'self'(?!.*unsafe-inline.*script)/,
    );
    expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
  });

  test('to an unknown call says that it is not found', async () => {
    const response = await inject({ url: '/api/no-such-call' });
    expect([response.statusCode, response.json<{ err: number }>().err]).toEqual([404, 1]);
  });

  test('is never given to HEAD', async () => {
    expect((await inject({ method: 'HEAD', url: '/api/verify' })).statusCode).toBe(404);
  });
});

test.each(['/healthz', '/readyz'])('%s answers without a session', async (url) => {
  expect((await inject({ url })).statusCode).toBe(200);
});

test.each(['/api/undeclared', '/front/undeclared'])('a route at %s that no contract declares stops the start', async (url) => {
  const http = await httpServer({ logLevel: 'silent', trustedProxies: 0 });
  expect(() => http.get(url, () => ({}))).toThrow('is no endpoint of a contract');
  expect(() => http.get('/elsewhere', () => ({}))).not.toThrow();
  await http.close();
});

const fields = server.app.endpoints.flatMap((endpoint) =>
  Object.keys(endpoint.input._zod.def.shape).map((field) => ({
    field,
    input: endpoint.input,
    sample: sampleInput(endpoint.input),
    name: `${endpoint.method} ${endpoint.path} ${field}`,
  })),
);

const problemAt = (field: string, input: (typeof fields)[number]['input'], given: object): Problem | undefined => {
  const { error } = z.safeParse(input, given);
  return error && problemsOf(error, given).find((problem) => problem.field === field);
};

const forMissing: readonly ErrorCode[] = ['required', 'requiredField', 'termsRequired'];

/** `phraseBoostNotPossible` covers wrong types as well. */
const forWrong: readonly ErrorCode[] = ['notValid', 'fieldNotValid', 'notOneOf', 'phraseBoostNotPossible'];
const wrongValues = [{ odd: true }, ['odd', {}], true, 17, 'odd', 'x'.repeat(3_000)];

test('reports what was sent as not valid, never as required, in every field of every call', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { name, field, input, sample } of fields)
    for (const value of wrongValues) {
      const problem = problemAt(field, input, { ...sample, [field]: value });
      if (problem === undefined) continue;
      count += 1;
      const isWrong = typeof value === 'string' ? forMissing.includes(problem.code) : !forWrong.includes(problem.code);
      if (isWrong) wrong.push(`${name} ${typeof value}: ${problem.code}`);
    }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(3 * fields.length);
});

test('reports a field that was not sent as required, in every call', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { name, field, input, sample } of fields) {
    const { [field]: _, ...others } = sample;
    const problem = problemAt(field, input, others);
    if (problem === undefined) continue;
    count += 1;
    if (!forMissing.includes(problem.code)) wrong.push(`${name}: ${problem.code}`);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(fields.length / 4);
});

test('the API document is valid OpenAPI 3.1 and has every call once', async () => {
  const document = (await server.app.http.inject('/openapi.json')).json<{
    openapi: string;
    paths: Record<string, Record<string, { readonly description: string }>>;
  }>();
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
  expect(document.openapi).toBe('3.1.0');
  const missing = server.app.endpoints.filter(({ method, path, version }) => {
    const listed = version === undefined || path.includes(`/v${version}/`) ? path : versionedPath(path, version);
    return !document.paths[listed]?.[method.toLowerCase()];
  });
  expect(missing.map(({ path }) => path)).toEqual([]);
  expect(document.paths['/front/search']).toBeUndefined();
  expect(document.paths['/front/v1/search']?.['get']?.description).toContain('Newest version: `/front/search`.');
});

test.each(['/docs/reference', '/docs/console'])('the reference %s is served under the strict policy', async (reference) => {
  const page = await server.app.http.inject(`${reference}/`);
  const started = await server.app.http.inject('/docs/reference.js');
  expect(page.statusCode).toBe(200);
  expect((await server.app.http.inject(`${reference}/json`)).json()).toHaveProperty('openapi', '3.1.0');
  for (const [, file = ''] of page.body.matchAll(/(?:href|src)="(\/docs[^"]*)"/g))
    expect((await server.app.http.inject(file)).statusCode, file).toBe(200);
  expect(() => new Script(started.body)).not.toThrow();
  expect((await server.app.http.inject('/docs/swagger-ui/index.html')).statusCode).toBe(404);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
});

test('documents the shop API apart from the API of the console', async () => {
  const pathsOf = async (reference: string) =>
    Object.keys((await server.app.http.inject(`${reference}/json`)).json<{ paths: object }>().paths);
  const [ofShops, ofConsole] = [await pathsOf('/docs/reference'), await pathsOf('/docs/console')];
  expect(ofShops.slice(0, 3)).toEqual(['/front/v1/search', '/front/v1/autocomplete', '/front/v1/events']);
  expect(ofShops).toContain('/front/v1/search');
  expect(ofShops.filter((path) => ofConsole.includes(path))).toEqual([]);
  expect(ofConsole).toContain('/api/login');
});

test('every page of the documentation is served, and leads to pages that are', async () => {
  for (const { path, title } of docsPages) {
    const page = await server.app.http.inject(path);
    expect(page.statusCode, path).toBe(200);
    expect(page.body).toContain(`<title>${title} · Aisle</title>`);
    expect(page.body).not.toMatch(/ style=|<style|\bonclick=/);
    expect(String(page.headers['content-security-policy'])).toContain("style-src 'self'");
    for (const [, address = ''] of page.body.matchAll(/(?:href|src)="(\/docs[^"]*)"/g)) {
      const [to = '', anchor] = address.split('#');
      const target = await server.app.http.inject(to);
      expect(target.statusCode, `${path} leads to ${address}`).toBe(200);
      if (anchor !== undefined) expect(target.body, `${path} leads to ${address}`).toContain(`id="${anchor}"`);
    }
  }
});
