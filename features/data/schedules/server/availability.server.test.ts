import { describe, expect, test } from 'vitest';
import { countItems } from '#features/data/collections/collections.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { type FeedShop, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { updateDue } from './schedules.service.ts';
import {
  type FeedSchedule,
  listSchedules,
  type ScheduleInput,
  updateSchedule,
} from '#features/data/schedules/schedules.contract.ts';

const minuteMs = 60_000;
const { server, host, shop } = await sharedFeedShops();

const items = (price: number) =>
  Array.from({ length: 30 }, (_, index) =>
    JSON.stringify({ id: `p${index}`, name: `Lamp ${index}`, price, availability: 'in stock', pieces: 7 }),
  ).join('\n');

const put = (body: string, path = '/stock') => host.put(path, body);
const scheduleOf = async ({ actor }: FeedShop): Promise<FeedSchedule> => (await server.call(actor, listSchedules, {})).data![0]!;

/** Not active, so that the server's own clock updates nothing between two steps of a test. */
const change = ({ actor, feedId }: FeedShop, input: Partial<ScheduleInput>) =>
  server.call(actor, updateSchedule, { id: feedId, activated: false, schedule: '12h', ...input });

async function importedShop(): Promise<FeedShop> {
  const made = await shop(host.put('/items.ndjson', items(100)));
  await server.imported(made.actor, made.feedId);
  return made;
}

/** Lets prices and stock be brought up to date now, and answers how it went. */
async function update(made: FeedShop): Promise<NonNullable<FeedSchedule['availability']>> {
  const before = (await scheduleOf(made)).availability?.at;
  const { db } = server.app;
  const activate = async (activated: 0 | 1) => db.updateTable('feed').set({ activated }).where('id', '=', made.feedId).execute();
  await db.updateTable('feed_schedule').set({ availability_next_at: 1 }).where('feed_id', '=', made.feedId).execute();
  await activate(1);
  await updateDue(server.app);
  await activate(0);
  await expect.poll(async () => (await scheduleOf(made)).availability?.at).not.toBe(before);
  return (await scheduleOf(made)).availability!;
}

async function withStock(body: string): Promise<FeedShop> {
  const made = await importedShop();
  expect((await change(made, { availability_url: put(body, `/stock${made.feedId}`) })).err).toBe(0);
  return made;
}

const item = async ({ collectionId }: FeedShop, id: string) =>
  (await server.app.engine.items(`collection-${collectionId}`, [id]))[0]?.fields;

describe('prices and stock', () => {
  test.each([
    ['CSV', 'id;price;stock\np1;55,50;0\np2;60;4\nnew;1;1'],
    [
      'XML of its own',
      '<s><radek id="p1"><price>55.5</price><stock>0</stock></radek><radek id="p2"><price>60</price><stock>4</stock></radek><radek id="new"><price>1</price></radek></s>',
    ],
  ])('of a feed in %s reach the items that are there, and add none', async (_format, body) => {
    const made = await withStock(body);
    expect(await update(made)).toMatchObject({ state: 'done', changed_count: 2, unknown_count: 1, failure: null });
    expect(await item(made, 'p1')).toMatchObject({ price: 55.5, availability: 'out_of_stock', name: 'Lamp 1', pieces: 7 });
    expect(await item(made, 'p2')).toMatchObject({ price: 60, availability: 'in_stock' });
    expect(await item(made, 'p3')).toMatchObject({ price: 100 });
    expect((await server.call(made.actor, countItems, {})).data?.count).toBe(30);
  });

  test('change counts that the items have as fields of their own, and never their texts', async () => {
    const made = await withStock('id,price,pieces,name,description\np1,90,2,Hacked,Hacked');
    await update(made);
    expect(await item(made, 'p1')).toMatchObject({ price: 90, pieces: 2, name: 'Lamp 1' });
    expect(await item(made, 'p1')).not.toHaveProperty('description');
  });

  test('that have not changed cost one request, and are applied again after an import', async () => {
    const made = await importedShop();
    const asked: (string | undefined)[] = [];
    const url = host.reply('/validated', (response) => {
      const etag = response.req.headers['if-none-match'];
      asked.push(etag);
      if (etag === '"s1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"s1"' }).end('id,price\np1,55');
    });
    await change(made, { availability_url: url });
    expect((await update(made)).state).toBe('done');
    expect((await update(made)).state).toBe('unchanged');
    expect(asked).toEqual([undefined, '"s1"']);
    await server.call(made.actor, reloadFeed, { id: made.feedId });
    await server.imported(made.actor, made.feedId);
    expect(await item(made, 'p1')).toMatchObject({ price: 100 });
    expect((await update(made)).state).toBe('done');
    expect(await item(made, 'p1')).toMatchObject({ price: 55 });
  });
});

describe('an update that fails', () => {
  test.each([
    ['hostBusy', () => host.reply('/bad', (response) => response.writeHead(503).end())],
    ['noAvailability', () => put('name,colour\nLamp,red\nChair,blue', '/bad')],
    ['noAvailability', () => put('name,price\nLamp,1\nChair,2', '/bad')],
  ])('by %s changes nothing and says why', async (code, offer) => {
    const made = await importedShop();
    await change(made, { availability_url: offer() });
    expect(await update(made)).toMatchObject({ state: 'failed', changed_count: 0, failure: { code } });
    expect(await item(made, 'p1')).toMatchObject({ price: 100 });
  });

  test('is told after three times in a row, and no more once it works', async () => {
    const made = await withStock('id,price\np1,1');
    const path = `/stock${made.feedId}`;
    host.reply(path, (response) => response.writeHead(503).end());
    const messages = async () => (await server.call(made.actor, listMessages, {})).data!.map(({ kind }) => kind);
    for (const told of [[], [], ['availabilityFailed'], ['availabilityFailed']]) {
      await update(made);
      expect(await messages()).toEqual(told);
    }
    put('id,price\np1,2', path);
    await update(made);
    expect(await messages()).toEqual([]);
  });
});

describe('the address of prices and stock', () => {
  test('is asked every five to sixty minutes, and not while the feed is not active', async () => {
    const made = await withStock('id,price\np1,1');
    for (const availability_minutes of [4, 61, 7.5]) expect((await change(made, { availability_minutes })).status).toBe(422);
    await update(made);
    const { availability_url, availability_minutes } = await scheduleOf(made);
    expect(availability_minutes).toBe(5);
    await change(made, { availability_url, activated: true });
    const next = (await scheduleOf(made)).next_availability_at!;
    expect(next - Date.now()).toBeGreaterThan(-10_000);
    expect(next - Date.now()).toBeLessThanOrEqual(5 * minuteMs);
    await change(made, { availability_url, activated: false });
    expect((await scheduleOf(made)).next_availability_at).toBeNull();
  });
});
