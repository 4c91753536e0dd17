import { Counter, Histogram, Registry, Gauge, collectDefaultMetrics } from 'prom-client';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { App } from '#server/app/app.ts';
import { importEnded } from '#features/data/imports/server/imports.events.ts';
import { type AnsweredCall, callAbandoned, callAnswered } from './answering/answering.messages.ts';
import type { Config } from './config.ts';
import { aisleVersion } from './version.ts';
import { fail } from '#server/base/fail.ts';
import type { CallReply, CallRequest } from '#server/http/direct-calls.ts';
import { sendFailure } from '#server/http/http.ts';

/** Seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const knownMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']);
const searchPaths = new Map([
  ['/front/search', 'search'],
  ['/front/autocomplete', 'autocomplete'],
]);

/**
 * Counts calls as they are answered. Labels have few values, whatever callers send: a route is a pattern of ours, and what no route takes
 * is one of them.
 */
function countCalls({ http, events }: Pick<App, 'http' | 'events'>, registry: Registry): void {
  const calls = new Histogram({
    name: 'aisle_http_request_duration_seconds',
    help: 'Calls by what they took to be answered.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const searches = new Histogram({
    name: 'aisle_search_duration_seconds',
    help: 'Searches of shops by what they took, with the time that they waited for their turn.',
    labelNames: ['kind', 'outcome'],
    buckets,
    registers: [registry],
  });
  const abandoned = new Counter({
    name: 'aisle_http_requests_abandoned_total',
    help: 'Calls whose caller went away before they were answered.',
    registers: [registry],
  });
  function count({ method, route, status, seconds }: AnsweredCall): void {
    calls.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    const kind = searchPaths.get(route);
    if (kind !== undefined) searches.observe({ kind, outcome: outcomeOf(status) }, seconds);
  }
  http.direct.onAnswered((request, reply) => count(answeredCall(request, reply)));
  events.on(callAnswered, async (call) => count(call));
  events.on(callAbandoned, async () => abandoned.inc());
  http.direct.onAbandoned(() => abandoned.inc());
}

export const answeredCall = (request: CallRequest, { statusCode, elapsedTime }: CallReply): AnsweredCall => ({
  method: methodOf(request),
  route: routeOf(request),
  status: statusCode,
  seconds: elapsedTime / 1000,
});

const methodOf = ({ method }: CallRequest): string => (knownMethods.has(method) ? method : 'other');
const routeOf = ({ routeOptions }: CallRequest): string => routeOptions.url ?? 'none';

function outcomeOf(status: number): string {
  if (status < 400) return 'answered';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

const filesStates = ['there', 'away', 'refused'] as const;
const diskLevels = ['plenty', 'scarce', 'full'] as const;

/** Gauges are read on request. */
function countWork(app: App, registry: Registry, info: Readonly<Record<'version' | 'database' | 'engine', string>>): void {
  const registers = [registry];
  new Gauge({ name: 'aisle_info', help: 'What runs; always 1.', labelNames: Object.keys(info), registers }).set(info, 1);
  const imports = new Counter({
    name: 'aisle_imports_total',
    help: 'Imports that this server has ended, by how.',
    labelNames: ['state'],
    registers,
  });
  app.events.on(importEnded, async ({ state }) => imports.inc({ state }));
  jobGauge(app, registry);

  const read = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  };
  read('aisle_searches_running', 'Searches of shops that run now.', () => app.limits.searches().runningCount);
  read('aisle_searches_waiting', 'Searches of shops that wait for their turn.', () => app.limits.searches().waitingCount);
  read('aisle_cache_bytes', 'What cached answers take.', () => app.cache.answers.figures().bytes);
  read(
    'aisle_disk_level',
    'The room on the disk of the data folder: 0 is plenty, 1 lets no import begin, 2 lets nothing be saved.',
    () => diskLevels.indexOf(app.disk.level()),
  );
  read(
    'aisle_files_state',
    'Whether uploads of feeds can be kept and found: 0 is yes, 1 that nothing answers, 2 that it refuses.',
    () => filesStates.indexOf(app.files.state()),
  );
  if (app.cache.shared() !== 'off')
    read('aisle_redis_state', 'Whether answers are shared with other servers: 0 is yes, 1 that Redis does not answer.', () =>
      app.cache.shared() === 'there' ? 0 : 1,
    );
  new Gauge({
    name: 'aisle_outdated_indexes',
    help: 'Collections that answer no search until they are rebuilt, as another version of Aisle has indexed them.',
    registers,
    async collect() {
      const outdated = await app.engine.outdated().catch(() => null);
      if (outdated !== null) this.set(outdated.length);
    },
  });
  new Counter({
    name: 'aisle_cache_asks_total',
    help: 'Answers that were asked of the cache: found there, or made.',
    labelNames: ['result'],
    registers,
    collect() {
      const { askCount, makeCount } = app.cache.answers.figures();
      this.reset();
      this.inc({ result: 'found' }, Math.max(0, askCount - makeCount));
      this.inc({ result: 'made' }, makeCount);
    },
  });
}

function jobGauge({ db, http }: App, registry: Registry): void {
  new Gauge({
    name: 'aisle_jobs',
    help: 'Jobs of all servers of the database that wait or run.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        const jobs = db.selectFrom('job').select(({ fn }) => ['kind', 'state', fn.countAll().as('count')]);
        for (const { kind, state, count } of await jobs.where('finished_at', 'is', null).groupBy(['kind', 'state']).execute())
          this.set({ kind, state }, Number(count));
      } catch (error) {
        // Other metrics are needed most while the database is away.
        http.log.warn({ err: error }, 'Jobs could not be counted');
      }
    },
  });
}

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
