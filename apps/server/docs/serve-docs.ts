import { contentPolicy } from '#server/http/headers.ts';
import type { App } from '#server/app/app.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { aisleVersion } from '#apps/server/version.ts';
import { docsPage, docsPages } from './docs-pages.ts';
import { jsonType, serveReferences, writtenOnce } from './references.ts';

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
  await serveReferences(http, endpoints);
}

/** As in `packages/ui/page/theme.ts`. */
const colours = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --aside: #f7f8fa; --line: #e4e7ec; --hover: #f2f4f7; --text: #1c2027; --dimmed: #5f6774; --accent: #2f4bb3; --soft: #dde5fb;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #13161b; --aside: #0e1014; --line: #2a2f38; --hover: #1f232a; --text: #d3d6dc; --dimmed: #98a0ac; --accent: #93abf0; --soft: #212b4a; }
}
`;

const fonts = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif`;

const docsStyle = `${colours}
* { box-sizing: border-box; }
html { scroll-padding-top: 72px; }
body {
  margin: 0; background: var(--page); color: var(--text); font: 15px/1.6 ${fonts};
  display: grid; grid-template: auto 1fr / 232px minmax(0, 1fr); min-height: 100dvh; overflow-wrap: break-word;
}
header { grid-column: 1 / -1; position: sticky; top: 0; background: var(--page); border-bottom: 1px solid var(--line); height: 56px; padding: 0 16px; display: flex; align-items: center; z-index: 1; }
.home { display: flex; align-items: center; gap: 10px; font-weight: 600; color: var(--text); text-decoration: none; }
nav { background: var(--aside); border-right: 1px solid var(--line); padding: 16px 8px; }
nav ul { list-style: none; margin: 0; padding: 0; position: static; }
nav h2 { font-size: 12px; font-weight: 500; color: var(--dimmed); margin: 16px 8px 4px; }
nav a { display: block; padding: 6px 8px; border-radius: 6px; color: var(--text); text-decoration: none; font-size: 14px; }
nav a:hover { background: var(--hover); }
nav a[aria-current] { background: var(--soft); color: var(--accent); font-weight: 500; }
main { padding: 24px 32px 64px; max-width: 860px; min-width: 0; }
h1 { font-size: 26px; line-height: 1.3; margin: 0 0 12px; }
h2 { font-size: 19px; margin: 36px 0 8px; }
h3 { font-size: 16px; margin: 24px 0 4px; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font: 13px/1.55 ui-monospace, 'Cascadia Code', 'SF Mono', Menlo, Consolas, monospace; }
code { background: var(--hover); border-radius: 4px; padding: 1px 4px; }
pre { background: var(--aside); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; overflow-x: auto; }
pre code { background: none; padding: 0; }
.wide { overflow-x: auto; margin: 16px 0; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-size: 12px; font-weight: 500; color: var(--dimmed); }
th, td { border-bottom: 1px solid var(--line); padding: 8px 12px 8px 0; vertical-align: top; }
td:first-child { min-width: 120px; }
.skip { position: fixed; top: -64px; left: 8px; background: var(--accent); color: #fff; padding: 8px 16px; border-radius: 8px; z-index: 2; }
.skip:focus { top: 8px; }
@media (max-width: 760px) {
  body { grid-template: auto auto 1fr / minmax(0, 1fr); }
  nav { border-right: 0; border-bottom: 1px solid var(--line); display: flex; overflow-x: auto; padding: 8px; white-space: nowrap; }
  nav ul { display: flex; }
  nav h2 { display: none; }
  main { padding: 16px; }
}
`;
