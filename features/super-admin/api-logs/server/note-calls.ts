import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { CallParameter, NotedCall } from './api-calls.store.ts';
import {
  type Callers,
  firstFailure,
  keptFailuresPerSecond,
  listApiCalls,
  sampledEvery,
  maskedValue,
} from '#features/super-admin/api-logs/api-logs.contract.ts';
import type { App } from '#server/app/app.ts';
import { clientAddress } from '#server/http/client-address.ts';
import type { CallReply, CallRequest } from '#server/http/direct-calls.ts';
import { browserName, maskedAddress } from '#features/account/server/activity.service.ts';
import { type Endpoint, type ObjectSchema, pathParameters, type Schema } from '#contract/endpoint.ts';
import { withoutPersonalData } from '#features/front-api/searched-terms/server/query-log.service.ts';
import { maskedText } from '#features/general/console-errors/server/console-errors.server.ts';

type Keep = (value: string) => string;
type Values = Readonly<Record<string, unknown>>;

/** Longer queries are pasted text. */
const keptCharacters = 100;
/** Limits the cost of masking. */
const maskedCharacters = 3 * keptCharacters;
const longestPlainCharacters = 30;
const mostParameters = 30;
/** The only text that is logged. */
const queryName = 'q';

const masked: Keep = () => maskedValue;

/** Visitors may type or paste personal data. */
const keptQuery: Keep = (text) => maskedText(withoutPersonalData(text.slice(0, maskedCharacters))).slice(0, keptCharacters);

/** Numbers, enums and booleans are no secrets. */
const keptIfSound =
  (schema: Schema): Keep =>
  (value) =>
    value.length <= longestPlainCharacters && z.safeParse(schema, value).success ? value : maskedValue;

function isPlain(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional') return isPlain(def.innerType);
  return def.type === 'number' || def.type === 'enum' || def.type === 'boolean' || def.type === 'literal';
}

const keeps = new WeakMap<ObjectSchema, ReadonlyMap<string, Keep>>();

function keepsOf(input: ObjectSchema): ReadonlyMap<string, Keep> {
  const known = keeps.get(input);
  if (known !== undefined) return known;
  const keepOf = (name: string, schema: Schema): Keep => {
    if (name === queryName) return keptQuery;
    return isPlain(schema) ? keptIfSound(schema) : masked;
  };
  const made = new Map(Object.entries(input._zod.def.shape).map(([name, schema]) => [name, keepOf(name, schema)]));
  keeps.set(input, made);
  return made;
}

/** Only names of the contract, with numbers, enums and queries; all else is masked. */
export function keptParameters({ input, path }: Endpoint, inPath: Values, inQuery: Values): CallParameter[] {
  const known = keepsOf(input);
  const ofPath = new Set(pathParameters(path));
  const kept = (values: Values, isInPath: boolean): CallParameter[] =>
    Object.entries(values)
      .filter(([name]) => known.has(name) && ofPath.has(name) === isInPath)
      .map(([name, value]) => ({ name, value: keptValue(known.get(name) ?? masked, value), isInPath }));
  const all = [...kept(inPath, true), ...kept(inQuery, false)];
  const hasOthers = Object.keys(inQuery).some((name) => !known.has(name) || ofPath.has(name));
  return [...all.slice(0, mostParameters), ...(hasOthers ? [{ name: maskedValue, value: maskedValue, isInPath: false }] : [])];
}

const keptValue = (keep: Keep, value: unknown): string =>
  Array.isArray(value)
    ? value
        .slice(0, mostParameters)
        .map((one) => keep(String(one)))
        .join(', ')
    : keep(String(value));

const programs =
  /\b(curl|Wget|python-requests|Python-urllib|aiohttp|httpx|Go-http-client|axios|node-fetch|undici|node|GuzzleHttp|PHP|Symfony|okhttp|Apache-HttpClient|Java|Ruby|PostmanRuntime|insomnia|k6|wrk|Googlebot|bingbot|SeznamBot|facebookexternalhit|UptimeRobot)\b/i;

/** Known names only: agents may hold anything. */
export const agentName = (agent: string): string => programs.exec(agent)?.[1] ?? browserName(agent);

/** A UUID or hexadecimal digits; other ids may be secrets. */
const madeName = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,32})$/i;
export const keptRequestId = (id: string): string => (madeName.test(id) ? id : '');

/** Hot path: runs for every call of a shop. */
export function callSampling() {
  let sinceKept = sampledEvery - 1;
  let failures = new Map<number | null, number>();

  return {
    keepsSuccess(): boolean {
      sinceKept = (sinceKept + 1) % sampledEvery;
      return sinceKept === 0;
    },
    /** Per project, so that one failing shop leaves room for others. */
    keepsFailure(projectId: number | null): boolean {
      const count = failures.get(projectId) ?? 0;
      failures.set(projectId, count + 1);
      return count < keptFailuresPerSecond;
    },
    nextSecond: (): void => void (failures = new Map()),
  };
}

const isFailure = (status: number): boolean => status >= firstFailure;

const callPrefix = /^\/(?:api|front)\//;
const frontPrefix = '/front/';

/** Most shop calls are skipped before anything is read. */
export function noteCalls(
  { http }: Pick<App, 'http'>,
  { calls, paths }: { readonly calls: Pick<NotedCalls, 'add'>; readonly paths: CallPaths },
): { nextSecond(): void } {
  const sampling = callSampling();

  function isKept(request: CallRequest, status: number): boolean {
    const isFront = request.raw.url!.startsWith(frontPrefix);
    if (isFront && !isFailure(status)) return sampling.keepsSuccess();
    const isOfPerson = request.personId !== null;
    // Strangers must not fill the log.
    if (!isFront && (isOfPerson || !isFailure(status))) return !isOwnLook(request, status);
    return sampling.keepsFailure(projectIdOf(request));
  }

  /** Polling of the log itself is not logged. */
  const isOwnLook = ({ routeOptions }: CallRequest, status: number): boolean =>
    routeOptions.url === listApiCalls.path && !isFailure(status);

  http.direct.onAnswered((request, reply) => {
    const isCall = callPrefix.test(request.raw.url ?? '') && request.method !== 'OPTIONS';
    if (isCall && isKept(request, reply.statusCode)) calls.add(notedCall(request, reply));
  });

  function notedCall(request: CallRequest, reply: CallReply): NotedCall {
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

const projectIdOf = ({ caller }: CallRequest): number | null =>
  (caller as { project?: { id: number } | null } | null)?.project?.id ?? null;

const parametersOf = (endpoint: Parameters<typeof keptParameters>[0], request: CallRequest): CallParameter[] =>
  keptParameters(endpoint, request.params as object as Record<string, unknown>, request.query as Record<string, unknown>);

/** Unknown paths may hold anything, so none of it is logged. */
const unknownPaths = ['/api/', '/front/'].map((prefix) => prefix + maskedValue);

const isForShop = ({ needs }: Endpoint): boolean => needs === 'shop' || needs === 'api';

export function callPaths(endpoints: readonly Endpoint[]) {
  let byRoute: ReadonlyMap<string, Endpoint> | null = null;
  const routes = () =>
    (byRoute ??= new Map(
      endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, endpoint]),
    ));
  const shopPaths = () => new Set(endpoints.filter(isForShop).map(({ path }) => path));
  const all = (): string[] => [...new Set([...endpoints.map(({ path }) => path), ...unknownPaths])];

  return {
    endpointOf: (method: string, route: string | undefined): Endpoint | undefined => routes().get(`${method} ${route}`),
    unknown: (url: string): string => unknownPaths.find((path) => url.startsWith(path.replace(maskedValue, ''))) ?? maskedValue,
    meant(text: string, from: Callers): string[] {
      const wanted = text.toLowerCase();
      const paths = all().filter((path) => from === 'all' || path.startsWith('/front/') || shopPaths().has(path));
      return paths.includes(text) ? [text] : paths.filter((path) => path.toLowerCase().includes(wanted));
    },
    isOfShop: (method: string, path: string): boolean =>
      path.startsWith('/front/') || endpoints.some((one) => one.method === method && one.path === path && isForShop(one)),
  };
}
type CallPaths = ReturnType<typeof callPaths>;

/** 1 kB each; more are dropped. */
export const mostGatheredCalls = 5_000;

interface NotedCallsOptions {
  readonly write: (calls: readonly NotedCall[]) => Promise<void>;
  readonly mayWrite: () => boolean;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Best effort: calls never wait for the log, and failed writes are dropped. */
export function notedCalls({ write, mayWrite, log }: NotedCallsOptions) {
  let gathered: NotedCall[] = [];
  let isFailing = false;

  return {
    add(call: NotedCall): void {
      if (gathered.length < mostGatheredCalls) gathered.push(call);
    },
    /** Never rejects. */
    async write(): Promise<void> {
      const calls = gathered;
      gathered = [];
      if (calls.length === 0 || !mayWrite()) return;
      try {
        await write(calls);
        isFailing = false;
      } catch (error) {
        // Once per outage.
        if (!isFailing) log.warn({ err: error, lostCount: calls.length }, 'Calls could not be written to the API log');
        isFailing = true;
      }
    },
  };
}
type NotedCalls = ReturnType<typeof notedCalls>;
