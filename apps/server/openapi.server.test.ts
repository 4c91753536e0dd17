import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

test('the API document is valid OpenAPI 3.1 and has every call', async () => {
  const document = (await server.app.http.inject('/openapi.json')).json<{
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  }>();
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
  expect(document.openapi).toBe('3.1.0');
  const missing = server.app.endpoints.filter(({ method, path }) => !document.paths[path]?.[method.toLowerCase()]);
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test('the API page is served under the strict policy', async () => {
  const page = await server.app.http.inject('/docs/');
  expect(page.statusCode).toBe(200);
  expect((await server.app.http.inject('/docs/json')).json()).toHaveProperty('openapi', '3.1.0');
  expect((await server.app.http.inject('/docs/yaml')).body).toContain('openapi: 3.1.0');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
});
