import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadStore } from '#features/data/feed-settings/server/uploads.store.ts';
import { s3SettingsOf } from '#server/files/s3-files.ts';
import { type FeedShop, type FeedShops, lamps, startFeedShops } from '#testing/feeds/feed-shops.ts';

const secret = 'a-secret-of-the-files';
/** Nobody listens there. */
const nowhere = s3SettingsOf(`s3://key:${secret}@127.0.0.1:1/bucket?tls=off`, { key: '', secret: '' })!;
const megabyte = 1024 * 1024;

let shops: FeedShops;
let shop: FeedShop;
let address: string;
beforeAll(async () => {
  shops = await startFeedShops({ files: { kind: 's3', ...nowhere } });
  shop = await shops.shop(shops.host.put('/lamps.ndjson', lamps(40)));
  address = await shops.server.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => shops.close());

test('a server starts without the place where files are kept, is ready, and says that they are away', async () => {
  const response = await fetch(`${address}/readyz`);
  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ready', database: 'there', files: 'away', redis: 'off', rebuilding: 0 },
  ]);
});

test.each([10, 12 * megabyte])(
  'an upload of %i bytes is answered 503 with when to try again, also while it is sent, and takes no room',
  async (bytes) => {
    const { token = '', project = '' } = shop.actor;
    const sending = request(`${address}/api/feed/upload/lamps.csv`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-session-token': token, 'x-client-id': project },
    });
    // The answer comes before all is sent.
    sending.on('error', () => undefined).end(Buffer.alloc(bytes, 'x'));
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await response.toArray()).toString();
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '30']);
    expect(body).toContain('"filesAway"');
    expect(body).not.toContain(secret);
    expect(await uploadStore(shops.server.app.db).sumOf('project_id', shop.projectId)).toBe(0);
  },
);
