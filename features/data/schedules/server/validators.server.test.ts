import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { countItems } from '#features/data/collections/collections.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { listImports } from '#features/data/imports/imports.contract.ts';
import { type FeedShop, lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { importDue } from './schedules.service.ts';
import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';

const { server, host, shop } = await sharedFeedShops();

let clock = Date.parse('2041-03-20T12:00:00Z');
const hostAnswers = { body: lamps(30), etag: '"v1"' };

interface ValidatedShop extends FeedShop {
  readonly url: string;
  /** What the host of its feed was asked with. */
  readonly asked: IncomingHttpHeaders[];
}

let hosts = 0;

/** A shop whose host answers 304 to who has what it has. */
async function importedShop(): Promise<ValidatedShop> {
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

/** What the host was asked with last. */
const lastAsked = ({ asked }: ValidatedShop) => asked.at(-1)!['if-none-match'];

/** Runs the schedule of all feeds at its next due time. */
async function runSchedule({ actor, feedId }: FeedShop) {
  await importDue(server.app, (clock += 7 * 3_600_000));
  return (await server.imported(actor, feedId)).last_import!;
}

describe('a scheduled import of a feed that has not changed', () => {
  test('costs one request, leaves the items and says that there is nothing new', async () => {
    const made = await importedShop();
    const before = made.asked.length;
    expect(await runSchedule(made)).toMatchObject({ state: 'unchanged', failure: null, imported_count: 30 });
    expect(made.asked.length - before).toBe(1);
    expect((await server.call(made.actor, countItems, {})).data?.count).toBe(30);
    hostAnswers.etag = '"v2"';
    hostAnswers.body = lamps(25);
    expect(await runSchedule(made)).toMatchObject({ state: 'done', imported_count: 25 });
    expect(await runSchedule(made)).toMatchObject({ state: 'unchanged', imported_count: 25 });
  });

  test('does not fill the history, and keeps the error data of what is live', async () => {
    hostAnswers.etag = '"bad"';
    hostAnswers.body = `${lamps(20)}\n{"name":"No id"}`;
    const made = await importedShop();
    for (let round = 0; round < 5; round += 1) await runSchedule(made);
    const { data } = await server.call(made.actor, listImports, { id: made.feedId });
    expect(data?.items.map(({ state, imported_count, error_count }) => [state, imported_count, error_count])).toEqual([
      ['unchanged', 20, 1],
      ['done', 20, 1],
    ]);
    expect((await server.call(made.actor, listErrorData, { id: made.feedId })).data?.total_count).toBe(1);
  });
});

describe('a feed is read whatever its host would say', () => {
  test('when somebody asks for it', async () => {
    const made = await importedShop();
    await server.call(made.actor, reloadFeed, { id: made.feedId });
    expect((await server.imported(made.actor, made.feedId)).last_import?.state).toBe('done');
    expect(lastAsked(made)).toBeUndefined();
  });

  test('when its settings have changed since', async () => {
    const made = await importedShop();
    await server.app.db.updateTable('feed').set({ need_import: 1 }).where('id', '=', made.feedId).execute();
    expect((await runSchedule(made)).state).toBe('done');
    expect(lastAsked(made)).toBeUndefined();
    expect((await runSchedule(made)).state).toBe('unchanged');
  });

  test('when its items are gone', async () => {
    const made = await importedShop();
    await server.app.engine.drop(`collection-${made.collectionId}`);
    expect((await runSchedule(made)).state).toBe('done');
  });
});
