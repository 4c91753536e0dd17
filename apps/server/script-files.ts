import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { previewPagePath, previewScriptPath } from '#contract/plugin/plugin-preview.ts';
import { aisleVersion } from '#apps/server/version.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { allowAnyOrigin, framedPolicy } from '#server/http/headers.ts';
import { sendFailure } from '#server/http/http.ts';

const freshSeconds = 300;
const staleSeconds = 86_400;

interface Built {
  readonly changedAt: number;
  readonly tag: string;
  /** By encoding; '' is uncompressed. */
  readonly contents: Readonly<Record<'' | 'gzip' | 'br', Buffer>>;
}

/** Serves a script or style for shops with its compressed variants. A rebuilt file is served at once. */
function serveScriptFile({ http }: Pick<App, 'http'>, address: string, file: string, type = 'text/javascript'): void {
  let built: Promise<Built | null> = Promise.resolve(null);
  const newest = async (): Promise<Built | null> => {
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    const known = await built;
    // Missing for a moment during a build.
    if (changedAt !== null && changedAt !== known?.changedAt) built = read(file, changedAt).catch(() => known);
    return built;
  };

  http.get(address, async (request, reply) => {
    const script = await newest();
    if (script === null) return sendFailure(reply, fail('notFound', { name: 'page' }));
    allowAnyOrigin(reply);
    reply
      .header('cache-control', `public, max-age=${freshSeconds}, stale-while-revalidate=${staleSeconds}`)
      .header('etag', script.tag)
      .header('vary', 'accept-encoding');
    // Proxies that recompress weaken the tag.
    const isSame = request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === script.tag);
    if (isSame) return reply.status(304).send();
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
    if (encoding !== '') reply.header('content-encoding', encoding);
    return reply.type(`${type}; charset=utf-8`).send(script.contents[encoding]);
  });
}

async function read(file: string, changedAt: number): Promise<Built> {
  const [plain, gzip, br] = await Promise.all([readFile(file), readFile(`${file}.gz`), readFile(`${file}.br`)]);
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { changedAt, tag, contents: { '': plain, gzip, br } };
}

/** The smallest accepted. */
function encodingFor(accepted: string): keyof Built['contents'] {
  const refused = /(?:^|,)\s*(br|gzip)\s*;\s*q=0(?:\.0*)?\s*(?=,|$)/g;
  const taken = accepted.replaceAll(refused, '');
  if (/\bbr\b/.test(taken)) return 'br';
  return /\bgzip\b/.test(taken) ? 'gzip' : '';
}

const builtPlugin = path.dirname(fileURLToPath(import.meta.resolve('#plugin/dist/plugin.js')));

export function servePluginFile(app: Pick<App, 'http'>, folder = builtPlugin): void {
  for (const address of ['/plugin.js', '/demo-shop.js', previewScriptPath])
    serveScriptFile(app, address, path.join(folder, address));
  serveScriptFile(app, '/demo-shop.css', path.join(folder, 'demo-shop.css'), 'text/css');
  app.http.get(previewPagePath, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('x-robots-tag', 'noindex')
      .header('content-security-policy', framedPolicy)
      .send(previewPage),
  );
}

/** A page without language. Its script has the server's version, so a new one is loaded at once. */
const previewPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Aisle</title>
<script src="${previewScriptPath}?v=${encodeURIComponent(aisleVersion)}" defer></script>
</head>
<body>
<header>
<div class="block"></div>
<form role="search"><input type="search" aria-label="Search"></form>
</header>
<main><div class="goods">${'<div class="block"></div>'.repeat(12)}</div></main>
</body>
</html>
`;

const builtClients = path.dirname(fileURLToPath(import.meta.resolve('#clients/dist/aisle-client.js')));

/** As scripts for pages, and as npm packages. */
export function serveClientFiles(app: Pick<App, 'http'>, folder = builtClients): void {
  for (const name of ['aisle-client', 'aisle-instantsearch']) {
    serveScriptFile(app, `/clients/${name}.js`, path.join(folder, `${name}.js`));
    app.http.get(`/clients/${name}.tgz`, async (_request, reply) => {
      const packed = await readFile(path.join(folder, `${name}.tgz`)).catch(() => null);
      if (packed === null) return sendFailure(reply, fail('notFound', { name: 'page' }));
      return reply
        .type('application/gzip')
        .header('cache-control', 'no-cache')
        .header('content-disposition', `attachment; filename="${name}.tgz"`)
        .send(packed);
    });
  }
}
