import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { FeedError, type HostBusy } from '#feeds/feed-error.ts';
import { isAllowedHost, isPublicAddress, type Resolve, checkAddress } from './host-guard.ts';
import { fetchFeed, type FetchOptions } from './safe-fetch.ts';
import { errorCode } from '#feeds/testing/read-text.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A host on this machine; `requests` are those that reached it. */
async function host(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/feed.xml`, port, requests, allowed: { allowPrivateHosts: [`127.0.0.1:${port}`] } };
}

async function download(url: string, options: FetchOptions): Promise<string> {
  const feed = await fetchFeed(url, options);
  const chunks: Uint8Array[] = [];
  for await (const chunk of feed?.body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const resolvesTo =
  (...addresses: string[]): Resolve =>
  (_hostname, callback) => {
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

const insideAddresses =
  '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:a00:1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 nonsense';

test('inside addresses are not public', () => {
  for (const address of insideAddresses.split(' ')) expect(isPublicAddress(address), address).toBe(false);
});

test('addresses of the internet are public', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4014:80c::200e'])
    expect(isPublicAddress(address), address).toBe(true);
});

const ssrf = sharedData('hostile/ssrf/ssrf_urls.tsv');
const listed = (ssrf === null ? '' : readFileSync(ssrf, 'utf8'))
  .split('\n')
  .map((line) => line.split('\t'))
  .flatMap(([url = '', verdict]) => (verdict?.startsWith('refuse') ? [url] : []));
const insideUrls = [
  'http://localhost./ http://LOCALHOST/ http://a.localhost/ http://ip6-localhost/ http://printer.local/ http://metadata.google.internal/',
  'http://vm/ http://VM./ http://db:5432/ http://nas.lan/ http://wiki.corp/ http://router.home.arpa/ http://intranet/ http://a.b.private/',
  'http://127.1/ http://0177.0.0.1/ http://0x7f.0.0.1/ http://017700000001/ http://2130706433/ http://127.0.0.1./ http://①②⑦.⓪.⓪.①/ http://0/',
  'http://0251.0376.0251.0376/ http://0xa9fea9fe/ http://2852039166/ http://100.100.100.200/ http://user:pass@10.0.0.1/ http://example.com@10.0.0.1/',
  'http://[::]/ http://[::ffff:169.254.169.254]/ http://[64:ff9b::a9fe:a9fe]/ http://[2002:a9fe:a9fe::]/ http://[fd00:ec2::254]/ http://[::ffff:0:7f00:1]/',
  'file:///etc/passwd gopher://127.0.0.1/ ftp://shop.example/feed data:text/xml,<a/> dict://x/ jar:http://x!/ javascript:alert(1)',
]
  .join(' ')
  .split(' ')
  .concat(listed);
const refusals = ['privateAddress', 'badUrl', 'badProtocol'];

test('every form of an inside address and every other scheme is refused directly', async () => {
  const resolve = vi.fn(resolvesTo('93.184.216.34'));
  for (const url of insideUrls)
    expect(refusals, url).toContain(await errorCode(fetchFeed(url, { allowPrivateHosts: [], resolve })));
  expect(resolve).not.toHaveBeenCalled();
  expect(() => checkAddress('http://vm/feed.xml', ['vm'])).not.toThrow();
});

test('they are refused as the first and as the last redirect, and nothing is sent to them', async () => {
  const resolve = vi.fn(resolvesTo('93.184.216.34'));
  let target = '';
  const shop = await host((request, response) => {
    const left = Number(request.url?.slice(1));
    response.writeHead(302, { location: left > 0 ? `/${left - 1}` : target }).end();
  });
  // Headers are ASCII, and what is an address on its own may be a path of the same host in a redirect.
  const isElsewhere = (url: string) => /^[\x20-\x7e]+$/.test(url) && URL.parse(url, shop.url)?.host !== `127.0.0.1:${shop.port}`;
  for (const url of insideUrls.filter(isElsewhere)) {
    target = url;
    for (const hops of [0, 4]) {
      const asked = shop.requests.length;
      const start = shop.url.replace('feed.xml', String(hops));
      expect(refusals, url).toContain(await errorCode(fetchFeed(start, { ...shop.allowed, resolve })));
      expect(shop.requests.length - asked).toBe(hops + 1);
    }
  }
  expect(resolve).not.toHaveBeenCalled();
});

/** Tests never leave this machine. */
const isPublicHost = (address: string): boolean => isPublicAddress(URL.parse(address)?.hostname.replace(/^\[|\]$/g, '') ?? '');
const spellings = sharedData('hostile/url/urltestdata.json');

test.skipIf(spellings === null)(
  'no spelling of an address reaches a host that is inside, whatever its name resolves to',
  async () => {
    const rows = JSON.parse(readFileSync(spellings ?? '', 'utf8')) as ({ input: string } | string)[];
    const inputs = rows.flatMap((row) => (typeof row === 'string' ? [] : row.input)).filter((input) => !isPublicHost(input));
    expect(inputs.length).toBeGreaterThan(500);
    for (const input of inputs)
      expect([...refusals, 'unknownHost'], input).toContain(
        await errorCode(fetchFeed(input, { allowPrivateHosts: [], resolve: resolvesTo('8.8.8.8', '10.0.0.1') })),
      );
  },
);

const unknown: Resolve = (_hostname, callback) => callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);

test('names that resolve inside are refused as unknown ones are, also when only one of their addresses is inside', async () => {
  const { port, requests } = await host((_, response) => response.end('inside'));
  for (const addresses of [
    ['127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['100.64.1.1'],
  ]) {
    const told = (resolve: Resolve) =>
      fetchFeed(`http://shop.example:${port}/`, { allowPrivateHosts: [], resolve }).catch((error: unknown) => error);
    const inside = await told(resolvesTo(...addresses));
    expect(inside).toMatchObject({ code: 'unknownHost' });
    expect(inside).toEqual(await told(unknown));
  }
  expect(requests).toHaveLength(0);
});

test('a name server that changes its answer gains nothing, because the checked address is the one connected to', async () => {
  const { port, requests } = await host((_, response) => response.end('inside'));
  let asked = 0;
  const resolve: Resolve = (hostname, callback) => {
    asked += 1;
    resolvesTo(asked === 1 ? '192.0.2.1' : '127.0.0.1')(hostname, callback);
  };
  for (let round = 0; round < 3; round += 1) {
    expect(await errorCode(fetchFeed(`http://shop.example:${port}/`, { allowPrivateHosts: [], resolve }))).toBe('unknownHost');
  }
  expect(requests).toHaveLength(0);
});

test('five redirects are followed, a sixth is not', async () => {
  const hops = await host((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('done');
    else response.writeHead(301, { location: `/${left - 1}` }).end();
  });
  const at = (count: number) => hops.url.replace('feed.xml', String(count));
  const feed = await fetchFeed(at(5), hops.allowed);
  expect(feed?.finalUrl).toBe(at(0));
  for await (const chunk of feed?.body ?? []) expect(Buffer.from(chunk).toString()).toBe('done');
  expect(await errorCode(fetchFeed(at(6), hops.allowed))).toBe('tooManyRedirects');
});

test('user and password go to their own origin only, and into no error', async () => {
  const other = await host((_, response) => response.writeHead(403).end());
  const first = await host((_, response) => response.writeHead(302, { location: other.url }).end());
  const url = first.url.replace('http://', 'http://owner:p%40ss%@');
  const options = { allowPrivateHosts: ['127.0.0.1'] };
  const error = await fetchFeed(url, options).catch((caught: unknown) => caught);
  expect(first.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('owner:p%40ss%').toString('base64')}`);
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
  expect(error).toBeInstanceOf(FeedError);
  expect(JSON.stringify([error, String(error)])).not.toMatch(/owner|p%40ss|p@ss/);
});

test('validators are sent, and an unchanged feed is null', async () => {
  const shop = await host((request, response) => {
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else
      response
        .writeHead(200, { etag: '"v1"', 'last-modified': 'Mon, 01 Jan 2026 00:00:00 GMT', 'content-type': 'text/xml' })
        .end('<a/>');
  });
  const feed = await fetchFeed(shop.url, shop.allowed);
  expect(feed).toMatchObject({ etag: '"v1"', lastModified: 'Mon, 01 Jan 2026 00:00:00 GMT', contentType: 'text/xml' });
  for await (const _ of feed?.body ?? []);
  expect(await fetchFeed(shop.url, { ...shop.allowed, validators: { etag: '"v1"', lastModified: null } })).toBeNull();
});

test('compression on the way is undone and progress is told in bytes of the wire', async () => {
  const packed = gzipSync('<a>'.repeat(1000));
  const shop = await host((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed),
  );
  const progress: unknown[] = [];
  expect(await download(shop.url, { ...shop.allowed, onProgress: (each) => progress.push(each) })).toBe('<a>'.repeat(1000));
  expect(progress.at(-1)).toEqual({ receivedBytes: packed.length, totalBytes: packed.length });
  expect(shop.requests[0]?.headers['accept-encoding']).toMatch(/gzip/);
});

for (const [status, code] of [
  [410, 'feedGone'],
  [401, 'accessDenied'],
  [429, 'hostBusy'],
  [503, 'hostBusy'],
  [204, 'unexpectedStatus'],
] as const) {
  test(`status ${status} is told as ${code}`, async () => {
    const shop = await host((_, response) => response.writeHead(status).end());
    const error = await fetchFeed(shop.url, shop.allowed).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code, details: { status, host: '127.0.0.1' } });
  });
}

for (const [header, least, most] of [
  ['120', 120, 120],
  ['99999999', 86_400, 86_400],
  [new Date(Date.now() + 600_000).toUTCString(), 500, 601],
  ['Mon, 01 Jan 2001 00:00:00 GMT', 0, 0],
] as const) {
  test(`a busy host that asks for time by “${header}” is understood`, async () => {
    const shop = await host((_, response) => response.writeHead(429, { 'retry-after': header }).end());
    const error = (await fetchFeed(shop.url, shop.allowed).catch((caught: unknown) => caught)) as HostBusy;
    expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(least);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(most);
  });
}

test('a busy host that asks for nothing sensible asks for nothing', async () => {
  for (const headers of [{}, { 'retry-after': 'soon' }, { 'retry-after': '-5' }]) {
    const shop = await host((_, response) => response.writeHead(503, headers).end());
    const error = (await fetchFeed(shop.url, shop.allowed).catch((caught: unknown) => caught)) as HostBusy;
    expect(error.retryAfterSeconds ?? 0).toBe(0);
  }
});

const drip = (response: ServerResponse, everyMs: number) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('x'), everyMs);
  response.on('close', () => clearInterval(timer));
};

const badHosts: Readonly<
  Record<string, { answer: (response: ServerResponse) => void; code: string; limits?: FetchOptions['limits'] }>
> = {
  'never answers': { answer: () => undefined, code: 'timeout', limits: { headersTimeoutMs: 400 } },
  'stalls in the middle': {
    answer: (response) => response.writeHead(200).write('<a>'),
    code: 'timeout',
    limits: { idleTimeoutMs: 400 },
  },
  'sends a byte now and then': { answer: (response) => drip(response, 20), code: 'timeout', limits: { slowAfterMs: 300 } },
  'goes on beyond the deadline': { answer: (response) => drip(response, 5), code: 'timeout', limits: { totalTimeoutMs: 500 } },
  'announces too much': {
    answer: (response) => response.writeHead(200, { 'content-length': 5000 }).write('x'),
    code: 'tooLarge',
    limits: { maxDownloadBytes: 1000 },
  },
  'sends without end': { answer: (response) => drip(response, 1), code: 'tooLarge', limits: { maxDownloadBytes: 20 } },
  'cuts the body': {
    answer: (response) => {
      response.writeHead(200, { 'content-length': 500 });
      response.write('x'.repeat(495), () => response.destroy());
    },
    code: 'connectionCut',
  },
  'closes at once': { answer: (response) => response.destroy(), code: 'connectionFailed' },
};

for (const [what, { answer, code, limits }] of Object.entries(badHosts)) {
  test(`a host that ${what} is given up`, async () => {
    const shop = await host((_, response) => answer(response));
    expect(await errorCode(download(shop.url, { ...shop.allowed, ...(limits ? { limits } : {}) }))).toBe(code);
  });
}

test('a host whose name server never answers, or whose headers come letter by letter, is given up', async () => {
  const silent: Resolve = () => undefined;
  const limits = { connectTimeoutMs: 300, headersTimeoutMs: 400, totalTimeoutMs: 1500 };
  expect(await errorCode(fetchFeed('http://shop.example/', { allowPrivateHosts: [], resolve: silent, limits }))).toBe('timeout');
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    const timer = setInterval(() => socket.write('y'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const slow = fetchFeed(`http://127.0.0.1:${port}/`, { allowPrivateHosts: ['127.0.0.1'], limits });
  expect(await errorCode(slow)).toBe('timeout');
  server.close();
});

test('a reader slower than the patience of a host gets the whole feed', async () => {
  const sent = Buffer.alloc(400_000, 'a');
  const shop = await host((request, response) => {
    response.writeHead(200, { 'content-length': sent.length });
    response.end(sent, () => request.socket.end());
  });
  let receivedBytes = 0;
  for await (const chunk of (await fetchFeed(shop.url, shop.allowed))?.body ?? []) {
    receivedBytes += chunk.length;
    await sleep(50);
  }
  expect(receivedBytes).toBe(sent.length);
});

test('the caller can stop it at any time', async () => {
  const shop = await host((_, response) => drip(response, 5));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 200);
  expect(await errorCode(download(shop.url, { ...shop.allowed, signal: controller.signal }))).toBe('aborted');
});

test('a reader that stops closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const shop = await host((request, response) => {
    request.socket.on('close', () => closed.resolve());
    drip(response, 5);
  });
  const feed = await fetchFeed(shop.url, shop.allowed);
  for await (const _ of feed?.body ?? []) break;
  await closed.promise;
});

test('an allowed host is named with or without its port', () => {
  const url = new URL('http://127.0.0.1:8080/x');
  expect(isAllowedHost(url, ['127.0.0.1'])).toBe(true);
  expect(isAllowedHost(url, ['127.0.0.1:8080'])).toBe(true);
  expect(isAllowedHost(url, ['127.0.0.1:80', 'localhost', '127.0.0.2'])).toBe(false);
  expect(isAllowedHost(new URL('https://[::1]/x'), ['::1'])).toBe(true);
  expect(isAllowedHost(new URL('https://shop.internal/x'), ['Shop.Internal:443'])).toBe(true);
});
