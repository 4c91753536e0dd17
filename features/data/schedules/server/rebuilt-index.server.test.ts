import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { holdLock } from '#engine/index/files/databases.ts';
import { authorizeByPost, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { openShop } from '#testing/feeds/feed-shops.ts';
import { testAppOf, testConfig } from '#testing/test-app.ts';
import { updateDue } from './schedules.service.ts';
import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';

const host = await startFeedHost();
const dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-rebuilt-'));
const start = () => testAppOf(testConfig({ dataDirectory, databaseUrl: null, allowedPrivateFeeds: [host.host] }));
let server = await start();
afterAll(async () => {
  await server.close();
  await host.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

test('prices and items that come while a damaged index is built again are taken over once it is', async () => {
  const body = Array.from({ length: 30 }, (_, at) => JSON.stringify({ id: `p${at}`, name: `Lamp ${at}`, price: 100 })).join('\n');
  const made = await openShop(server, host.put('/items.ndjson', body));
  const { actor, feedId, collectionId } = made;
  await server.imported(actor, feedId);
  await server.call(actor, reloadFeed, { id: feedId });
  await server.imported(actor, feedId);
  const collection = engineCollection(collectionId);
  await server.app.engine.change(collection, [{ kind: 'patch', id: 'p0', fields: { price: 1 } }]);
  const schedule = {
    id: feedId,
    activated: false,
    schedule: '12h',
    availability_url: host.put('/stock', 'id,price\np1,55'),
  } as const;
  await server.call(actor, updateSchedule, schedule);
  const { data: secret } = await server.call(actor, rotateSecret, {});
  const live = (await server.app.engine.status(collection))!.generation;
  await server.close();

  const folder = path.join(dataDirectory, 'search', collection, live);
  const segment = path.join(folder, '0000.segment');
  const bytes = await readFile(segment);
  bytes[bytes.length >> 1]! ^= 0xff;
  await writeFile(segment, bytes);
  // Whoever builds it again has to read what was changed, and waits for this.
  const lock = holdLock(path.join(folder, 'changes.lock'), 0);
  server = await start();
  const { app } = server;
  const priceOf = async (id: string) => (await app.engine.items(collection, [id]))[0]?.fields['price'];
  expect(await priceOf('p1')).toBe(100);

  const { data: access } = await server.call({}, authorizeByPost, {
    client_id: actor.project!,
    client_secret: secret!.client_secret,
  });
  const send = () =>
    app.http.inject({
      method: 'POST',
      url: '/api/v1/items',
      headers: { authorization: `Bearer ${access!.token}`, 'idempotency-key': 'once' },
      payload: { item: { id: 'sent', name: 'Sent lamp' } },
    });
  const refused = await send();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  await app.db.updateTable('feed_schedule').set({ availability_next_at: 1 }).where('feed_id', '=', feedId).execute();
  await app.db.updateTable('feed').set({ activated: 1 }).where('id', '=', feedId).execute();
  await updateDue(app);
  const failed = () =>
    app.db.selectFrom('job').select(['state', 'attempts']).where('kind', '=', 'availability').executeTakeFirst();
  await expect.poll(failed).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(await priceOf('p1')).toBe(100);

  lock.close();
  await expect.poll(async () => (await send()).statusCode).toBe(200);
  await expect.poll(() => priceOf('p1')).toBe(55);
  expect(await priceOf('p0')).toBe(1);
  expect((await app.engine.items(collection, ['sent']))[0]?.fields['name']).toBe('Sent lamp');
});
