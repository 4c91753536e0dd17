import { parentPort, workerData } from 'node:worker_threads';
import type { RequestListener } from 'node:http';
import { withLearnedOrder } from '#features/search-settings/learned/server/learned-order.service.ts';
import { releasedSettings } from '#features/data/collections/server/released-settings.store.ts';
import { withResultSettings } from '#features/developer/result-settings/server/released-results.store.ts';
import { serveSearches } from '#features/front-api/server/front-api.server.ts';
import { apiCallNoted } from '#features/super-admin/api-logs/server/api-logs.events.ts';
import { callPaths, noteCalls } from '#features/super-admin/api-logs/server/note-calls.ts';
import { sessionHeader } from '#contract/envelope.ts';
import type { NearItems } from '#engine/plan.ts';
import { FollowingEngine } from '#engine/live/following-engine.ts';
import { Channel, portLine } from '#process-kit/channel.ts';
import {
  type AnsweringSettings,
  callAbandoned,
  callAnswered,
  callCounted,
  type MainTask,
  type ThreadTask,
} from './answering.messages.ts';
import { forwardingTo } from './forwarding.ts';
import { gatheredEvents } from './gathered-events.ts';
import { shopRules } from './shop-rules.ts';
import { aisleVersion } from '#apps/server/version.ts';
import { shopAccess } from '#server/app/shop-access.ts';
import type { ServingApp, ShopApp } from '#server/app/app.ts';
import { openCache } from '#server/cache/cache.ts';
import { postgres, sqlite } from '#server/db/dialects.ts';
import { openReading } from '#server/db/open-database.ts';
import { httpServer } from '#server/http/http.ts';
import { waitingConnections } from '#server/http/sockets.ts';
import { callLimits } from '#server/limits/call-limits.ts';
import { liveReleases } from '#server/rules/releases/live-releases.ts';

const settings = workerData as AnsweringSettings;
const { number, host, port, mainSocket, logLevel, trustedProxies, database, redis, hasMetrics } = settings;
const main = new Channel<MainTask, unknown>(portLine(parentPort), { answer: (task: ThreadTask) => take(task) });

const http = await httpServer({ logLevel, trustedProxies });
const { log } = http;
const db = openReading(
  'file' in database
    ? sqlite(database.file, true)
    : postgres(database.url, (err) => log.warn({ err }, 'A database connection broke')),
);
const engine = new FollowingEngine((asked) => main.ask({ kind: 'engine', asked }));
const releases = liveReleases({
  db,
  // All threads would log the same.
  log: number === 0 ? log : log.child({}, { level: 'silent' }),
  settings: withLearnedOrder(withResultSettings(releasedSettings)),
  sources: shopRules,
  now: Date.now,
  createFirst: (project) => main.ask<number>({ kind: 'firstRelease', project }),
});
const cache = openCache({
  db,
  share: 1 / settings.count,
  onRefreshError: (error) => log.warn({ err: error }, 'An answer could not be made again'),
  shared: redis === null ? null : await sharedBy(redis),
});
const limits = callLimits(settings.callRates, 'embedded', settings.buckets);
const events = gatheredEvents((told) =>
  main.ask({
    kind: 'told',
    events: told,
    report: engine.report(),
    figures: { ...limits.searches(), ...cache.answers.figures() },
  }),
);
const app: ShopApp = {
  http,
  db,
  engine,
  releases,
  limits,
  events,
  endpoints: [],
  embeddings: settings.hasEmbeddings
    ? { nearest: (collectionId, text) => main.ask<NearItems | null>({ kind: 'nearest', collectionId, text }) }
    : null,
  access: shopAccess(db, {
    forget: (tokenHash) => main.ask({ kind: 'forgetToken', tokenHash }),
    noteUse: (id, at) => main.ask({ kind: 'keyUsed', id, at }),
  }).shop as ServingApp['access'],
  // Shops save nothing.
  disk: { level: () => 'plenty' },
  cache: { ...cache, calls: { count: (...call) => void events.tell(callCounted, call) } },
};
const { nextSecond } = noteCalls(app, {
  calls: { add: (call) => void events.tell(apiCallNoted, call) },
  paths: callPaths(app.endpoints),
});
setInterval(nextSecond, 1_000).unref();
if (hasMetrics) await measureCalls();
serveSearches(app);
await http.ready();
answerOwnCalls();
// Missing in Fastify's types.
const shared = { reusePort: true };
await http.listen({ host, port, backlog: waitingConnections, ...shared });
await main.ask({ kind: 'listening' });

async function sharedBy(redisSettings: NonNullable<AnsweringSettings['redis']>) {
  const { sharedAnswers } = await import('#server/cache/redis/shared-answers.ts');
  return sharedAnswers({ settings: redisSettings, installation: settings.installation, version: aisleVersion, log });
}

async function measureCalls(): Promise<void> {
  const { answeredCall } = await import('#apps/server/metrics.ts');
  http.direct.onAnswered((request, reply) => void events.tell(callAnswered, answeredCall(request, reply)));
  http.direct.onAbandoned(() => void events.tell(callAbandoned, null));
}

/** Forwards calls with a session, previews and all other endpoints. */
function answerOwnCalls(): void {
  const paths = [...new Set(app.endpoints.map(({ path }) => path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')))];
  const own = new RegExp(`^(?:${paths.join('|')})/?(?:\\?|$)`);
  const listeners = http.server.listeners('request') as RequestListener[];
  http.server.removeAllListeners('request');
  const forward = forwardingTo(mainSocket);
  http.server.on('request', (request, response) => {
    const { url = '', headers } = request;
    const isOwn = own.test(url) && headers[sessionHeader.toLowerCase()] === undefined && !url.includes('preview=');
    if (isOwn) for (const listener of listeners) listener(request, response);
    else forward(request, response);
  });
}

async function take(task: ThreadTask): Promise<unknown> {
  switch (task.kind) {
    case 'generations':
      return engine.take(task.news);
    case 'reach':
      return releases.reach(task.project, task.number);
    case 'purge':
      return cache.answers.purgeHere(task.tag);
    case 'cachedAnswers':
      return cache.answers.listHere(task.projectId);
    case 'end':
      await http.close();
      await events.flush();
      engine.close();
      await Promise.all([cache.close(), db.destroy()]);
      // Without a port to listen on the thread ends by itself.
      setImmediate(() => parentPort?.close());
      return null;
  }
}
