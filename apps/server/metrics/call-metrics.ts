import type { FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { App } from '#server/app/app.ts';

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
export function countCalls({ http }: Pick<App, 'http'>, registry: Registry): void {
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
  function count({ method, route, status }: { method: string; route: string; status: number }, seconds: number): void {
    calls.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    const kind = searchPaths.get(route);
    if (kind !== undefined) searches.observe({ kind, outcome: outcomeOf(status) }, seconds);
  }
  http.addHook('onResponse', (request, reply, done) => {
    count({ method: methodOf(request), route: routeOf(request), status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  http.addHook('onRequestAbort', (_request, done) => {
    abandoned.inc();
    done();
  });
}

const methodOf = ({ method }: FastifyRequest): string => (knownMethods.has(method) ? method : 'other');
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none';

function outcomeOf(status: number): string {
  if (status < 400) return 'answered';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}
