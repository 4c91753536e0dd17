import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { countItems } from '#features/data/collections/collections.contract.ts';
import { createFeed, listFeeds, readFeed, reloadFeed, removeFeed, updateFeed } from './feeds.contract.ts';
import { testQuery } from '#features/developer/query-tester/query-tester.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { lamps, startFeedShops } from '#server/testing/feed-shops.ts';

const { server, host, shop, close } = await startFeedShops();
afterAll(close);

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
  await expect.poll(isTaken, { timeout: 5000 }).toBe(true);
  await expect.poll(isTaken, { timeout: 5000 }).toBe(true);
  expect((await server.imported(actor, feedId)).last_import).toEqual(ended);
});

describe('a feed whose items are not recognised', () => {
  const xml = `<data>${'<thing><code>A</code><label>Lamp</label></thing><other><x>1</x><y>2</y></other>'.repeat(5).replace('A', 'B')}</data>`;

  test('answers err 2 with candidates until a tag name is chosen', async () => {
    const { actor, feedId, collectionId } = await shop(host.put('/unknown.xml', xml));
    const marked = await server.imported(actor, feedId);
    expect(marked).toMatchObject({ need_tag_name: true, last_import: { state: 'needTagName' } });
    expect(marked.tag_candidates.map(({ tag_name }) => tag_name)).toContain('thing');
    expect(await server.call(actor, reloadFeed, { id: feedId })).toMatchObject({ err: 2, status: 200 });

    const chosen = await server.call(actor, updateFeed, {
      id: feedId,
      name: 'Shop',
      collection_id: collectionId,
      feed_url: marked.feed_url,
      tag_name: 'thing',
    });
    expect(chosen.err).toBe(0);
    expect((await server.imported(actor, feedId)).last_import?.state).toBe('done');
  });
});

describe('an address', () => {
  test.each([
    'http://127.0.0.1/x',
    'http://localhost:81/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://0x7f.1/',
    'ftp://shop.example/',
    'upload:nothing',
    'file:///etc/passwd',
  ])('%s is refused before anything is fetched', async (feed_url) => {
    const person = await server.signUp(`ssrf-${Buffer.from(feed_url).toString('hex')}@example.com`);
    const answer = await server.call(person, createProject, { name: 'Shop', language: 'en', data_source: 'google', feed_url });
    expect(answer).toMatchObject({ status: 422, errors: [{ field: 'feed_url' }] });
  });
});

describe('the list of feeds', () => {
  test("holds the project's own only, and another project's feed is not found", async () => {
    const ours = await shop(host.put('/ours.ndjson', lamps(1)));
    const theirs = await shop(host.put('/theirs.ndjson', lamps(1)));
    expect((await server.call(ours.actor, listFeeds, {})).data?.items.map(({ id }) => id)).toEqual([ours.feedId]);
    for (const endpoint of [readFeed, reloadFeed, removeFeed, listErrorData]) {
      expect((await server.call(ours.actor, endpoint as typeof readFeed, { id: theirs.feedId })).status).toBe(404);
    }
    const into = { name: 'X', feed_url: host.put('/x.ndjson', lamps(1)), collection_id: theirs.collectionId };
    expect((await server.call(ours.actor, createFeed, into)).errors).toMatchObject([
      { field: 'collection_id', code: 'notFound' },
    ]);
  });
});

test('letters that a database refuses do no harm', async () => {
  const { actor, feedId } = await shop(
    host.put('/nul.ndjson', `${lamps(30)}\n${JSON.stringify({ id: 'n\0', name: 'Nul\0', price: 'a\0b' })}`),
  );
  expect((await server.imported(actor, feedId)).last_import).toMatchObject({ state: 'done', imported_count: 31 });
  expect((await server.call(actor, listFeeds, { search: '\0' })).status).toBe(200);
});
