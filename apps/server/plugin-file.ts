import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { previewPagePath, previewScriptPath } from '#contract/plugin/plugin-preview.ts';
import type { App } from '#server/app/app.ts';
import { framedPolicy } from '#server/http/headers.ts';
import { serveScriptFile } from '#apps/server/script-file.ts';
import { aisleVersion } from '#apps/server/version.ts';

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
