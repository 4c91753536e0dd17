import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '#server-kit/app.ts';
import { fail } from '#server-kit/fail.ts';
import { sendFailure } from '#server-kit/http.ts';
import { serveScriptFile } from '#server/script-file.ts';

const builtClients = path.dirname(fileURLToPath(import.meta.resolve('#clients/dist/aisle-client.js')));
const names = ['aisle-client', 'aisle-instantsearch'];

/** Serves the clients for front-end developers: as scripts that pages import, and as packages that npm installs. */
export function serveClientFiles(app: Pick<App, 'http'>, folder = builtClients): void {
  for (const name of names) {
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
