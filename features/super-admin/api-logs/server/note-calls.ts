import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallParameter, NotedCall } from './api-calls.store.ts';
import {
  firstFailure,
  keptFailuresPerSecond,
  listApiCalls,
  sampledEvery,
} from '#features/super-admin/api-logs/api-logs.contract.ts';
import type { CallPaths } from './call-paths.ts';
import { keptParameters } from './kept-parameters.ts';
import type { NotedCalls } from './noted-calls.ts';
import type { App } from '#server/app.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { browserName, maskedAddress } from '#features/account/activity/server/activity-place.ts';

/** Programs that call, by how they begin to say their name. */
const programs =
  /\b(curl|Wget|python-requests|Python-urllib|aiohttp|httpx|Go-http-client|axios|node-fetch|undici|node|GuzzleHttp|PHP|Symfony|okhttp|Apache-HttpClient|Java|Ruby|PostmanRuntime|insomnia|k6|wrk|Googlebot|bingbot|SeznamBot|facebookexternalhit|UptimeRobot)\b/i;

/** What called, by a name that is known: what else a caller writes there may be anything. */
export const agentName = (agent: string): string => programs.exec(agent)?.[1] ?? browserName(agent);

/** A name of a call as servers and proxies make them: a UUID, or hexadecimal digits. Others may be secrets. */
const madeName = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,32})$/i;
export const keptRequestId = (id: string): string => (madeName.test(id) ? id : '');

/** Decides which calls are kept. It is asked for every call of a shop, so it does next to nothing for most of them. */
export function callSampling() {
  let sinceKept = sampledEvery - 1;
  /** By project; null for calls of none. */
  let failures = new Map<number | null, number>();

  return {
    /** Of the calls of shops that went well, every so many. */
    keepsSuccess(): boolean {
      sinceKept = (sinceKept + 1) % sampledEvery;
      return sinceKept === 0;
    },
    /** A shop that fails all the time leaves room for the failures of others. */
    keepsFailure(projectId: number | null): boolean {
      const count = failures.get(projectId) ?? 0;
      failures.set(projectId, count + 1);
      return count < keptFailuresPerSecond;
    },
    /** Once a second. */
    nextSecond: (): void => void (failures = new Map()),
  };
}

const isFailure = (status: number): boolean => status >= firstFailure;

const callPrefix = /^\/(?:api|front)\//;
const frontPrefix = '/front/';

/** Calls of shops that go well come by the thousand, so most are passed over before anything of them is read. */
export function noteCalls(
  { http }: Pick<App, 'http'>,
  { calls, paths }: { readonly calls: Pick<NotedCalls, 'add'>; readonly paths: CallPaths },
): { nextSecond(): void } {
  const sampling = callSampling();

  function isKept(request: FastifyRequest, status: number): boolean {
    const isFront = request.raw.url!.startsWith(frontPrefix);
    if (isFront && !isFailure(status)) return sampling.keepsSuccess();
    const isOfPerson = request.personId !== null;
    // What strangers send must not push out the rest, or fill the disk.
    if (!isFront && (isOfPerson || !isFailure(status))) return !isOwnLook(request, status);
    return sampling.keepsFailure(projectIdOf(request));
  }

  /** An open log asks again and again; it would show little but itself. That somebody was refused is kept. */
  const isOwnLook = ({ routeOptions }: FastifyRequest, status: number): boolean =>
    routeOptions.url === listApiCalls.path && !isFailure(status);

  http.addHook('onResponse', (request, reply, done) => {
    const isCall = callPrefix.test(request.raw.url ?? '') && request.method !== 'OPTIONS';
    if (isCall && isKept(request, reply.statusCode)) calls.add(notedCall(request, reply));
    done();
  });

  function notedCall(request: FastifyRequest, reply: FastifyReply): NotedCall {
    const endpoint = paths.endpointOf(request.method, request.routeOptions.url);
    return {
      answeredAt: Date.now(),
      method: request.method,
      path: endpoint?.path ?? paths.unknown(request.raw.url ?? ''),
      status: reply.statusCode,
      tookMilliseconds: Math.round(reply.elapsedTime),
      projectId: projectIdOf(request),
      userId: request.personId,
      address: maskedAddress(clientAddress(request)),
      agent: agentName(request.headers['user-agent'] ?? ''),
      requestId: keptRequestId(request.id),
      failureCode: request.failureCode,
      parameters: endpoint === undefined ? [] : parametersOf(endpoint, request),
    };
  }

  return { nextSecond: sampling.nextSecond };
}

/** Of the caller that `serve` has found, where it found one. */
const projectIdOf = ({ caller }: FastifyRequest): number | null =>
  (caller as { project?: { id: number } | null } | null)?.project?.id ?? null;

const parametersOf = (endpoint: Parameters<typeof keptParameters>[0], request: FastifyRequest): CallParameter[] =>
  keptParameters(endpoint, request.params as object as Record<string, unknown>, request.query as Record<string, unknown>);
