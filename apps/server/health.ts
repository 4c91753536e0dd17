import type { App } from '#server-kit/app.ts';

/** `/healthz` tells that the process lives, `/readyz` that it can answer. */
export function serveHealth(app: App): void {
  app.http.get('/healthz', () => ({ status: 'ok' }));
  app.http.get('/readyz', async (_request, reply) => {
    try {
      await app.db.selectFrom('release').select('id').limit(1).execute();
      // Searches and rules go on without files and Redis, so a proxy sends its callers here nevertheless.
      return { status: 'ready', files: app.files.state(), redis: app.cache.shared() };
    } catch (error) {
      app.http.log.error({ err: error }, 'The database does not answer');
      return reply.status(503).send({ status: 'not ready' });
    }
  });
}
