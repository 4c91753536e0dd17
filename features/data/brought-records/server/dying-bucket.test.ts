import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createRecordFile } from './record-file.ts';
import { FilesAwayError } from '#server/files/files.ts';
import { s3Files } from '#server/files/s3-files.ts';

/** What doesn't pack. */
const text = (): string => randomBytes(60_000).toString('base64');
const recordsOfBatch = 20;
const mostBatches = 100;

test('a bucket that dies while records are written fails whoever writes them as one that is away', async () => {
  let parts = 0;
  const server = createServer((request, response) => {
    if (request.url?.includes('uploads')) {
      response.setHeader('content-type', 'application/xml');
      return void response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
    }
    request.resume().on('end', () => {
      parts += 1;
      if (parts > 1) request.socket.destroy();
      else response.setHeader('etag', '"1"').end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { key: 'key', secret: 'secret' };
  const files = s3Files({ endpoint, bucket: 'bucket', prefix: '', region: 'here', credentials });
  const writer = createRecordFile(files, 'records/one');
  const write = async (): Promise<void> => {
    for (let batch = 0; batch < mostBatches; batch += 1)
      await writer.add(
        Array.from({ length: recordsOfBatch }, (_, at) => [`${batch}-${at}`, { position: at, fields: { text: text() } }]),
      );
    await writer.finish();
  };
  await expect(write()).rejects.toThrow(FilesAwayError);
  expect(parts).toBeGreaterThan(1);
  await writer.abandon();
  files.close();
  server.closeAllConnections();
  server.close();
});
