import { hash } from '@node-rs/argon2';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Endpoint, hasBody, type InputOf, isInQuery, type OutputOf, pathParameters } from '#contract/endpoint.ts';
import { type Envelope, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { userStore } from '#features/account/server/account.store.ts';
import { openSession } from '#features/account/server/sign-in.service.ts';
import { readFeed, type Feed } from '#features/data/feeds/feeds.contract.ts';
import { testFeed } from '#features/data/import-process/server/test-feed.ts';
import type { RunImport } from '#features/data/imports/server/imports.task.ts';
import { runAvailability } from '#features/data/schedules/server/availability.run.ts';
import { reloadRules } from '#features/search-settings/releases/releases.contract.ts';
import { createProject, createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { type ComposedApp, composeApp } from '#apps/server/app.ts';
import type { Config } from '#apps/server/config.ts';
import type { CallRates } from '#server/limits/call-limits.ts';
import { defaultRawDays } from '#server/stats/raw-days.ts';
import { runPreparedImport } from './prepared-import.ts';
import { createTestDatabase } from './test-database.ts';

export const testPassword = 'Correct-Horse-7';
/** A hash says what it costs, and so does each sign-in with it: a usual one takes longer than everything else that a test does. */
const cheapHash = { memoryCost: 8, timeCost: 1 };
let testPasswordHash: Promise<string> | undefined;
let people = 0;
const newEmail = (): string => `person-${(people += 1)}@shared.example`;
/** A test fails by its own time limit after this one. */
const importSeconds = 150;

/** What a call answered. */
export interface Answered<Data> extends Envelope<Data> {
  readonly status: number;
}

/** Someone who calls, with what they send along. */
export interface Actor {
  readonly token?: string;
  /** The client ID of the selected project. */
  readonly project?: string;
  /** As `Accept-Language` says it. */
  readonly language?: string;
  /** Where the call comes from, for a server with a trusted proxy. Without it, it comes from the machine itself. */
  readonly from?: string;
  /** What the browser keeps. */
  readonly cookie?: string;
  /** Of a shop's server. */
  readonly bearer?: string;
}

export interface Person extends Actor {
  readonly token: string;
  readonly email: string;
  readonly userId: number;
}

/** Somebody with a project of their own. */
export interface Owner extends Person {
  readonly project: string;
  readonly projectId: number;
  readonly collectionId: number;
}

export type SampleOwner = Owner & { readonly feedId: number };

/** People have addresses that nobody else has, unless one is given. */
export interface TestServer {
  readonly app: ComposedApp;
  readonly dataDirectory: string;
  call<E extends Endpoint>(actor: Actor, endpoint: E, input: InputOf<E>): Promise<Answered<OutputOf<E>>>;
  /** A new person. The first one of a server administers it. */
  signUp(email?: string): Promise<Person>;
  /** A new person with a project of the sample shop's items, which are live. */
  shop(language?: 'cs' | 'en', email?: string): Promise<SampleOwner>;
  /** The same before they are imported. */
  owner(email?: string, language?: 'cs' | 'en'): Promise<SampleOwner>;
  /** A new person with a project that has no feed, and so no items but those that are sent: nothing is imported for it. */
  emptyShop(email?: string): Promise<Owner>;
  /** Waits until the last import of the feed has ended. */
  imported(actor: Actor, feedId: number): Promise<Feed>;
  /** Makes live what waits for midnight, and waits until it is. */
  regenerated(actor: Actor): Promise<void>;
}

/** One that somebody started for themselves. */
export interface TestApp extends TestServer {
  close(): Promise<void>;
}

type TestSettings = Pick<
  Config,
  | 'allowedPrivateFeeds'
  | 'files'
  | 'redis'
  | 'trustedProxies'
  | 'signUp'
  | 'smtpUrl'
  | 'callRates'
  | 'managesUsers'
  | 'demandsSecondFactor'
  | 'provider'
  | 'takesPasswords'
  | 'publicUrl'
  | 'rawDays'
  | 'embeddings'
  | 'metricsToken'
>;

/** Tests call as fast as they can. */
const unhindered: CallRates = {
  visitorCallsPerSecond: 1_000_000,
  projectCallsPerSecond: 1_000_000,
  personCallsPerSecond: 1_000_000,
};

/** What a server in a test is told by its environment. */
export const testConfig = (changes: Pick<Config, 'dataDirectory' | 'databaseUrl'> & Partial<Config>): Config => ({
  port: 0,
  host: '127.0.0.1',
  files: null,
  openSearch: null,
  redis: null,
  secretKey: null,
  smtpUrl: null,
  mailFrom: 'Aisle <aisle@localhost>',
  publicUrl: 'http://aisle.test',
  allowedPrivateFeeds: [],
  logLevel: 'silent',
  indexMemoryBytes: 256 * 1024 * 1024,
  searchThreads: 1,
  callRates: unhindered,
  trustedProxies: 0,
  signUp: 'open',
  managesUsers: true,
  demandsSecondFactor: false,
  provider: null,
  takesPasswords: true,
  rawDays: defaultRawDays,
  embeddings: null,
  metricsToken: null,
  ...changes,
});

/** The real server in memory: everything but the port, with an empty data folder and database. Imports run in this process. */
export async function startTestApp(
  options: { runImport?: RunImport; dataDirectory?: string } & Partial<TestSettings> = {},
): Promise<TestApp> {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(path.join(tmpdir(), 'aisle-test-')));
  const database = await createTestDatabase(dataDirectory);
  const { runImport: run, dataDirectory: _, ...settings } = options;
  const server = await testAppOf(testConfig({ ...settings, dataDirectory, databaseUrl: database.url }), run);
  return {
    ...server,
    async close() {
      await server.close();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** The same on a data folder and a database that are there, and stay. */
export async function testAppOf(config: Config, run: RunImport = runPreparedImport): Promise<TestApp> {
  const app = await composeApp(config, { runImport: run, runAvailability, runFeedTest: testFeed });
  await app.http.ready();
  await app.start();

  async function call<E extends Endpoint>(actor: Actor, endpoint: E, input: InputOf<E>): Promise<Answered<OutputOf<E>>> {
    const response = await app.http.inject(requestOf(actor, endpoint, input as Record<string, unknown>));
    return { status: response.statusCode, ...response.json<Envelope<OutputOf<E>>>() };
  }

  async function signUp(email = newEmail()): Promise<Person> {
    const users = userStore(app.db);
    const passwordHash = await (testPasswordHash ??= hash(testPassword, cheapHash));
    const person = { email, name: 'Test', surname: 'Person', language: 'en', passwordHash, isProven: false } as const;
    const id = await users.insert({ ...person, isFirst: await users.isEmpty() });
    if (id === null) throw new Error(`${email} has an account.`);
    const { token } = await openSession(app, id, { address: '127.0.0.1', device: null, agent: '' });
    return { token, email, userId: id };
  }

  async function owner(email?: string, language: 'cs' | 'en' = 'en'): Promise<SampleOwner> {
    const person = await signUp(email);
    const { data, msg } = await call(person, createSampleProject, { language });
    if (!data?.feed_id) throw new Error(`No sample project: ${msg}`);
    return { ...person, project: data.token, projectId: data.id, collectionId: data.collection_id, feedId: data.feed_id };
  }

  async function imported(actor: Actor, feedId: number): Promise<Feed> {
    const deadline = Date.now() + importSeconds * 1000;
    const ofFeed = app.db.selectFrom('import').select('finished_at').where('feed_id', '=', feedId).orderBy('id', 'desc').limit(1);
    while (Date.now() < deadline) {
      if ((await ofFeed.executeTakeFirst())?.finished_at != null) return (await call(actor, readFeed, { id: feedId })).data!;
      await sleep(10);
    }
    throw new Error(`The import of feed ${feedId} did not end within ${importSeconds} seconds.`);
  }

  return {
    app,
    dataDirectory: config.dataDirectory,
    call,
    signUp,
    owner,
    async shop(language, email) {
      const made = await owner(email, language);
      await imported(made, made.feedId);
      return made;
    },
    async emptyShop(email) {
      const person = await signUp(email);
      const empty = { name: 'Empty', language: 'en', data_source: 'aisle_api' } as const;
      const { data, msg } = await call(person, createProject, empty);
      if (!data) throw new Error(`No project: ${msg}`);
      return { ...person, project: data.token, projectId: data.id, collectionId: data.collection_id };
    },
    imported,
    async regenerated(actor) {
      const { data, msg } = await call(actor, reloadRules, {});
      if (!data) throw new Error(`Nothing could be regenerated: ${msg}`);
    },
    close: () => app.stop(),
  };
}

/** A request as our own client would send it. */
export function requestOf(
  { token, project, language, from, cookie, bearer }: Actor,
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
) {
  const { method, path: template, upload } = endpoint;
  const inPath = new Set(pathParameters(template));
  const url = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent((input[name] as string | number | undefined) ?? 1),
  );
  const others = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const query = Object.fromEntries(others.filter(([name]) => isInQuery(endpoint, name))) as Record<string, string>;
  const body = Object.fromEntries(others.filter(([name]) => !isInQuery(endpoint, name)));
  return {
    method,
    url,
    headers: {
      ...(token !== undefined && { [sessionHeader]: token }),
      ...(project !== undefined && { [projectHeader]: project }),
      ...(language !== undefined && { 'accept-language': language }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(cookie !== undefined && { cookie }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(upload && { 'content-type': 'application/octet-stream' }),
    },
    query,
    ...(hasBody(method) && { payload: upload ? Buffer.from('id\n1\n') : body }),
  };
}

export interface SampleShop {
  readonly server: TestApp;
  readonly owner: SampleOwner;
  close(): Promise<void>;
}

/** A server of its own with the sample shop. The owner may do no more than any other owner: who administers the server has signed up before. */
export async function startSampleShop(language: 'cs' | 'en' = 'en'): Promise<SampleShop> {
  const server = await startTestApp();
  await server.signUp('admin@example.com');
  return { server, owner: await server.shop(language, 'owner@example.com'), close: () => server.close() };
}

interface TwoApps {
  readonly one: TestApp;
  readonly other: TestApp;
  close(): Promise<void>;
}

/** Two servers of one database, each with connections, sessions and memory of its own, and settings of `ofEach`. */
export async function startTwoApps(ofEach: readonly Partial<Config>[] = []): Promise<TwoApps> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-two-'));
  const database = await createTestDatabase();
  const start = (at: number) => testAppOf(testConfig({ dataDirectory, databaseUrl: database.url, ...ofEach[at] }));
  const [one, other] = [await start(0), await start(1)];
  return {
    one,
    other,
    async close() {
      await other.close();
      await one.close();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
