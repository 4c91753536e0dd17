import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { describe, expect, test } from 'vitest';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { createFeed, listFeeds, readFeed, reloadFeed, removeFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

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

describe('the list of feeds', () => {
  test('is sorted by name, collection or items, either way', async () => {
    const { actor, feedId, collectionId } = await shop(host.put('/many.ndjson', lamps(3)));
    const { data: articles } = await server.call(actor, createCollection, { name: 'Articles' });
    const add = async (name: string, collection_id: number, count: number) => {
      const feed_url = host.put(`/${name}.ndjson`, lamps(count));
      const { data } = await server.call(actor, createFeed, { name, feed_url, collection_id });
      await server.imported(actor, data!.id);
      return data!.id;
    };
    await server.imported(actor, feedId);
    const texts = await add('Zebra', articles!.id, 5);
    const second = await add('Ábel', collectionId, 1);
    const ids = async (sort: string, order: 'asc' | 'desc' = 'asc') =>
      (await server.call(actor, listFeeds, { sort, order })).data?.items.map(({ id }) => id);
    expect((await ids('name'))?.at(0)).toBe(second);
    expect((await ids('name', 'desc'))?.at(0)).toBe(texts);
    expect((await ids('collection'))?.at(0)).toBe(texts);
    expect((await ids('items', 'desc'))?.at(0)).toBe(texts);
    expect(await ids('nothing')).toHaveLength(3);
  });

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
