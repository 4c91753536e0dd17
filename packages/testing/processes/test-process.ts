import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { runServer, type RunningServer, program } from './server-process.ts';
import { type Actor, type Answered, requestOf, testPassword } from '#testing/test-app.ts';
import { register } from '#features/account/account.contract.ts';
import { type Feed, readFeed } from '#features/data/feeds/feeds.contract.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';

export interface ServerProcess extends RunningServer {
  call<E extends Endpoint>(actor: Actor, endpoint: E, input: InputOf<E>): Promise<Answered<OutputOf<E>>>;
}

/** As `runServer`, with calls as somebody. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await runServer(env);
  return {
    ...server,
    async call(actor, endpoint, input) {
      const request = requestOf(actor, endpoint, input as Record<string, unknown>);
      const query = 'query' in request ? `?${new URLSearchParams(request.query).toString()}` : '';
      const response = await fetch(server.url + request.url + query, {
        method: request.method,
        headers: { ...request.headers, ...('payload' in request && { 'content-type': 'application/json' }) } as Record<
          string,
          string
        >,
        ...('payload' in request && { body: JSON.stringify(request.payload) }),
      });
      return { status: response.status, ...((await response.json()) as Envelope<never>) };
    },
  };
}

/** Runs a command beside the server, such as `backup`, from its sources or built, as the server is. Answers what it printed. */
export async function runServerCommand(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ exitCode: number | null; said: string }> {
  const server = program.at(-1)!;
  const file = path.join(path.dirname(server), name + path.extname(server));
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, said: said.trim() };
}

const importSeconds = 60;
const pauseMs = 200;

export interface ShopProcess {
  readonly owner: { readonly token: string; readonly project: string };
  readonly collectionId: number;
  readonly feedId: number;
  /** Waits until the last import of its feed has ended, as a server has it. */
  imported(server: ServerProcess): Promise<NonNullable<Feed['last_import']>>;
}

/** Signs the first person of a server up, with a project whose items are those of the sample shop. */
export async function openSampleShop(server: ServerProcess): Promise<ShopProcess> {
  const person = { name: 'Test', surname: 'Person', email: 'a@example.com', agree: true };
  const passwords = { password: testPassword, password_confirmation: testPassword };
  const { data: session } = await server.call({}, register, { ...person, ...passwords });
  const { data: project, msg } = await server.call({ token: session?.token ?? '' }, createSampleProject, { language: 'en' });
  if (!session?.token || project?.feed_id == null) throw new Error(`No sample shop: ${msg}`);
  const owner = { token: session.token, project: project.token };
  const shop: ShopProcess = {
    owner,
    collectionId: project.collection_id,
    feedId: project.feed_id,
    async imported(asked) {
      for (let waitedMs = 0; waitedMs < importSeconds * 1000; waitedMs += pauseMs) {
        const { data: feed } = await asked.call(owner, readFeed, { id: shop.feedId });
        if (feed?.last_import?.finished_at) return feed.last_import;
        await sleep(pauseMs);
      }
      throw new Error(`The import did not end within ${importSeconds} seconds:\n${asked.output()}`);
    },
  };
  await shop.imported(server);
  return shop;
}
