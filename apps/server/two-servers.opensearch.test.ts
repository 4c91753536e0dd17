import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOpenSearchEngine } from '#opensearch/opensearch-engine.ts';
import { changeUserData, readUserData } from '#features/account/profile/profile.contract.ts';
import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { updateFeed, readFeed, reloadFeed, uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { removeAisleDocument } from '#features/developer/documents/documents.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { register } from '#features/account/account.contract.ts';
import { type Envelope, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { listImports } from '#features/data/imports/imports.contract.ts';
import { fileType } from '#server/http/http.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { childrenOf } from '#testing/processes/server-process.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { unschedule } from '#testing/processes/killed-shop.ts';
import { testPassword } from '#testing/test-app.ts';
import { type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';

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
async function openTwoServers(databaseUrl: string, env: Readonly<Record<string, string>>) {
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
    /** Items by brand once a version is live. */
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

const url = process.env['AISLE_TEST_OPENSEARCH_URL'];
const prefix = `aisle-test-two-${process.pid}-${Date.now().toString(36)}`;
const seen = { interval: 100 };
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const takeOverMilliseconds = 180_000;

const filesUrl = process.env['AISLE_TEST_FILES_URL'];
const [filesAddress = '', filesSettings = ''] = (filesUrl ?? '').split('?');

const database = url === undefined ? null : await createTestDatabase();

const redisUrl = process.env['AISLE_TEST_REDIS_URL'];

// Without a shared disk.
describe.skipIf(url === undefined || filesUrl === undefined || database?.url == null)('two servers of one database', () => {
  let pair: Awaited<ReturnType<typeof openTwoServers>>;
  beforeAll(async () => {
    pair = await openTwoServers(database?.url ?? '', {
      AISLE_OPENSEARCH_URL: url ?? '',
      AISLE_OPENSEARCH_PREFIX: prefix,
      AISLE_FILES_URL: `${filesAddress}/${prefix}?${filesSettings}`,
      ...(redisUrl !== undefined && { AISLE_REDIS_URL: redisUrl }),
    });
    await pair.ended(pair.servers[0]!);
  }, takeOverMilliseconds);
  afterAll(async () => {
    await pair.close();
    const engine = openOpenSearchEngine({ url: url ?? '', prefix });
    await engine.drop(engineCollection(pair.collectionId));
    await engine.close();
    await database?.drop();
  });

  const expectBoth = async (version: number): Promise<void> => {
    for (const server of pair.servers) await expect.poll(() => pair.found(server), seen).toEqual(pair.whole(version));
  };

  test('what one of them imports is found by both, whole', { timeout: takeOverMilliseconds }, async () => {
    await expectBoth(0);
    for (const [at, server] of pair.servers.entries()) {
      await pair.importNow(server, at + 1);
      expect(await pair.ended(pair.servers[1 - at]!)).toBe('done');
      await expectBoth(at + 1);
    }
  });

  test('an import whose server is killed is done by the other one, once', { timeout: takeOverMilliseconds }, async () => {
    pair.hang();
    expect((await pair.reload(pair.servers[0]!)).status).toBe(200);
    const killed = await pair.importing();
    const other = pair.servers[1 - killed]!;
    await pair.servers[killed]!.kill();
    pair.offer(3);
    expect(await pair.found(other)).toEqual(pair.whole(2));
    expect(await pair.ended(other)).toBe('done');
    await expect.poll(() => pair.found(other), seen).toEqual(pair.whole(3));
    await pair.restart(killed);
    await expectBoth(3);
    expect(await pair.states(other)).toEqual(['done', 'done', 'done', 'done']);
  });

  test(
    'a feed that was uploaded to one of them is imported by the other, and what it brought is read at both',
    { timeout: takeOverMilliseconds },
    async () => {
      const [first, second] = [pair.servers[0]!, pair.servers[1]!];
      const badItem = JSON.stringify({ id: 'bad', name: '', price: 'much' });
      const feed_url = await pair.upload(second, `${pair.bodyOf(4)}\n${badItem}`);
      await second.kill();
      const changed = { id: pair.feedId, name: 'Lamps', collection_id: pair.collectionId, feed_url, file_name: 'lamps.ndjson' };
      expect(await first.call(pair.actor, updateFeed, changed)).toMatchObject({ status: 200 });
      expect(await pair.ended(first)).toBe('done');
      await pair.restart(1);
      await expectBoth(4);
      for (const server of pair.servers) {
        const { data: problems } = await server.call(pair.actor, listErrorData, { id: pair.feedId });
        expect(problems?.items.map(({ item }) => item)).toContain('bad');
      }
      for (const folder of pair.folders) expect(readdirSync(folder)).not.toContain('uploads');
    },
  );

  test(
    'an item that is removed on one is given by neither, whatever they have kept',
    { timeout: takeOverMilliseconds },
    async () => {
      const { data: before } = await pair.servers[0]!.call({}, frontSearch, { token: pair.actor.project, q: 'Lamp 17' });
      expect(before?.items[0]?.id).toBe('17');
      const removed = await pair.servers[1]!.call(pair.actor, removeAisleDocument, { id: pair.collectionId, item_id: '17' });
      expect(removed.status).toBe(200);
      const isFound = async (at: number): Promise<boolean> => {
        const { data } = await pair.servers[at]!.call({}, frontSearch, { token: pair.actor.project, q: 'Lamp 17' });
        return data!.items.some(({ id }) => id === '17');
      };
      for (const at of [0, 1]) await expect.poll(() => isFound(at), seen).toBe(false);
      for (const at of [0, 1, 0, 1]) expect(await isFound(at)).toBe(false);
    },
  );

  test('a picture that a person sends to one of them is shown by the other', async () => {
    const { data: before } = await pair.servers[0]!.call(pair.actor, readUserData, {});
    const changed = { name: before!.name, surname: before!.surname, email: before!.email, photo: onePixel };
    expect((await pair.servers[0]!.call(pair.actor, changeUserData, changed)).status).toBe(200);
    expect((await pair.servers[1]!.call(pair.actor, readUserData, {})).data?.photo).toMatch(/^data:image\//);
  });
});
