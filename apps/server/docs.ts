import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '#server-kit/app.ts';
import { aisleVersion } from '#server/version.ts';
import { openApiDocument } from '#server-kit/openapi.ts';

/** The API page at `/docs` and its document at `/openapi.json`. Comes after every feature has served its calls. */
export async function serveDocs({ http, endpoints }: App): Promise<void> {
  let written: object | null = null;
  // Many a server never shows it, and writing it takes a tenth of a second of its start.
  const document = { toJSON: () => (written ??= openApiDocument(endpoints, aisleVersion)) };
  http.get('/openapi.json', () => document);
  await http.register(swagger, { mode: 'static', specification: { document: document as never } });
  await http.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: false,
    theme: { title: 'Aisle API', css: [{ filename: 'aisle.css', content: '.swagger-ui .topbar { display: none }' }] },
    uiConfig: { docExpansion: 'list', filter: true },
  });
}
