import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { updateDue } from '#features/data/schedules/server/schedules.service.ts';
import { listSchedules, updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { textsIn } from '#testing/project-files.ts';
import { lamps, openShop } from '#testing/feeds/feed-shops.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { testAppOf, testConfig } from '#testing/test-app.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import type { StoredAddress } from '#server/db/schema.ts';
import { readFeed, reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';

const secret = 'p4ss-w0rd-of-the-shop';
const key = 'k3y-of-the-feed';
const host = await startFeedHost();
const database = await createTestDatabase();
const dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-sealed-'));
const config = testConfig({ dataDirectory, databaseUrl: database.url, allowedPrivateFeeds: [host.host] });
afterAll(async () => {
  await database.drop();
  await host.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

/** An address that gives its feed to those with the password and the key only. */
const locked = (address: string, body: string): StoredAddress => {
  const expected = `Basic ${Buffer.from(`eva:${secret}`).toString('base64')}`;
  const url = host.reply(`${address}?lang=cs&token=${key}`, (response) => {
    if (response.req.headers.authorization === expected) response.writeHead(200).end(body);
    else response.writeHead(401).end();
  });
  return url.replace('http://', `http://eva:${secret}@`) as StoredAddress;
};
const feedUrl = locked('/items.ndjson', lamps(4));
const availabilityUrl = locked('/stock.ndjson', JSON.stringify({ id: '1', price: 7 }));

test('stores passwords and keys sealed, and asks for them again with another key', async () => {
  let server = await testAppOf(config);
  const { actor, feedId, collectionId } = await openShop(server, feedUrl);
  await server.imported(actor, feedId);
  const schedule = { id: feedId, activated: true, schedule: '6h', availability_url: availabilityUrl } as const;
  expect((await server.call(actor, updateSchedule, schedule)).err).toBe(0);
  expect(await dumpOf(server.app.db)).not.toContain(secret);
  expect(await dumpOf(server.app.db)).not.toContain(key);
  await server.call(actor, reloadFeed, { id: feedId });
  expect((await server.imported(actor, feedId)).last_import).toMatchObject({ state: 'done', failure: null });
  await expect.poll(async () => (await server.call(actor, listSchedules, {})).data?.[0]?.availability?.state).toBe('done');
  await server.close();
  expect((await stat(path.join(dataDirectory, 'secret-key'))).mode & 0o777).toBe(0o600);
  expect(await textsIn(dataDirectory)).not.toContain(secret);
  expect(await textsIn(dataDirectory)).not.toContain(key);

  server = await testAppOf({ ...config, secretKey: 'another key, as of another server, long enough' });
  const failure = { code: 'passwordUnreadable', details: {} };
  await server.call(actor, reloadFeed, { id: feedId });
  const feed = await server.imported(actor, feedId);
  expect(feed).toMatchObject({
    feed_url: feedUrl.replace(secret, '•••').replace(key, '•••'),
    last_import: { state: 'failed', failure },
  });
  expect((await server.call(actor, listMessages, {})).data).toMatchObject([{ kind: 'feedFailed', failure }]);
  await updateDue(server.app, Date.now() + 86_400_000);
  await expect
    .poll(async () => (await server.call(actor, listSchedules, {})).data?.[0]?.availability)
    .toMatchObject({ state: 'failed', failure });

  const saved = { id: feedId, name: 'Shop', collection_id: collectionId };
  expect((await server.call(actor, updateFeed, { ...saved, feed_url: feedUrl })).err).toBe(0);
  expect((await server.imported(actor, feedId)).last_import?.state).toBe('done');
  expect((await server.call(actor, updateSchedule, schedule)).err).toBe(0);
  await expect.poll(async () => (await server.call(actor, listSchedules, {})).data?.[0]?.availability?.state).toBe('done');
  expect((await server.call(actor, readFeed, { id: feedId })).data?.feed_url).not.toContain(secret);
  await server.close();
});
