import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { planOf } from '#engine/testing/catalogue.ts';
import { connectOpenSearchEngine, openOpenSearchEngine } from './opensearch-engine.ts';
import { indexFormat } from './index/documents.ts';

const everything = planOf([]);
const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** A server that runs until the test ends. Answers its port. */
async function listen(server: net.Server | Server, port = 0): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => sockets.add(socket));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  endings.push(async () => {
    if (!server.listening) return;
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

/** Answers like a cluster that has no index yet. */
const emptyCluster = (version = '3.2.0', distribution = 'opensearch'): Server =>
  createServer((request, response) => {
    const isGreeting = request.url === '/';
    // A pattern that no index has finds none; a name that none has is not found.
    const isPattern = request.url?.startsWith('/test.*') === true;
    response.writeHead(isGreeting || isPattern ? 200 : 404, { 'content-type': 'application/json' });
    if (isPattern) response.end('{}');
    else response.end(JSON.stringify(isGreeting ? { version: { number: version, distribution } } : { error: 'no such index' }));
  });

function engineOf(...ports: readonly number[]) {
  const engine = openOpenSearchEngine({ url: ports.map((port) => `http://127.0.0.1:${port}`).join(','), prefix: 'test' });
  endings.push(() => engine.close());
  return engine;
}

async function closedPort(): Promise<number> {
  const server = net.createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

test('a search fails within two seconds when the cluster hangs', async () => {
  const engine = engineOf(await listen(net.createServer(() => undefined)));
  const said = String(await engine.search('products', everything).catch((error: unknown) => error));
  expect(said).toContain("can't be reached");
  expect(Number(/no answer within (\d+) ms/.exec(said)?.[1])).toBeLessThan(2_000);
});

test('a search fails when nobody listens', async () => {
  const engine = engineOf(await closedPort());
  await expect(engine.search('products', everything)).rejects.toMatchObject({ name: 'SearchDownError' });
});

test('after some failures searches fail at once, and the cluster is used again soon after it is back', async () => {
  const port = await closedPort();
  const engine = engineOf(port);
  const failing = Array.from({ length: 6 }, (_, number) =>
    expect(engine.search(`shop-${number}`, everything)).rejects.toThrow("can't be reached"),
  );
  await Promise.all(failing);
  await expect(engine.search('products', everything)).rejects.toThrow('the next try');

  await listen(emptyCluster(), port);
  const isBack = () =>
    engine.search('products', everything).then(
      () => true,
      () => false,
    );
  await expect.poll(isBack, { interval: 100 }).toBe(true);
});

test('a node that is down or hangs is passed over for one that answers', async () => {
  const hanging = await listen(net.createServer(() => undefined));
  const engine = engineOf(await closedPort(), hanging, await listen(emptyCluster()));
  for (let search = 0; search < 6; search++) expect((await engine.search('products', everything)).totalCount).toBe(0);
});

test('an answer that lacks shards is a failure, not a result', async () => {
  const layout = { language: 'en', groupField: null, fields: [] };
  const meta = {
    layout,
    lengths: [],
    builder: {},
    status: { generation: 'g1', itemCount: 2, bytes: 1, builtAt: 1 },
    format: indexFormat,
  };
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const isSearch = request.url?.includes('_msearch') === true;
    const partial = {
      timed_out: false,
      _shards: { total: 2, successful: 1, failed: 0 },
      hits: { total: { value: 1 }, hits: [] },
    };
    response.end(JSON.stringify(isSearch ? { responses: [partial] } : { 'test.products.g1': { mappings: { _meta: meta } } }));
  });
  await expect(engineOf(await listen(server)).search('products', everything)).rejects.toThrow('Only 1 of 2 shards');
});

test('a search whose node loses another one is asked again', async () => {
  const answers = [
    { status: 500, body: { error: { root_cause: [{ type: 'node_disconnected_exception', reason: 'disconnected' }] } } },
    { status: 404, body: { error: 'no such index' } },
  ];
  const server = createServer((_request, response) => {
    const { status, body } = answers.shift() ?? { status: 500, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  expect((await engineOf(await listen(server)).search('products', everything)).totalCount).toBe(0);
  expect(answers).toEqual([]);
});

test.each([
  ['2.19.1', 'opensearch', 'is 2.19.1; Aisle needs 3.2 or newer'],
  ['9.0.0', 'elasticsearch', 'is not OpenSearch'],
])('a server of version %s of %s is refused with a sentence', async (version, distribution, sentence) => {
  const url = `http://user:secret@127.0.0.1:${await listen(emptyCluster(version, distribution))}`;
  const refused = connectOpenSearchEngine({ url, prefix: 'test' });
  await expect(refused).rejects.toThrow(sentence);
  await expect(refused).rejects.not.toThrow('secret');
});

test('a server that is new enough is used', async () => {
  const engine = await connectOpenSearchEngine({ url: `http://127.0.0.1:${await listen(emptyCluster())}`, prefix: 'test' });
  expect(await engine.status('products')).toBeNull();
  await engine.close();
});
