import { type FeedHost, startFeedHost } from './feeds/feed-host.ts';
import { type Person, startTestApp, type TestServer } from './test-app.ts';
import { atWorkerEnd } from './worker-end.ts';

export interface SharedServer extends TestServer {
  readonly admin: Person;
  /** A host of feeds that it may read. */
  readonly feeds: FeedHost;
  /** Where it listens. */
  readonly origin: string;
}

let started: Promise<SharedServer> | undefined;

/**
 * The server that all test files of a worker share, each with people and projects of its own. It believes the address in `from`. Who needs settings of the server, or everybody and everything on it, starts one with `startTestApp`.
 */
export async function sharedServer(): Promise<SharedServer> {
  const server = await (started ??= start());
  // Guesses of other files came from the same address.
  await server.app.db.deleteFrom('attempt').execute();
  server.feeds.forget();
  return server;
}

async function start(): Promise<SharedServer> {
  const feeds = await startFeedHost();
  const server = await startTestApp({ trustedProxies: 1, allowedPrivateFeeds: [feeds.host] });
  atWorkerEnd(async () => {
    await server.close();
    await feeds.close();
  });
  const origin = await server.app.http.listen({ host: '127.0.0.1', port: 0 });
  return { ...server, feeds, origin, admin: await server.signUp() };
}
