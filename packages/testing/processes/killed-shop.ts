import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { register } from '#features/account/account.contract.ts';
import { readCollection } from '#features/data/collections/collections.contract.ts';
import { createFeed, readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { defaultGuard } from '#features/data/feed-settings/feed.contract.ts';
import { authorizeByPost } from '#features/developer/credentials/credentials.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { childrenOf, killProcess } from './server-process.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { type Actor, type Answered, testPassword, type TestServer } from '#testing/test-app.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { startServerProcess } from './test-process.ts';
import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';

const farMs = 12 * 60 * 60 * 1000;

/** Feeds with the same number are due at the same time on every server; half a day later no test meets it. */
export async function unschedule(server: Pick<TestServer, 'call'>, actor: Actor, feedId: number): Promise<void> {
  const schedule_time = new Date(Date.now() + farMs).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
  const schedule = { schedule: 'daily', schedule_time, availability_url: '', availability_minutes: 5 } as const;
  const { status, msg } = await server.call(actor, updateSchedule, { id: feedId, activated: true, ...schedule });
  if (status !== 200) throw new Error(msg);
}

const itemsPerFeed = 300;
const endTries = 600;
/** Of what a server has printed, where it failed. */
const toldLetters = 4_000;
const pauseMs = 100;
const unavailable = 503;
/** Tokens of the item API hold for ten minutes. */
const renewAfterMs = 5 * 60 * 1000;

/** One of the feeds that fill the collection together. */
export interface KilledFeed {
  readonly name: string;
  readonly id: number;
  /** The version that is known to be live. */
  live: number;
  /** The version that is being imported, or the live one. */
  offered: number;
  newest: number;
}

/** A feed whose items all carry its version, so that a mixture of two would show. */
const bodyOf = (name: string, version: number): string =>
  Array.from({ length: itemsPerFeed }, (_, at) =>
    JSON.stringify({ id: `${name}${at}`, name: `Lamp number${at}`, price: at + 1, brand: brandOf(name, version) }),
  ).join('\n');
const brandOf = (name: string, version: number): string => `${name} version ${version}`;

/** A server in a process of its own with a collection that two feeds and the item API fill, to be killed at any time. */
export async function openKilledShop(env: Readonly<Record<string, string>> = {}) {
  const host = await startFeedHost();
  const data = await mkdtemp(path.join(tmpdir(), 'aisle-kill-'));
  const database = await createTestDatabase(data);
  const start = () =>
    startServerProcess({
      AISLE_DATA: data,
      AISLE_ALLOW_PRIVATE_FEEDS: host.host,
      AISLE_SEARCH_THREADS: '0',
      ...env,
      ...(database.url !== null && { AISLE_DATABASE_URL: database.url }),
    });
  let server = await start();

  const person = { name: 'A', surname: 'B', email: 'a@example.com', password: testPassword, agree: true };
  const { data: session } = await server.call({}, register, { ...person, password_confirmation: testPassword });
  let asked: () => void = () => undefined;
  const offer = (name: string, version: number): string => {
    const body = bodyOf(name, version);
    return host.reply(`/${name}.ndjson`, (response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(body);
      asked();
    });
  };
  const { data: project } = await server.call({ token: session!.token! }, createProject, {
    name: 'Lamps',
    language: 'en',
    data_source: 'custom_feed',
    feed_url: offer('A', 0),
  });
  const { token, client_secret, collection_id: collectionId } = project!;
  const actor = { token: session!.token!, project: token };
  const newBearer = async () => ({
    token: (await server.call({}, authorizeByPost, { client_id: token, client_secret })).data!.token,
    at: Date.now(),
  });
  let bearer = await newBearer();
  /** Long runs outlast a token. */
  async function authorization(): Promise<{ authorization: string }> {
    if (Date.now() - bearer.at > renewAfterMs) bearer = await newBearer();
    return { authorization: `Bearer ${bearer.token}` };
  }

  const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Answered<OutputOf<E>>> =>
    server.call(actor, endpoint, input);

  /** Waits until the newest import of the feed has ended, and answers how. */
  async function ended(feed: Pick<KilledFeed, 'id'>): Promise<string> {
    for (let tries = 0; tries < endTries; tries += 1) {
      const { data: found } = await call(readFeed, { id: feed.id });
      if (found?.last_import?.finished_at) return found.last_import.state;
      await sleep(pauseMs);
    }
    throw new Error(`An import of feed ${feed.id} is stuck.`);
  }

  const second = { collection_id: collectionId, name: 'B', feed_url: offer('B', 0), guard: defaultGuard, activated: true };
  const feeds: KilledFeed[] = [{ name: 'A', id: project!.feed_id!, live: 0, offered: 0, newest: 0 }];
  await ended(feeds[0]!);
  const { data: added, msg } = await call(createFeed, second as InputOf<typeof createFeed>);
  if (!added) throw new Error(msg);
  feeds.push({ name: 'B', id: added.id, live: 0, offered: 0, newest: 0 });
  await ended(added);
  for (const { id } of feeds) await unschedule(server, actor, id);

  return {
    feeds,
    collectionId,
    projectId: project!.id,
    data,
    /** Where the feeds come from, for another server that imports them. */
    feedHost: host.host,
    databaseAddress: database.url ?? path.join(data, 'aisle.sqlite'),
    owner: actor,
    call,
    /** As somebody else. */
    callAs: <E extends Endpoint>(other: Actor, endpoint: E, input: InputOf<E>) => server.call(other, endpoint, input),
    ended,
    /** Lets the host offer the next version of a feed, and has it imported. */
    async importNext(feed: KilledFeed): Promise<void> {
      offer(feed.name, (feed.offered = feed.newest += 1));
      const { status, msg: said } = await call(reloadFeed, { id: feed.id });
      if (status !== 200) throw new Error(said);
    },
    /** Resolves when an import asks the host for a feed from now on. */
    fetched: () => new Promise<void>((resolve) => (asked = resolve)),
    /** Waits until the recreate of the collection has ended, and answers how. */
    async recreated(): Promise<string> {
      for (let tries = 0; tries < endTries; tries += 1) {
        const { data: found } = await call(readCollection, { id: collectionId });
        if (found?.recreation?.finished_at) return `${found.recreation.state} ${found.health} ${found.generations.length}`;
        await sleep(pauseMs);
      }
      throw new Error('A recreate is stuck.');
    },
    /** One request of the item API, as a shop's server sends it. Answers the status, null when nothing came back. */
    async send(method: 'POST' | 'PATCH', where: string, body: object): Promise<number | null> {
      try {
        const headers = { ...(await authorization()), 'content-type': 'application/json' };
        return (await fetch(`${server.url}/api/v1/items${where}`, { method, headers, body: JSON.stringify(body) })).status;
      } catch {
        return null;
      }
    },
    async sentItem(id: string): Promise<Record<string, unknown> | undefined> {
      const answer = await fetch(`${server.url}/api/v1/items/${id}`, { headers: await authorization() });
      if (!answer.ok) throw new Error(`The item ${id} was answered with ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { data?: { item: Record<string, unknown> } }).data?.item;
    },
    /** How many live items each brand has, in one answer, so that an import that ends meanwhile can't show twice. */
    async brands(): Promise<Record<string, number>> {
      for (let tries = 0; tries < endTries; tries += 1) {
        const { status, data: found } = await server.call({}, frontSearch, { token, q: 'lamp ', facets: 'brand' });
        if (found) return Object.fromEntries((found.facets[0]?.values ?? []).map(({ value, count }) => [String(value), count]));
        // Told as such while the engine is too busy to answer in time; anything else is a fault.
        if (status !== unavailable)
          throw new Error(`A search was answered with ${status}. ${server.output().slice(-toldLetters)}`);
        await sleep(pauseMs);
      }
      throw new Error('No search is answered.');
    },
    /** The same for a feed that is whole in one of its versions. */
    whole: ({ name }: KilledFeed, version: number): Record<string, number> => ({ [brandOf(name, version)]: itemsPerFeed }),
    async killServer(): Promise<void> {
      await server.kill();
      server = await start();
    },
    /** Once the server and all that it has started are over. */
    died: () => once(server.child, 'close'),
    /** Ends it, in good order or as a power cut would. */
    end: (signal: 'SIGTERM' | 'SIGKILL') => server.stop(signal),
    /** Starts it again where it was. */
    async restart(): Promise<void> {
      server = await start();
      // It may have another database, which knows no token of before.
      bearer = { ...bearer, at: 0 };
    },
    /** Kills one of the processes that import or change for the server. Answers false when none runs. */
    killChild(next: () => number): boolean {
      const children = childrenOf(server.child.pid ?? 0);
      const child = children[Math.floor(next() * children.length)];
      if (child !== undefined) killProcess(child);
      return child !== undefined;
    },
    url: () => server.url,
    output: () => server.output(),
    async close(): Promise<void> {
      await server.stop();
      await database.drop();
      await host.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

export type KilledShop = Awaited<ReturnType<typeof openKilledShop>>;
