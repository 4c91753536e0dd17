import { type Person, startTestApp, type TestServer } from './test-app.ts';
import { atWorkerEnd } from './worker-end.ts';

export interface SharedServer extends TestServer {
  readonly admin: Person;
}

let started: Promise<SharedServer> | undefined;

/**
 * The server that all test files of a worker share, each with people and projects of its own. It believes the address in `from`, and may
 * read feeds of this machine. Who needs settings of the server, or everybody and everything on it, starts one with `startTestApp`.
 */
export async function sharedServer(): Promise<SharedServer> {
  const server = await (started ??= start());
  // Guesses of other files came from the same address.
  await server.app.db.deleteFrom('attempt').execute();
  return server;
}

async function start(): Promise<SharedServer> {
  const server = await startTestApp({ trustedProxies: 1, allowedPrivateFeeds: ['127.0.0.1'] });
  atWorkerEnd(server.close);
  return { ...server, admin: await server.signUp() };
}
