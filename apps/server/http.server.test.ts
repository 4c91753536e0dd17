import { describe, expect, test } from 'vitest';
import { sessionHeader } from '#contract/envelope.ts';
import { httpServer } from '#server/http/http.ts';
import { sharedServer } from '#testing/shared-server.ts';

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
