import { Validator } from '@seriousme/openapi-schema-validator';
import { docsPages } from '#apps/server/docs/docs-pages.ts';
import { expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();

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

test.each(['/docs/reference', '/docs/console'])('the reference %s is served under the strict policy', async (reference) => {
  const page = await server.app.http.inject(`${reference}/`);
  expect(page.statusCode).toBe(200);
  expect((await server.app.http.inject(`${reference}/json`)).json()).toHaveProperty('openapi', '3.1.0');
  for (const [, file = ''] of page.body.matchAll(/(?:href|src)="(\/docs[^"]*)"/g))
    expect((await server.app.http.inject(file)).statusCode, file).toBe(200);
  expect((await server.app.http.inject('/docs/swagger-ui/index.html')).statusCode).toBe(404);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
});

test('shops find their calls apart from those of the console', async () => {
  const pathsOf = async (reference: string) =>
    Object.keys((await server.app.http.inject(`${reference}/json`)).json<{ paths: object }>().paths);
  const [ofShops, ofConsole] = [await pathsOf('/docs/reference'), await pathsOf('/docs/console')];
  expect(ofShops).toContain('/front/search');
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
