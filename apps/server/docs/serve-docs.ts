import path from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { Endpoint } from '#contract/endpoint.ts';
import { contentPolicy } from '#server/http/headers.ts';
import type { App } from '#server/app/app.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { aisleVersion } from '#apps/server/version.ts';
import { docsStyle, referenceStyle } from './docs-style.ts';
import { docsPage, docsPages } from './docs-pages.ts';

const isOfShops = ({ needs }: Endpoint): boolean => needs === 'shop' || needs === 'api';

/**
 * Guides and references at `/docs`, the OpenAPI document at `/openapi.json`. Call it after all features have registered their
 * calls.
 */
export async function serveDocs({ http, endpoints }: Pick<App, 'http' | 'endpoints'>): Promise<void> {
  const all = writtenOnce(() => openApiDocument(endpoints, aisleVersion));
  http.get('/openapi.json', (_request, reply) => reply.type(jsonType).send(all()));
  for (const { path: address } of docsPages)
    http.get(address, async (_request, reply) =>
      reply
        .type('text/html')
        .header('content-security-policy', contentPolicy())
        .send(await docsPage(address)),
    );
  http.get('/docs/style.css', (_request, reply) => reply.type('text/css').send(docsStyle));
  http.get('/docs/reference.css', (_request, reply) => reply.type('text/css').send(referenceStyle));
  await http.register(staticFiles, {
    root: swaggerFolder,
    prefix: '/docs/swagger-ui/',
    decorateReply: false,
    index: false,
    allowedPath: (asked) => swaggerFiles.includes(asked),
  });
  serveReference(http, '/docs/reference', 'Aisle API', () => endpoints.filter(isOfShops));
  serveReference(http, '/docs/console', 'Aisle console API', () => endpoints.filter((endpoint) => !isOfShops(endpoint)));
}

const jsonType = 'application/json; charset=utf-8';

/** Lazy: a megabyte of JSON that takes 0.1 s and many servers never serve. */
function writtenOnce(write: () => object): () => Buffer {
  let written: Buffer | null = null;
  return () => (written ??= Buffer.from(JSON.stringify(write())));
}

const swaggerFolder = path.dirname(fileURLToPath(import.meta.resolve('#swagger/swagger-ui.css')));
const swaggerFiles = ['/swagger-ui.css', '/swagger-ui-bundle.js'];

function serveReference(http: App['http'], address: string, title: string, calls: () => readonly Endpoint[]): void {
  const document = writtenOnce(() => openApiDocument(calls(), aisleVersion));
  http.get(`${address}/json`, (_request, reply) => reply.type(jsonType).send(document()));
  http.get(`${address}/start.js`, (_request, reply) => reply.type('text/javascript').send(startSwagger(`${address}/json`)));
  http.get(address, (_request, reply) =>
    reply.type('text/html').header('content-security-policy', contentPolicy()).send(referencePage(address, title)),
  );
}

const startSwagger = (url: string): string =>
  `SwaggerUIBundle(${JSON.stringify({ url, dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'list', filter: true, defaultModelsExpandDepth: -1, validatorUrl: null })});`;

const referencePage = (address: string, title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui/swagger-ui-bundle.js"></script>
<script src="${address}/start.js"></script>
</body>
</html>
`;
