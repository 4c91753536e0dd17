import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '#testing/test-app.ts';

/** What stands between a server and its PostgreSQL, OpenSearch or Redis, and may fail. */
export interface ServiceProxy {
  /** The service's address through the proxy. */
  readonly url: string;
  /** Connections that are there and new ones get nothing across, in either direction. */
  hang(): void;
  /** As `hang`, for the connections that are there alone: new ones work. */
  lose(): void;
  /** Every connection is reset, and new ones are, too. */
  die(): void;
  /** Every connection is reset; new ones work. */
  reset(): void;
  /** New connections work, and those that hang go on. */
  heal(): void;
  close(): Promise<void>;
}

const usualPort = 5432;

export async function startServiceProxy(serviceUrl: string): Promise<ServiceProxy> {
  const target = new URL(serviceUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'up' | 'hanging' | 'dead' = 'up';

  const server = createServer((client) => {
    const service = connect(Number(target.port || usualPort), target.hostname);
    const pair = [client, service] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      service.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    if (state === 'dead') return void client.resetAndDestroy();
    if (state === 'up') connectPair(pair);
  });
  /** Once, or everything would come across twice. */
  const connectPair = (pair: readonly [Socket, Socket]): void => {
    pause(pair);
    const [client, service] = pair;
    client.pipe(service);
    service.pipe(client);
  };
  const pause = ([client, service]: readonly [Socket, Socket]): void => {
    client.unpipe(service).pause();
    service.unpipe(client).pause();
  };
  const reset = (): void => {
    for (const [client] of pairs) client.resetAndDestroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(serviceUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: url.href,
    hang() {
      state = 'hanging';
      pairs.forEach(pause);
    },
    lose: () => pairs.forEach(pause),
    die() {
      state = 'dead';
      reset();
    },
    reset,
    heal() {
      state = 'up';
      pairs.forEach(connectPair);
    },
    async close() {
      for (const [client] of pairs) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const callCount = 1_000;
const workerCount = 10;
const resetMilliseconds = 25;
/** Shorter than the freshness of this shop’s answers, so that some are made again in between. */
const spanMilliseconds = 2_500;

export const failures = ['is dead', 'hangs', 'resets its connections'] as const;
export type Failure = (typeof failures)[number];

type Owner = Awaited<ReturnType<TestServer['owner']>>;

/** Calls of shops, each fresh for a second and then within a long grace. */
export const cachedPaths = [
  ...['kettle', 'mug', 'blue+mug', 'lamp', 'towel', 'pan'].map((q) => `/front/search?q=${q}`),
  ...['ke', 'mu', 'la'].map((q) => `/front/autocomplete?q=${q}`),
  '/front/catalog',
];

export async function cacheShortly({ app }: TestServer, { projectId: project_id }: Owner): Promise<void> {
  const rows = (['search', 'autocomplete', 'catalog'] as const).map((endpoint) => ({ project_id, endpoint }));
  const times = { is_cached: 1, ttl_seconds: 1, grace_seconds: 600, updated_at: 1, updated_by: null } as const;
  await app.db
    .insertInto('endpoint_caching')
    .values(rows.map((row) => ({ ...row, ...times })))
    .execute();
  await app.cache.answers.purge(`project ${project_id}`);
}

/** Lets a service fail in its way until that is ended. */
export function fail(proxy: ServiceProxy, failure: Failure): () => void {
  if (failure === 'is dead') proxy.die();
  else if (failure === 'hangs') proxy.hang();
  else {
    const resets = setInterval(() => proxy.reset(), resetMilliseconds);
    return () => clearInterval(resets);
  }
  return () => proxy.heal();
}

/** Asks what was asked before, again and again for some seconds, and answers how many calls got an answer, of how many. */
export async function askedAgain({ app }: TestServer, { project }: Owner): Promise<{ asked: number; answered: number }> {
  let [asked, answered] = [0, 0];
  const worker = async (): Promise<void> => {
    while (asked < callCount) {
      const path = cachedPaths[(asked += 1) % cachedPaths.length]!;
      const { statusCode } = await app.http.inject({ url: `${path}${path.includes('?') ? '&' : '?'}token=${project}` });
      if (statusCode === 200) answered += 1;
      await sleep((spanMilliseconds * workerCount) / callCount);
    }
  };
  await Promise.all(Array.from({ length: workerCount }, worker));
  return { asked, answered };
}
