import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { App } from '#server/app/app.ts';
import { allowAnyOrigin } from '#server/http/headers.ts';
import { fail } from '#server/base/fail.ts';
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
export function serveScriptFile({ http }: Pick<App, 'http'>, address: string, file: string, type = 'text/javascript'): void {
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
