import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#features/account/account.contract.ts';
import { type Envelope, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { readFeed, reloadFeed, uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { listImports } from '#features/data/imports/imports.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { fileType } from '#server/http/http.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { childrenOf } from './children.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { unschedule } from '#testing/feeds/unscheduled.ts';
import { testPassword } from '#testing/test-app.ts';
import { type ServerProcess, startServerProcess } from './test-process.ts';

const secretKey = 'the key that both servers of this test have';
const feedPath = '/items.ndjson';
const itemCount = 200;
const endTries = 2_000;
const pauseMs = 50;

/** A feed whose items all carry its version, so that a mixture of two would show. */
const bodyOf = (version: number): string =>
  Array.from({ length: itemCount }, (_, at) =>
    JSON.stringify({ id: `${at}`, name: `Lamp ${at}`, price: at + 1, brand: `version ${version}` }),
  ).join('\n');

/** Two servers with folders of their own that share a database and, by `env`, an engine; with a project that a feed fills. */
export async function openTwoServers(databaseUrl: string, env: Readonly<Record<string, string>>) {
  const host = await startFeedHost();
  const folders = await Promise.all([1, 2].map((number) => mkdtemp(path.join(tmpdir(), `aisle-server-${number}-`))));
  const start = (folder: string): Promise<ServerProcess> =>
    startServerProcess({
      ...env,
      AISLE_DATA: folder,
      AISLE_DATABASE_URL: databaseUrl,
      AISLE_SECRET_KEY: secretKey,
      AISLE_ALLOW_PRIVATE_FEEDS: host.host,
    });
  // One after the other, as each brings the tables up to date.
  const servers: ServerProcess[] = [];
  for (const folder of folders) servers.push(await start(folder));

  const person = { name: 'A', surname: 'B', email: 'a@example.com', password: testPassword, agree: true };
  const { data: session } = await servers[0]!.call({}, register, { ...person, password_confirmation: testPassword });
  const { data: project } = await servers[0]!.call({ token: session!.token! }, createProject, {
    name: 'Lamps',
    language: 'en',
    data_source: 'custom_feed',
    feed_url: host.put(feedPath, bodyOf(0)),
  });
  const actor = { token: session!.token!, project: project!.token };
  const id = project!.feed_id!;
  await unschedule(servers[0]!, actor, id);

  return {
    servers,
    folders,
    actor,
    feedId: id,
    bodyOf,
    collectionId: project!.collection_id,
    /** What searches of a server find when a version is live. */
    whole: (version: number): Record<string, number> => ({ [`version ${version}`]: itemCount }),
    /** How many items of which version a server finds. */
    async found(server: ServerProcess): Promise<Record<string, number> | null> {
      const { data } = await server.call({}, frontSearch, { token: actor.project, q: 'lamp', facets: 'brand' });
      return data && Object.fromEntries((data.facets[0]?.values ?? []).map(({ value, count }) => [String(value), count]));
    },
    /** Lets the host offer a version, and asks a server to import it. */
    async importNow(server: ServerProcess, version: number): Promise<void> {
      host.put(feedPath, bodyOf(version));
      const { status, msg } = await server.call(actor, reloadFeed, { id });
      if (status !== 200) throw new Error(msg);
    },
    /** Lets the host keep who asks for the feed waiting in the middle of it. */
    hang: (): void =>
      void host.reply(feedPath, (response) => {
        response.writeHead(200).write(`${bodyOf(-1).slice(0, itemCount)}\n`);
      }),
    offer: (version: number): void => void host.put(feedPath, bodyOf(version)),
    reload: (server: ServerProcess) => server.call(actor, reloadFeed, { id }),
    /** Waits until the newest import has ended, as a server sees it, and answers how. */
    async ended(server: ServerProcess): Promise<string> {
      for (let tries = 0; tries < endTries; tries += 1) {
        const { data: feed } = await server.call(actor, readFeed, { id });
        if (feed?.last_import?.finished_at) return feed.last_import.state;
        await sleep(pauseMs);
      }
      throw new Error(`An import is stuck:\n${server.output()}`);
    },
    /** Uploads a feed's body to a server, as the console does, and answers its `feed_url`. */
    async upload(server: ServerProcess, body: string): Promise<string> {
      const response = await fetch(`${server.url}${uploadFeedFile.path.replace('{file_name}', 'lamps.ndjson')}`, {
        method: 'POST',
        headers: { 'content-type': fileType, [sessionHeader]: actor.token, [projectHeader]: actor.project },
        body,
      });
      const { data, msg } = (await response.json()) as Envelope<{ feed_url: string }>;
      if (data === null) throw new Error(msg);
      return data.feed_url;
    },
    states: async (server: ServerProcess) =>
      (await server.call(actor, listImports, { id })).data?.items.map(({ state }) => state),
    /** Which of the servers has a process that imports. */
    async importing(): Promise<number> {
      for (let tries = 0; tries < endTries; tries += 1) {
        const at = servers.findIndex(({ child }) => childrenOf(child.pid ?? 0).length > 0);
        if (at >= 0) return at;
        await sleep(pauseMs);
      }
      throw new Error('No server imports.');
    },
    async restart(at: number): Promise<void> {
      servers[at] = await start(folders[at]!);
    },
    async close(): Promise<void> {
      for (const server of servers) await server.stop();
      await host.close();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
