import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEndpoints, purgeEndpoints, updateEndpoint } from '#features/developer/endpoints/endpoints.contract.ts';
import { loadPublishedRows } from '#features/developer/published-rows/published-rows.contract.ts';
import { addAisleDocument } from '#features/developer/documents/documents.contract.ts';
import { listEmbeddings, switchEmbedding } from '#features/data/embeddings/embeddings.contract.ts';
import { banners } from '#features/search-settings/banners/banners.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { sessionHeader } from '#contract/envelope.ts';
import { startConceptEndpoint } from '#testing/concept-endpoint.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { openSampleShop, type ServerProcess, type ShopProcess, startServerProcess } from '#testing/processes/test-process.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { shopRules } from './shop-rules.ts';
import sampleQueries from '#sample-shop/queries.json' with { type: 'json' };

const threadCount = 3;
/** Calls on connections of their own; a thread gets none of 60 in one of 10 billion runs. */
const enough = 60;

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-answering-'));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let endpoint: Awaited<ReturnType<typeof startConceptEndpoint>>;
let server: ServerProcess;
let shop: ShopProcess;
const environment = () => ({
  AISLE_DATA: folder,
  AISLE_SEARCH_THREADS: String(threadCount),
  AISLE_TRUST_PROXY: '127.0.0.1',
  AISLE_METRICS_TOKEN: 'metrics-token-of-tests',
  AISLE_EMBEDDINGS_URL: endpoint.url,
  AISLE_EMBEDDINGS_MODEL: 'concepts',
  ...(database.url !== null && { AISLE_DATABASE_URL: database.url }),
});
beforeAll(async () => {
  database = await createTestDatabase(folder);
  endpoint = await startConceptEndpoint();
  server = await startServerProcess(environment());
  shop = await openSampleShop(server);
});
afterAll(async () => {
  await server.stop();
  await endpoint.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** On a connection of its own, so that any thread may answer. */
async function call(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body = '',
): Promise<Answered> {
  const sent = request(server.url + address, { agent: false, headers, method });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, body: await text(answer) };
}

const many = <Result>(ask: (at: number) => Promise<Result>, count = enough): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)));

/** Without dates, ids and times. */
const comparable = ({ status, headers, body }: Answered) => {
  const {
    date: _date,
    'x-request-id': _id,
    'content-length': _length,
    connection: _connection,
    'keep-alive': _alive,
    ...same
  } = headers;
  return { status, headers: same, body: body.replaceAll(/"(?:query_id":"[\w-]+"|took":[\d.e-]+)/g, '"…') };
};

/** Calls with a session go to the main thread. */
const asMember = { [sessionHeader]: 'nobody' };
const bots = { 'user-agent': 'test-bot/1' };
const search = (q: string) => `/front/search?token=${shop.owner.project}&q=${encodeURIComponent(q)}`;

test('threads respond like the main thread, header by header', async () => {
  const words = (sampleQueries as { en: { queries: readonly string[] } }).en.queries;
  const ways = [
    (q: string) => `search?q=${q}`,
    (q: string) => `search?q=${q}&facets=brand,category,price&per_page=5&sort=price:asc`,
    (q: string) => `v1/search?q=${q}&filters=x`,
    (q: string) => `autocomplete?q=${q.slice(0, 4)}`,
    (q: string) => `autocomplete?q=${q}&limit=3&lang=cs`,
    (q: string) => `catalog?path=${q}`,
    (q: string) => `similar?id=${q}`,
    (q: string) => `items/${q}?x=y`,
    (q: string) => `search?q=${q}&collection=none&page=9999`,
    (q: string) => `trending?limit=${q.length}`,
    (q: string) => `unknown/${q}`,
  ];
  const paths = words.slice(0, 4).flatMap((word) =>
    ways.map((way) => {
      const address = way(encodeURIComponent(word));
      return `/front/${address}${address.includes('?') ? '&' : '?'}token=${shop.owner.project}`;
    }),
  );
  const queries = [words[0]!, words[1]!.slice(0, 4)];
  const banner = { name: 'Sale', queries, match: 'contains' as const, image: '', alt: '', headline: 'Sale' };
  await server.call(shop.owner, banners.create, { c: shop.collectionId, ...banner, category: words[2] });
  await server.call(shop.owner, banners.create, { c: shop.collectionId, ...banner, name: 'Panel', place: 'panel' });
  const differing: unknown[] = [];
  for (const address of [...paths, '/front/search', '/front/search?token=x&q=a', '/front/search?token=%00', '/front/%ff']) {
    const [threads, main] = await Promise.all([call(address, bots), call(address, { ...bots, ...asMember })]);
    if (JSON.stringify(comparable(threads)) !== JSON.stringify(comparable(main)))
      differing.push({ address, threads: comparable(threads), main: comparable(main) });
  }
  expect(differing).toEqual([]);
  expect((await call(search(words[0]!), bots)).body).toContain('"headline":"Sale"');
  const multi = JSON.stringify({ searches: [{ q: words[0] }, { q: '', per_page: 1 }] });
  const posts = await Promise.all(
    [bots, { ...bots, ...asMember }].map((headers) =>
      call(`/front/multi?token=${shop.owner.project}`, { ...headers, 'content-type': 'application/json' }, 'POST', multi),
    ),
  );
  expect(posts[0]?.status).toBe(200);
  expect(comparable(posts[0]!)).toEqual(comparable(posts[1]!));
});

test('threads compile the rules of all features', async () => {
  const { app } = await sharedServer();
  expect(shopRules.map(({ key }) => key).toSorted()).toEqual(app.releases.ruleKeys().toSorted());
});

test('a saved rule is live in all threads when the save returns', async () => {
  for (let round = 0; round < 5; round += 1) {
    const term = `xylophon${round}`;
    const before = await many(() => call(search(term), bots));
    expect(before.every(({ body }) => JSON.parse(body).data.total_count === 0)).toBe(true);
    await server.call(shop.owner, synonyms.create, { term, synonyms: ['lamp'] });
    const after = await many(() => call(search(term), bots));
    expect(after.every(({ body }) => JSON.parse(body).data.total_count > 0)).toBe(true);
  }
});

test('a changed item is found in all threads when the change returns', async () => {
  const added = { id: shop.collectionId, item_id: 'gramophone', fields: { name: 'Gramophone' } };
  const { status } = await server.call(shop.owner, addAisleDocument, added);
  expect(status).toBe(200);
  const found = await many(() => call(search('gramophone'), bots));
  expect(found.map(({ body }) => JSON.parse(body).data.total_count as number)).toEqual(found.map(() => 1));
});

test('lists and purges cached answers of all threads', async () => {
  const rows = async () =>
    (await server.call(shop.owner, loadPublishedRows, { search: 'chandelier', page: 1, per_page: 100 } as never)).data!.items;
  await many(() => call(search('chandelier'), bots));
  expect((await rows()).length).toBe(threadCount);
  await server.call(shop.owner, purgeEndpoints, {});
  expect(await rows()).toEqual([]);
  const [one] = (await server.call(shop.owner, listEndpoints, {})).data!;
  await server.call(shop.owner, updateEndpoint, { ...one!, is_cached: false } as never);
  await many(() => call(search('chandelier'), bots));
  expect(await rows()).toEqual([]);
  await server.call(shop.owner, updateEndpoint, { ...one!, is_cached: true } as never);
});

test('counts calls of all threads', async () => {
  const empty = { name: 'Empty', language: 'en', data_source: 'aisle_api' } as const;
  const { data: other } = await server.call({ token: shop.owner.token }, createProject, empty);
  const owner = { token: shop.owner.token, project: other!.token };
  const address = `/front/search?token=${other!.token}&q=hammock`;
  await many((at) => call(address, { 'x-forwarded-for': `203.0.113.${at}` }));
  const endpoint = async () => (await server.call(owner, listEndpoints, {})).data!.find(({ method }) => method === 'search')!;
  await expect.poll(async () => (await endpoint()).last_hour.calls).toBe(enough);
  const metrics = await call('/metrics', { authorization: 'Bearer metrics-token-of-tests' });
  const pattern = /aisle_http_request_duration_seconds_count\{method="GET",route="\/front\/search",status="2xx"\} (\d+)/;
  expect(Number(pattern.exec(metrics.body)?.[1])).toBeGreaterThan(enough);
});

test('refuses a port that another server listens on', async () => {
  const { port } = new URL(server.url);
  await expect(
    startServerProcess({ AISLE_DATA: `${folder}-other`, AISLE_PORT: port, AISLE_SEARCH_THREADS: '2' }),
  ).rejects.toThrow(`Port ${port} is in use`);
  rmSync(`${folder}-other`, { recursive: true, force: true });
});

test('a refusal of a forwarded call arrives, though its body was not read', async () => {
  const body = JSON.stringify({ a: 'x'.repeat(500_000) });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const statuses = await many(async () => (await call('/api/endpoints/configuration/1', headers, 'PUT', body)).status);
  expect(new Set(statuses)).toEqual(new Set([401]));
});

test('forwards HTTP/1.0 without a host', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /healthz HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK/);
});

test('answers pipelined requests in order, from both threads', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const lines = [search('lamp'), '/healthz', search('chair'), '/front/trending?token=x'];
  socket.write(
    lines
      .map(
        (line, at) =>
          `GET ${line} HTTP/1.1\r\nhost: a\r\nx-request-id: call-${at}\r\n${at === 3 ? 'connection: close\r\n' : ''}\r\n`,
      )
      .join(''),
  );
  const said = await text(socket);
  expect([...said.matchAll(/x-request-id: (call-\d)/g)].map(([, id]) => id)).toEqual(['call-0', 'call-1', 'call-2', 'call-3']);
});

test('all threads find items by meaning, and ask the endpoint once per query', async () => {
  await server.call(shop.owner, switchEmbedding, { id: shop.collectionId, is_on: true });
  const state = async () => (await server.call(shop.owner, listEmbeddings, {})).data?.collections[0]?.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
  const answers = await many(() => call(search('couch'), bots));
  const counts = answers.map(({ body }) => JSON.parse(body).data.semantic_count as number | undefined);
  expect(counts[0]).toBeGreaterThan(0);
  expect(new Set(counts)).toEqual(new Set([counts[0]]));
  expect(endpoint.state.texts.filter((text) => text === 'couch')).toHaveLength(1);
});
