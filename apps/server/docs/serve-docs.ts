import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '#contract/endpoint.ts';
import { contentPolicy } from '#server-kit/http/content-policy.ts';
import type { App } from '#server-kit/app.ts';
import { openApiDocument } from '#server-kit/http/openapi.ts';
import { aisleVersion } from '#server/version.ts';
import { docsStyle, referenceStyle } from './docs-style.ts';
import { docsPage, docsPages } from './docs-pages.ts';

const isOfShops = ({ needs }: Endpoint): boolean => needs === 'shop' || needs === 'api';

/**
 * The documentation at `/docs`: a guide and pages of the folder `docs` for whoever connects a shop, and beside them the references of all
 * calls, those of shops apart from those of the console. The document of all calls is at `/openapi.json`. Comes after every feature has served
 * its calls.
 */
export async function serveDocs({ http, endpoints }: Pick<App, 'http' | 'endpoints'>): Promise<void> {
  const all = writtenOnce(() => openApiDocument(endpoints, aisleVersion));
  http.get('/openapi.json', () => all);
  for (const { path } of docsPages)
    http.get(path, async (_request, reply) =>
      reply
        .type('text/html')
        .header('content-security-policy', contentPolicy())
        .send(await docsPage(path)),
    );
  http.get('/docs/style.css', (_request, reply) => reply.type('text/css').send(docsStyle));
  await serveReference(http, '/docs/reference', 'Aisle API', () => endpoints.filter(isOfShops));
  await serveReference(http, '/docs/console', 'Aisle console API', () => endpoints.filter((endpoint) => !isOfShops(endpoint)));
}

/** Many a server never shows it, and writing it takes a tenth of a second of its start. */
function writtenOnce(write: () => object): { toJSON: () => object } {
  let written: object | null = null;
  return { toJSON: () => (written ??= write()) };
}

async function serveReference(
  http: App['http'],
  routePrefix: string,
  title: string,
  calls: () => readonly Endpoint[],
): Promise<void> {
  const document = writtenOnce(() => openApiDocument(calls(), aisleVersion));
  await http.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(swaggerUi, {
      routePrefix,
      staticCSP: false,
      theme: { title, css: [{ filename: 'aisle.css', content: referenceStyle }] },
      uiConfig: { docExpansion: 'list', filter: true, defaultModelsExpandDepth: -1 },
    });
  });
}
