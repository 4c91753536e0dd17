import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createProxy, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Files, FilesAwayError } from './files.ts';
import { s3Files, type S3Settings, s3SettingsOf } from './s3-files.ts';
import { filesFacts } from './testing/files-facts.ts';

const url = process.env['AISLE_TEST_FILES_URL'];
const settings = {
  ...s3SettingsOf(url ?? 's3://key:secret@127.0.0.1:1/none?tls=off', { key: '', secret: '' })!,
  prefix: `files-${process.pid}/`,
};
const soon = { connect: 500, answer: 500, silence: 500, look: 500 };
const textBody = (): Readable => Readable.from([Buffer.from('text')]);
const megabyte = 1024 * 1024;

describe.skipIf(url === undefined)('a bucket', () => {
  const files = s3Files(settings);
  const { endpoint, region, bucket: Bucket, credentials } = settings;
  const { key, secret } = credentials!;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
  });
  afterAll(() => {
    files.close();
    client.destroy();
  });
  /** The last parts of the names of files that are on their way. */
  const unfinishedIn = async (prefix: string): Promise<(string | undefined)[]> => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: settings.prefix + prefix }));
    return Uploads.map(({ Key }) => Key?.split('/').at(-1));
  };

  filesFacts(() => files);

  test('two installations in folders of their own see nothing of each other', async () => {
    const other = s3Files({ ...settings, prefix: `${settings.prefix}other/` });
    await other.put('mine/one', textBody());
    expect(await files.list('mine/')).toEqual([]);
    expect((await other.list('')).map(({ name }) => name)).toEqual(['mine/one']);
    other.close();
  });

  test('of files on their way, those of a beginning and an age are given up, and none of them is a file', async () => {
    const begin = async (name: string): Promise<void> => {
      const Key = `${settings.prefix}${name}`;
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: Buffer.alloc(10) }));
    };
    for (const name of ['cut/7.a', 'cut/71.a']) await begin(name);
    await files.removeUnfinished('cut/', Date.now() - 60_000);
    expect(await unfinishedIn('cut/')).toHaveLength(2);
    await files.removeUnfinished('cut/7.');
    expect(await unfinishedIn('cut/')).toEqual(['71.a']);
    await files.removeUnfinished('cut/', Date.now() + 60_000);
    expect(await unfinishedIn('cut/')).toEqual([]);
    expect(await files.list('cut/')).toEqual([]);
  });

  test('a bucket that dies in the middle of a file leaves none, and what came of it is given up once it is back', async () => {
    const proxy = await dyingAfter(settings.endpoint, 10 * megabyte);
    const dying = s3Files({ ...settings, endpoint: proxy.endpoint }, soon);
    const body = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(megabyte)));
    await expect(dying.put('dying/one', body)).rejects.toThrow(FilesAwayError);
    expect(body.destroyed).toBe(true);
    expect(await files.open('dying/one')).toBeNull();
    expect(await unfinishedIn('dying/')).toEqual(['one']);
    await files.removeUnfinished('dying/');
    expect(await unfinishedIn('dying/')).toEqual([]);
    dying.close();
    await proxy.close();
  });

  test.each<[string, Partial<S3Settings>]>([
    ['a wrong secret', { credentials: { key: settings.credentials!.key, secret: 'a wrong one' } }],
    ['a key that nobody knows', { credentials: { key: 'stranger', secret: 'of a stranger' } }],
    ['a bucket that is not there', { bucket: 'elsewhere' }],
  ])('%s is refused at once, and told without the secret', async (_what, changes) => {
    const refused = s3Files({ ...settings, ...changes }, soon);
    expect(await refused.look()).toBe('refused');
    const error: unknown = await refused.put('x', textBody()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FilesAwayError);
    for (const secret of ['a wrong one', 'of a stranger', settings.credentials!.secret])
      expect(JSON.stringify([String(error), error, Object.entries(error as object)])).not.toContain(secret);
    refused.close();
  });
});

/** What stands before a server, and dies for good once so many bytes have come. */
async function dyingAfter(target: string, bytes: number): Promise<{ endpoint: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(target);
  let left = bytes;
  const sockets = new Set<Socket>();
  const proxy = createProxy((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [client, server].forEach((one) => one.destroy()));
    }
    client.on('data', (chunk) => {
      left -= chunk.length;
      if (left < 0) sockets.forEach((one) => one.destroy());
      else server.write(chunk);
    });
    server.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const close = async (): Promise<void> => {
    sockets.forEach((one) => one.destroy());
    proxy.close();
    await once(proxy, 'close');
  };
  return { endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close };
}

/** An S3 that answers as it is told. */
async function serverThat(answer: RequestListener): Promise<{ files: Files; close(): Promise<void> }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const files = s3Files({ ...settings, endpoint, credentials: { key: 'key', secret: 'a secret' } }, soon);
  const close = async (): Promise<void> => {
    files.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { files, close };
}

describe.each<[string, RequestListener]>([
  ['says that it failed', (_request, response) => void response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')],
  ['resets connections', (request) => request.socket.resetAndDestroy()],
  ['never answers', () => undefined],
  ['speaks something else', (_request, response) => void response.writeHead(502).end('<html>Bad gateway')],
])('a server that %s', (_what, answer) => {
  let away: Awaited<ReturnType<typeof serverThat>>;
  let asked = 0;
  beforeAll(async () => {
    away = await serverThat((request, response) => {
      asked += 1;
      return answer(request, response);
    });
  });
  afterAll(() => away.close());

  test('is away for every call, soon, after some tries', async () => {
    const { files } = away;
    expect(await files.look()).toBe('away');
    const calls = [
      () => files.open('x'),
      () => files.put('x', textBody()),
      () => files.put('x', Readable.from([Buffer.alloc(9 * megabyte)])),
      () => files.list('x/'),
      () => files.remove('x'),
      () => files.removeUnfinished('x/'),
    ];
    await Promise.all(
      calls.map(async (call) => {
        const error: unknown = await call().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(FilesAwayError);
        expect(String(error)).not.toContain('a secret');
      }),
    );
    expect(asked).toBeGreaterThan(calls.length);
  });
});

test('a piece that breaks off on its way is asked for again', async () => {
  let asked = 0;
  const server = await serverThat((request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(200, { 'content-length': 4 }).end();
    asked += 1;
    response.writeHead(206, { 'content-length': 4 });
    if (asked === 1) response.write('te', () => request.socket.destroy());
    else response.end('text');
  });
  const file = await server.files.open('x');
  expect((await file!.read(0, 4)).toString()).toBe('text');
  expect(asked).toBe(2);
  await server.close();
});
