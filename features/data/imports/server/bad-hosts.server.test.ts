import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { countItems } from '#features/data/collections/collections.contract.ts';
import { testFeed } from '#features/data/feed-test/feed-test.contract.ts';
import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { lamps, startFeedShops, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { createFeed, readFeed, reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';

const { server, host, shop } = await sharedFeedShops();
const stalling = await startFeedShops();
afterAll(async () => {
  // Its imports end with their hosts.
  await stalling.host.close();
  await stalling.server.close();
});

const startsWithinMs = 2000;

describe('while hosts are bad', () => {
  const drip = (response: ServerResponse) => {
    response.writeHead(200).write('id;name\n');
    const timer = setInterval(() => response.write('1'), 1000);
    response.on('close', () => clearInterval(timer));
  };
  const hosts = {
    'never answer': () => undefined,
    'send a byte a second': drip,
    'stop in the middle': (response: ServerResponse) => response.writeHead(200).write('id;name\n1;Lamp\n'),
  };

  test('the imports of other projects start within two seconds, and what is live stays', async () => {
    const { server: stallingServer, host: stallingHost, shop: openShop } = stalling;
    const before = await openShop(stallingHost.put('/good.ndjson', lamps(30)));
    await stallingServer.imported(before.actor, before.feedId);
    for (const [name, answer] of Object.entries(hosts)) await openShop(stallingHost.reply(`/${name.length}`, answer));
    // More bad hosts than there are places for imports that keep the machine busy.
    const running = stallingServer.app.db.selectFrom('import').select('id').where('state', '=', 'running');
    await expect.poll(async () => (await running.execute()).length).toBe(3);
    const askedAt = Date.now();
    await stallingServer.call(before.actor, reloadFeed, { id: before.feedId });
    const { last_import: last } = await stallingServer.imported(before.actor, before.feedId);
    expect(last).toMatchObject({ state: 'done', imported_count: 30 });
    expect(last!.started_at! - askedAt).toBeLessThan(startsWithinMs);
    expect((await stallingServer.call(before.actor, countItems, {})).data?.count).toBe(30);
  });
});

/** Also names without a dot and below domains that nobody can register. */
const insideAddresses = [
  'http://vm/',
  'http://db:5432/feed.xml',
  'http://nas.local/',
  'http://vm.internal/',
  'http://wiki.corp/',
];
const list = sharedData('hostile/ssrf/ssrf_urls.tsv') ?? '';

test('no address that leads inside can be saved, in any field that takes one', async () => {
  const listed = (list && readFileSync(list, 'utf8'))
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([url = '', verdict]) => (verdict?.startsWith('refuse') ? [url] : []));
  const { actor, feedId, collectionId } = await shop(host.put('/saved', lamps(3)));
  await server.imported(actor, feedId);
  const project = { name: 'Shop', language: 'en', data_source: 'google', feed_url: `http://${host.host}/saved` } as const;
  const feed = { name: 'Shop', collection_id: collectionId };
  for (const url of [...insideAddresses, ...listed]) {
    const answers = await Promise.all([
      server.call(actor, createProject, { ...project, feed_url: url }),
      server.call(actor, createProject, { ...project, feed_availability_url: url }),
      server.call(actor, createFeed, { ...feed, name: 'Other', feed_url: url }),
      server.call(actor, updateFeed, { ...feed, id: feedId, feed_url: url }),
      server.call(actor, updateSchedule, { id: feedId, activated: true, schedule: '6h', availability_url: url }),
      server.call(actor, testFeed, { feed_url: url }),
    ]);
    for (const { status, errors } of answers) {
      expect(status, url).toBe(422);
      if (insideAddresses.includes(url)) expect(errors, url).toMatchObject([{ code: 'addressNotAllowed' }]);
    }
  }
  expect((await server.call(actor, readFeed, { id: feedId })).data?.feed_url).toBe(`http://${host.host}/saved`);
});
