import { describe, expect, test } from 'vitest';
import { listImports } from '#features/data/imports/imports.contract.ts';
import { readFeed, reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import type { App } from '#server/app/app.ts';
import { uploaded } from '#testing/shop-calls.ts';
import { type FeedShop, lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { importDue } from './schedules.service.ts';
import { listSchedules, type ScheduleInput, updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { countItems } from '#features/data/collections/collections.contract.ts';
import { listErrorData } from '#features/data/error-data/error-data.contract.ts';

const hourMs = 3_600_000;
const { server, host, shop } = await sharedFeedShops();

/** Far from now, so that the server's own clock finds nothing due. */
const someDay = Date.parse('2041-03-20T12:00:00Z');

async function importedShop(schedule: Partial<ScheduleInput> = {}): Promise<FeedShop> {
  const made = await shop(host.put('/lamps.ndjson', lamps(3)));
  await server.imported(made.actor, made.feedId);
  await change(made, schedule);
  return made;
}

const change = ({ actor, feedId }: FeedShop, schedule: Partial<ScheduleInput>) =>
  server.call(actor, updateSchedule, { id: feedId, activated: true, schedule: '6h', ...schedule });

const countImports = async ({ actor, feedId }: FeedShop): Promise<number> =>
  (await server.call(actor, listImports, { id: feedId })).data!.total_count;

/** Lets so many servers look at the same moment, and waits for what they started. */
async function look(made: FeedShop, now: number, servers = 4): Promise<void> {
  await Promise.all(Array.from({ length: servers }, () => importDue(server.app, now)));
  await server.imported(made.actor, made.feedId);
}

describe('a due feed', () => {
  test('is imported once for each due time, however many servers look and however often', async () => {
    const made = await importedShop({ schedule: '3h' });
    await look(made, someDay);
    const before = await countImports(made);
    for (let minutes = 0; minutes <= 12 * 60; minutes += 20) await look(made, someDay + minutes * 60_000);
    expect((await countImports(made)) - before).toBe(4);
  });

  test('is imported once when a server was down over many of its times', async () => {
    const made = await importedShop({ schedule: '1h' });
    const before = await countImports(made);
    await look(made, someDay + 1000 * hourMs);
    expect((await countImports(made)) - before).toBe(1);
  });

  test('is imported by the next look when a server is killed while it asks for the import', async () => {
    const made = await importedShop({ schedule: '1h' });
    const before = await countImports(made);
    const killed = () => Promise.reject(new Error('The server was killed.'));
    const dying: App = { ...server.app, jobs: { ...server.app.jobs, enqueue: killed } };
    await expect(importDue(dying, someDay)).rejects.toThrow('killed');
    expect(await countImports(made)).toBe(before);
    await look(made, someDay);
    expect((await countImports(made)) - before).toBe(1);
  });
});

test('a feed that is not active is not fetched by itself, only when somebody asks', async () => {
  const made = await importedShop({ activated: false });
  const before = await countImports(made);
  await look(made, someDay + 100 * hourMs);
  expect(await countImports(made)).toBe(before);
  expect((await server.call(made.actor, listSchedules, {})).data).toMatchObject([{ activated: false, next_import_at: null }]);
  expect((await server.call(made.actor, reloadFeed, { id: made.feedId })).status).toBe(200);
});

test('a feed from a file has no schedule', async () => {
  const made = await importedShop({ activated: false });
  const { data } = await server.call(made.actor, readFeed, { id: made.feedId });
  const feed_url = await uploaded(server, made.actor, lamps(3));
  await server.call(made.actor, updateFeed, { ...data!, feed_url });
  await server.imported(made.actor, made.feedId);
  const before = await countImports(made);
  await look(made, someDay);
  expect(await countImports(made)).toBe(before);
  expect((await server.call(made.actor, listSchedules, {})).data).toMatchObject([{ is_fetched: false, next_import_at: null }]);
});

let clock = Date.parse('2041-03-20T12:00:00Z');
const hostAnswers = { body: lamps(30), etag: '"v1"' };

interface ValidatedShop extends FeedShop {
  readonly url: string;
  /** Headers of the requests for its feed. */
  readonly asked: IncomingHttpHeaders[];
}

let hosts = 0;

/** A shop whose host answers 304 to who has what it has. */
async function validatedShop(): Promise<ValidatedShop> {
  const asked: IncomingHttpHeaders[] = [];
  const url = host.reply(`/validated${(hosts += 1)}.ndjson`, (response) => {
    const { headers } = response.req;
    asked.push(headers);
    if (headers['if-none-match'] === hostAnswers.etag) response.writeHead(304).end();
    else response.writeHead(200, { etag: hostAnswers.etag }).end(hostAnswers.body);
  });
  const made = await shop(url);
  await server.imported(made.actor, made.feedId);
  await server.call(made.actor, updateSchedule, { id: made.feedId, activated: true, schedule: '6h' });
  return { ...made, url, asked };
}

/** The validator of the last request. */
const lastAsked = ({ asked }: ValidatedShop) => asked.at(-1)!['if-none-match'];

/** Runs the schedule of all feeds at its next due time. */
async function importBySchedule({ actor, feedId }: FeedShop) {
  await importDue(server.app, (clock += 7 * 3_600_000));
  return (await server.imported(actor, feedId)).last_import!;
}

describe('a scheduled import of a feed that has not changed', () => {
  test('costs one request, leaves the items and says that there is nothing new', async () => {
    const made = await validatedShop();
    const before = made.asked.length;
    expect(await importBySchedule(made)).toMatchObject({ state: 'unchanged', failure: null, imported_count: 30 });
    expect(made.asked.length - before).toBe(1);
    expect((await server.call(made.actor, countItems, {})).data?.count).toBe(30);
    hostAnswers.etag = '"v2"';
    hostAnswers.body = lamps(25);
    expect(await importBySchedule(made)).toMatchObject({ state: 'done', imported_count: 25 });
    expect(await importBySchedule(made)).toMatchObject({ state: 'unchanged', imported_count: 25 });
  });

  test('does not fill the history, and keeps the error data of what is live', async () => {
    hostAnswers.etag = '"bad"';
    hostAnswers.body = `${lamps(20)}\n{"name":"No id"}`;
    const made = await validatedShop();
    for (let round = 0; round < 5; round += 1) await importBySchedule(made);
    const { data } = await server.call(made.actor, listImports, { id: made.feedId });
    expect(data?.items.map(({ state, imported_count, error_count }) => [state, imported_count, error_count])).toEqual([
      ['unchanged', 20, 1],
      ['done', 20, 1],
    ]);
    expect((await server.call(made.actor, listErrorData, { id: made.feedId })).data?.total_count).toBe(1);
  });
});

describe('a feed is read whatever its host would say', () => {
  test('on request only', async () => {
    const made = await validatedShop();
    await server.call(made.actor, reloadFeed, { id: made.feedId });
    expect((await server.imported(made.actor, made.feedId)).last_import?.state).toBe('done');
    expect(lastAsked(made)).toBeUndefined();
  });

  test('when its settings have changed since', async () => {
    const made = await validatedShop();
    await server.app.db.updateTable('feed').set({ need_import: 1 }).where('id', '=', made.feedId).execute();
    expect((await importBySchedule(made)).state).toBe('done');
    expect(lastAsked(made)).toBeUndefined();
    expect((await importBySchedule(made)).state).toBe('unchanged');
  });

  test('when its items are gone', async () => {
    const made = await validatedShop();
    await server.app.engine.drop(`collection-${made.collectionId}`);
    expect((await importBySchedule(made)).state).toBe('done');
  });
});
