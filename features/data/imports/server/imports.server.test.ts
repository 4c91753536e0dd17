import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { countItems } from '#features/data/collections/collections.contract.ts';
import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

describe('an import', () => {
  test('that fails says why and leaves the live items as they are', async () => {
    const url = host.put('/fails.ndjson', lamps(30));
    const { actor, feedId } = await shop(url);
    await server.imported(actor, feedId);
    const bodies = { emptyFeed: '', webPage: '<!doctype html><title>Down</title><p>Back soon', noUsableItem: '{"id":' };
    for (const [code, body] of Object.entries(bodies)) {
      host.put('/fails.ndjson', body);
      await server.call(actor, reloadFeed, { id: feedId });
      const feed = await server.imported(actor, feedId);
      expect(feed.last_import).toMatchObject({ state: 'failed', imported_count: 0, failure: { code } });
      expect((await server.call(actor, countItems, {})).data?.count).toBe(30);
    }
  });

  test('replaces the items of the one before', async () => {
    const { actor, feedId, collectionId } = await shop(host.put('/replaced.ndjson', lamps(10)));
    await server.imported(actor, feedId);
    host.put('/replaced.ndjson', `${lamps(8).replaceAll('Lamp', 'Torch')}\n${JSON.stringify({ id: 'c1', name: 'Chair' })}`);
    await server.call(actor, reloadFeed, { id: feedId });
    await server.imported(actor, feedId);
    expect((await server.call(actor, testQuery, { c: collectionId, q: 'lamp' })).data?.total_count).toBe(0);
    expect((await server.call(actor, testQuery, { c: collectionId, q: 'chair' })).data?.total_count).toBe(1);
  });

  test('runs once, however often it is asked for at the same time', async () => {
    const { actor, feedId } = await shop(host.put('/once.ndjson', lamps(500)));
    await server.imported(actor, feedId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.call(actor, reloadFeed, { id: feedId })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect((await server.imported(actor, feedId)).last_import?.state).toBe('done');
    expect((await server.call(actor, reloadFeed, { id: feedId })).status).toBe(200);
  });

  test('reads a compressed file', async () => {
    const { actor, feedId } = await shop(host.put('/lamps.ndjson.gz', gzipSync(lamps(25))));
    expect((await server.imported(actor, feedId)).last_import).toMatchObject({ state: 'done', imported_count: 25 });
  });

  test('keeps a bad item out and says which one, which field and why', async () => {
    const lines = [
      ...lamps(50).split('\n'),
      JSON.stringify({ name: 'No id', price: 5 }),
      '{"broken',
      JSON.stringify({ id: 'bad', name: 'Bad price', price: 'many' }),
    ];
    const { actor, feedId } = await shop(host.put('/bad.ndjson', lines.join('\n')));
    const feed = await server.imported(actor, feedId);
    expect(feed.last_import).toMatchObject({ state: 'done', imported_count: 51 });
    const { data } = await server.call(actor, listErrorData, { id: feedId });
    expect(data?.items.map(({ severity, reason, position }) => [severity, reason, position])).toEqual(
      expect.arrayContaining([
        ['error', 'missingId', 51],
        ['error', 'malformedRecord', 52],
        ['warning', 'badPrice', 53],
      ]),
    );
    expect((await server.call(actor, listErrorData, { id: feedId, search: 'MANY' })).data?.total_count).toBe(1);
  });
});

test('an import that had ended when its job was cut off stays as it ended', async () => {
  const { actor, projectId, feedId } = await shop(host.put('/ended.ndjson', lamps(25)));
  const { last_import: ended } = await server.imported(actor, feedId);
  const job = { projectId, feedId, importId: ended!.id };
  // One is taken only after the one before has run.
  const isTaken = () => server.app.jobs.enqueue('import', String(ended!.id), job);
  await expect.poll(isTaken).toBe(true);
  await expect.poll(isTaken).toBe(true);
  expect((await server.imported(actor, feedId)).last_import).toEqual(ended);
});
