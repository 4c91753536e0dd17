import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { Endpoint } from '#contract/endpoint.ts';
import type { App } from '#server/app/app.ts';
import { contentPolicy } from '#server/http/headers.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { aisleVersion } from '#apps/server/version.ts';
import { frame } from './docs-pages.ts';

export const jsonType = 'application/json; charset=utf-8';

const isOfShops = ({ needs }: Endpoint): boolean => needs === 'shop' || needs === 'api';

/** As a shop is built. Others follow. */
const order = ['search', 'autocomplete', 'events', 'catalog', 'items', 'similar', 'trending', 'bought', 'also', 'multi'];
const placeOf = ({ path: address }: Endpoint): number => {
  const place = order.findIndex((start) => address.replace(/^\/(?:front|api)\/(?:v\d\/)?/, '').startsWith(start));
  return place < 0 ? order.length : place;
};

/** Lists of calls with schemas, at `/docs/reference` for shops and `/docs/console` for the console. */
export async function serveReferences(http: App['http'], endpoints: readonly Endpoint[]): Promise<void> {
  await http.register(staticFiles, {
    root: path.dirname(fileURLToPath(import.meta.resolve('#swagger/swagger-ui.css'))),
    prefix: '/docs/swagger-ui/',
    decorateReply: false,
    index: false,
    allowedPath: (asked) => ['/swagger-ui.css', '/swagger-ui-bundle.js'].includes(asked),
  });
  http.get('/docs/reference.css', (_request, reply) => reply.type('text/css').send(style));
  http.get('/docs/reference.js', (_request, reply) => reply.type('text/javascript').send(start));
  const ofShops = () => endpoints.filter(isOfShops).toSorted((one, other) => placeOf(one) - placeOf(other));
  serveReference(http, '/docs/reference', 'API reference', { calls: ofShops, about: aboutShops });
  serveReference(http, '/docs/console', 'Console API', {
    calls: () => endpoints.filter((endpoint) => !isOfShops(endpoint)),
    about: '<p>The calls of the console itself. They may change with any version.</p>',
  });
}

const aboutShops = `<p>Pages of your shop call <code>/front/v1</code> with your client ID as <code>token</code>. Servers send items to <code>/api/v1</code> with a bearer token. See the <a href="/docs/front-api">guide</a>.</p>
<pre tabindex="0"><code id="first-call"></code></pre>`;

/** Lazy: a megabyte of JSON that takes 0.1 s and many servers never serve. */
export function writtenOnce(write: () => object): () => Buffer {
  let written: Buffer | null = null;
  return () => (written ??= Buffer.from(JSON.stringify(write())));
}

interface Reference {
  readonly calls: () => readonly Endpoint[];
  /** HTML */
  readonly about: string;
}

function serveReference(http: App['http'], address: string, title: string, { calls, about }: Reference): void {
  const document = writtenOnce(() => explained(openApiDocument(calls(), aisleVersion)));
  http.get(`${address}/json`, (_request, reply) => reply.type(jsonType).send(document()));
  const page = frame(address, title, `<h1>${title}</h1>${about}<div id="swagger-ui" data-of="${address}/json"></div>`, scripts);
  http.get(address, (_request, reply) => reply.type('text/html').header('content-security-policy', contentPolicy()).send(page));
}

const scripts = `<link rel="stylesheet" href="/docs/swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/swagger-ui/swagger-ui-bundle.js" defer></script>
<script src="/docs/reference.js" defer></script>`;

interface Parameter {
  readonly name: string;
  readonly schema: { default?: unknown };
  description?: string;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters: Parameter[] }>>>>;
}

/** Parameters of the front API get their meanings from its guide. */
function explained(document: ReturnType<typeof openApiDocument>): object {
  const guide = readFileSync(fileURLToPath(import.meta.resolve('#docs/front-api.md')), 'utf8');
  const meanings = new Map([['token', 'Your client ID, or a key of your own']]);
  for (const [, inTable = '', meaning, alone = '', text] of guide.matchAll(
    /^\| (`[^|]+`) \| (.+) \|$|^- \*\*`(\w+)`\*\*: (.+)$/gm,
  ))
    for (const name of inTable.replaceAll('`', '').split(', ').concat(alone))
      if (!meanings.has(name)) meanings.set(name, (meaning ?? text)!);
  for (const [address, calls] of Object.entries((document as unknown as Described).paths))
    for (const { parameters } of Object.values(calls)) {
      parameters.sort((one, other) => Number(other.name === 'token') - Number(one.name === 'token'));
      for (const parameter of parameters) {
        if (parameter.schema.default === '') delete parameter.schema.default;
        const meaning = meanings.get(parameter.name);
        if (meaning !== undefined && address.startsWith('/front/')) parameter.description = meaning;
      }
    }
  return document;
}

/**
 * Fills in the project of a person who is signed in, with a query and an item that are there: calls can be tried at once.
 * `client_id` is that of `packages/ui/state/stored.ts`.
 */
const start = `
(async () => {
  const root = document.getElementById('swagger-ui');
  const first = document.getElementById('first-call');
  const spec = await (await fetch(root.dataset.of)).json();
  const token = localStorage.getItem('client_id');
  const search = '/front/v1/search?token=' + (token || 'YOUR_CLIENT_ID');
  const item = token && first && (await fetch(search + '&per_page=1').then((answer) => answer.json()).catch(() => ({}))).data?.items?.[0];
  const q = item ? String(item.category || item.name).split(/[>|/,]/).at(-1).trim().toLowerCase() : 'kettle';
  const examples = { token, q, id: item && item.id };
  if (first) first.textContent = ['search', 'autocomplete'].map((call) =>
    "curl '" + location.origin + search.replace('search', call) + '&q=' + encodeURIComponent(q) + "'").join('\\n');
  for (const path of item ? Object.values(spec.paths) : [])
    for (const call of Object.values(path))
      for (const parameter of call.parameters) {
        delete parameter.example;
        if (examples[parameter.name]) parameter.example = examples[parameter.name];
      }
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark-mode', isDark);
  SwaggerUIBundle({ spec, domNode: root, deepLinking: true, docExpansion: 'list', filter: true, defaultModelsExpandDepth: -1, validatorUrl: null });
})();
`;

const style = `
main { max-width: none; }
.swagger-ui main { padding: 0; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-method, .swagger-ui .opblock .opblock-summary-description { font-family: inherit; }
html.dark-mode, html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .scheme-container { background: none; }
.swagger-ui .wrapper, .swagger-ui .wrapper > section { padding: 0 !important; max-width: none; }
.swagger-ui .information-container { display: none; }
.swagger-ui .scheme-container { box-shadow: none !important; padding: 0; margin: 0; background: none; }
.swagger-ui .filter .operation-filter-input { border: 1px solid var(--line); border-radius: 8px; background: var(--page); color: var(--text); margin: 8px 0; width: 100%; max-width: none; }
.swagger-ui .opblock-tag { font-size: 19px; border-color: var(--line); color: var(--text); padding: 8px 0; }
.swagger-ui .opblock { border-radius: 8px; box-shadow: none; border-color: var(--line) !important; background: var(--page) !important; margin: 0 0 8px; }
.swagger-ui .opblock .opblock-summary { border-color: var(--line) !important; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 6px; background: var(--soft) !important; color: var(--accent) !important; font-size: 12px; min-width: 64px; text-shadow: none; }
.swagger-ui .opblock .opblock-summary-path, .swagger-ui .opblock .opblock-summary-description { color: var(--text); }
.swagger-ui .opblock .opblock-summary-path { font-size: 14px; }
.swagger-ui .btn.authorize { color: var(--accent) !important; border-color: var(--line) !important; font-family: inherit; border-radius: 8px; box-shadow: none; }
.swagger-ui .btn.authorize svg { fill: var(--accent) !important; }
`;
