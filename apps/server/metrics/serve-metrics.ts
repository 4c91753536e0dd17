import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '#apps/server/config.ts';
import { aisleVersion } from '#apps/server/version.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { sendFailure } from '#server/http/http.ts';
import { countCalls } from './call-metrics.ts';
import { countWork } from './work-metrics.ts';

/** Call it before the features: routes registered earlier are not counted. */
export function serveMetrics(app: App, token: string, { databaseUrl, openSearch }: Config): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countCalls(app, registry);
  countWork(app, registry, {
    version: aisleVersion,
    database: databaseUrl === null ? 'sqlite' : 'postgres',
    engine: openSearch === null ? 'embedded' : 'opensearch',
  });
  app.http.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return sendFailure(reply, fail('notSignedIn'));
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/** Constant time, as hashes have one length. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(hashOf(given), hashOf(expected));
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
