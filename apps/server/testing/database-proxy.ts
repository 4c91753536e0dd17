import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What stands between a server and its PostgreSQL, and may fail. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  readonly url: string;
  /** Connections that are there and new ones get nothing across, in either direction. */
  hang(): void;
  /** As `hang`, for the connections that are there alone: new ones work. */
  lose(): void;
  /** Every connection is reset, and new ones are, too. */
  die(): void;
  /** New connections work, and those that hang go on. */
  heal(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'up' | 'hanging' | 'dead' = 'up';

  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    const pair = [client, database] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      database.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    if (state === 'dead') return void client.resetAndDestroy();
    if (state === 'up') connectPair(pair);
  });
  /** Once, or everything would come across twice. */
  const connectPair = (pair: readonly [Socket, Socket]): void => {
    pause(pair);
    const [client, database] = pair;
    client.pipe(database);
    database.pipe(client);
  };
  const pause = ([client, database]: readonly [Socket, Socket]): void => {
    client.unpipe(database).pause();
    database.unpipe(client).pause();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
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
      for (const [client] of pairs) client.resetAndDestroy();
    },
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
