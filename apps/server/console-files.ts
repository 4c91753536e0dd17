import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { App } from '#server/app/app.ts';
import { contentPolicy } from '#server/http/headers.ts';
import { fail } from '#server/base/fail.ts';
import { sendFailure } from '#server/http/http.ts';

const builtConsole = path.dirname(fileURLToPath(import.meta.resolve('#apps/console/dist/index.html')));
/** An unknown path among these is an error, not a screen. */
const callPaths = /^\/(api|front|auth|docs|demo|sample-shop|assets|clients)(\/|$)/;

/**
 * Serves the built console; other paths are screens. Looks files up on each request, as the console may be rebuilt while the
 * server runs.
 */
export async function serveConsole({ http }: Pick<App, 'http'>, folder = builtConsole): Promise<void> {
  const readBuilt = (file: string): Promise<string | null> => readFile(path.join(folder, file), 'utf8').catch(() => null);
  const readPage = () => readBuilt('index.html');
  let page = await readPage();
  if (page) {
    await http.register(staticFiles, {
      root: folder,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
      allowedPath: (asked) => !asked.endsWith('/'),
      setHeaders: (reply, file) => {
        void reply.header('cache-control', cachingOf(file));
      },
    });
  }
  http.setNotFoundHandler(async (request, reply) => {
    const isScreen = request.method === 'GET' && !callPaths.test(request.url);
    if (!isScreen || !page) return sendFailure(reply, fail('notFound', { name: 'page' }));
    page = (await readPage()) ?? page;
    const screens = (await readBuilt('.vite/screens.json')) ?? '{}';
    return sendPage(reply, page.replace('</head>', `${preloads(screens, request.url)}</head>`));
  });
}

function cachingOf(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return 'public, max-age=31536000, immutable';
  // Browsers ask for the icon on each navigation.
  return path.basename(file) === 'favicon.svg' ? 'public, max-age=86400' : 'no-cache';
}

/** The scripts and styles of a screen load beside the script that asks for them, not after it; what is painted first comes first. */
function preloads(screens: string, url: string): string {
  const [address = ''] = url.split('?');
  const files = (JSON.parse(screens) as Readonly<Record<string, readonly string[]>>)[address] ?? [];
  const tags = files.map((file) => {
    const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
    return `<link ${kind} fetchpriority="low" crossorigin href="/${file}">`;
  });
  return tags.join('');
}

const nonceBytes = 16;
const noncePlaceholder = '%STYLE_NONCE%';

/** The nonce allows style elements of the console's theme only. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(nonceBytes).toString('base64');
  return reply
    .type('text/html')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', contentPolicy(nonce))
    .send(page.replace(noncePlaceholder, nonce));
}
