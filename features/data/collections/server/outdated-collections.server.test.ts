import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { holdLock } from '#engine/index/files/databases.ts';
import { outdate } from '#engine/testing/outdate.ts';
import { authorizeByPost, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { lamps, openShop, type FeedShop } from '#testing/feeds/feed-shops.ts';
import { testAppOf, testConfig, type TestApp } from '#testing/test-app.ts';
import { readCollection } from '#features/data/collections/collections.contract.ts';

const host = await startFeedHost();
const dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-outdated-'));
const metricsToken = 'a-token-for-prometheus';
const config = testConfig({ dataDirectory, databaseUrl: null, allowedPrivateFeeds: [host.host], metricsToken });
const search = path.join(dataDirectory, 'search');
let server: TestApp = await testAppOf(config);
let shop: FeedShop;
let authorization: string;
afterAll(async () => {
  await server.close();
  await host.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const find = () => server.app.http.inject(`/front/search?token=${shop.actor.project}&q=lamp`);
const api = (method: 'POST' | 'DELETE', where: string, payload?: object) =>
  server.app.http.inject({ method, url: `/api/v1/items${where}`, headers: { authorization }, ...(payload && { payload }) });
const send = (...ids: string[]) =>
  api('POST', '', { items: ids.map((id) => ({ id, name: `Lamp ${id}`, text: 'x'.repeat(500) })) });
const read = async () => (await server.call(shop.actor, readCollection, { id: shop.collectionId })).data!;
const gauge = async () =>
  /^aisle_outdated_indexes (\d+)$/m.exec(
    (await server.app.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })).body,
  )?.[1];

beforeEach(async () => {
  shop = await openShop(server, host.put('/items.ndjson', lamps(20)));
  await server.imported(shop.actor, shop.feedId);
  const { data: secret } = await server.call(shop.actor, rotateSecret, {});
  const login = { client_id: shop.actor.project!, client_secret: secret!.client_secret };
  authorization = `Bearer ${(await server.call({}, authorizeByPost, login)).data!.token}`;
  expect([(await send('one', 'two', 'three')).statusCode, (await api('DELETE', '/two')).statusCode]).toEqual([200, 200]);
});

test('rebuilds an index of another version by itself, with all that was sent, and refuses calls until then', async () => {
  await server.close();
  const folder = outdate(search, engineCollection(shop.collectionId));
  // The rebuild reads what was changed, and waits for this.
  const lock = holdLock(path.join(folder, 'changes.lock'), 0);
  server = await testAppOf(config);

  for (const refused of [await find(), await send('four'), await api('DELETE', '/one')])
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect((await server.call(shop.actor, testQuery, { c: shop.collectionId, q: 'lamp' })).status).toBe(503);
  expect((await server.app.http.inject('/readyz')).json()).toMatchObject({ status: 'ready', rebuilding: 1 });
  expect(await gauge()).toBe('1');
  await expect.poll(read).toMatchObject({ health: 'outdated', item_count: 22, recreation: { state: 'running' } });

  lock.close();
  await expect.poll(async () => (await find()).statusCode, { timeout: 20_000 }).toBe(200);
  expect((await find()).json().data.total_count).toBe(22);
  expect(
    (await server.app.engine.items(engineCollection(shop.collectionId), ['one', 'two'])).map(({ fields }) => fields),
  ).toEqual([expect.objectContaining({ name: 'Lamp one', text: 'x'.repeat(500) })]);
  await expect.poll(async () => (await send('four')).statusCode).toBe(200);
  expect([existsSync(folder), await gauge()]).toEqual([false, '0']);
  await expect.poll(read).toMatchObject({ health: 'good', item_count: 23, recreation: { state: 'done' } });
});

test('imports the feeds again where the items of another version are damaged', async () => {
  await server.close();
  const folder = outdate(search, engineCollection(shop.collectionId));
  await writeFile(path.join(folder, 'items.sqlite'), 'no database');
  server = await testAppOf(config);
  await expect.poll(async () => (await find()).statusCode, { timeout: 30_000 }).toBe(200);
  expect((await find()).json().data.total_count).toBe(20);
});
