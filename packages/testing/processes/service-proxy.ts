import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

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
