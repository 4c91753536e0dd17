import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { App } from '#server-kit/app.ts';
import { contentPolicy } from '#server-kit/content-policy.ts';
import { fail } from '#server-kit/fail.ts';
import { sendFailure } from '#server-kit/http.ts';

const builtConsole = fileURLToPath(new URL('../console/dist', import.meta.url));
/** Paths that are calls: an unknown one among them is an error, not a screen. */
const callPaths = /^\/(api|front|auth|docs|sample-shop|assets)(\/|$)/;

/** Serves the built console; every path that is no call is one of its screens. */
export async function serveConsole({ http }: App): Promise<void> {
  const file = path.join(builtConsole, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (page) {
    await http.register(staticFiles, {
      root: builtConsole,
      preCompressed: true,
      wildcard: false,
      index: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  http.setNotFoundHandler((request, reply) => {
    const isScreen = request.method === 'GET' && !callPaths.test(request.url);
    if (isScreen && page) return sendPage(reply, page);
    return sendFailure(reply, fail('notFound', { name: 'page' }));
  });
}

const nonceBytes = 16;
const noncePlaceholder = '%STYLE_NONCE%';

/** The page that every screen starts from. Its nonce lets the console's theme, and nothing else, add style elements. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(nonceBytes).toString('base64');
  return reply
    .type('text/html')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', contentPolicy(nonce))
    .send(page.replace(noncePlaceholder, nonce));
}
