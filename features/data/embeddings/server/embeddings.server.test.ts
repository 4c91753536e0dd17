import { afterAll, beforeAll, expect, test } from 'vitest';
import { estimateEmbedding, listEmbeddings, switchEmbedding } from '#features/data/embeddings/embeddings.contract.ts';
import type { BesideOf } from '#contract/endpoint.ts';
import { testQuery } from '#contract/test-query.ts';
import { removeCollection } from '#features/data/collections/collections.contract.ts';
import { removeFeed } from '#features/data/feeds/feeds.contract.ts';
import { addAisleDocument, removeAisleDocument, updateAisleDocument } from '#features/developer/documents/documents.contract.ts';
import { explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { readRelevance, saveRelevance } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { answerJson, answerVectors, startConceptEndpoint } from '#testing/concept-endpoint.ts';
import { type FeedShop, type FeedShops, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { retries } from './embed-items.service.ts';
import { pauseMilliseconds, requestDue } from './embed-runs.service.ts';

let endpoint: Awaited<ReturnType<typeof startConceptEndpoint>>;
let shops: FeedShops;
let shop: FeedShop;
Object.assign(retries, { most: 1, firstPauseMilliseconds: 1 });

const names = ['Laptop 13 inch', 'Laptop 15 inch', 'Grey couch', 'Red couch', 'Teapot of glass', 'Garden chair'];
const feed = names.map((name, at) =>
  JSON.stringify({ id: `${at}`, name, price: 10 + at, availability: at === 0 ? 'out_of_stock' : 'in_stock', secret: 'x' }),
);

beforeAll(async () => {
  endpoint = await startConceptEndpoint();
  shops = await startFeedShops({ embeddings: { url: endpoint.url, key: 'k-1', model: 'concepts', leastSimilarity: 0.5 } });
  shop = await shops.shop(shops.host.put('/items.ndjson', feed.join('\n')));
  await shops.server.imported(shop.actor, shop.feedId);
});
afterAll(async () => {
  await shops.close();
  await endpoint.close();
});

const call: FeedShops['server']['call'] = (...rest) => shops.server.call(...rest);
const status = async () => (await call(shop.actor, listEmbeddings, {})).data!.collections[0];
const messages = async () => (await call(shop.actor, listMessages, {})).data;
const due = () => requestDue(shops.server.app, Date.now() + pauseMilliseconds.failed + 1);
async function found(q: string, more = '') {
  const response = await shops.server.app.http.inject(
    `/front/search?token=${shop.actor.project}&q=${encodeURIComponent(q)}&facets=availability${more}`,
  );
  return response.json().data;
}
const idsOf = async (q: string, more = ''): Promise<string[]> =>
  (await found(q, more)).items.map(({ id }: { readonly id: string }) => id);

test('costs nothing until it is turned on, and says before what it costs', async () => {
  expect(await idsOf('notebook')).toEqual([]);
  expect((await call(shop.actor, listEmbeddings, {})).data).toEqual({ model: 'concepts', collections: [] });
  const { data } = await call(shop.actor, estimateEmbedding, { id: shop.collectionId });
  expect(data).toEqual({ item_count: 6, token_count: expect.any(Number) });
  expect(data!.token_count).toBeGreaterThan(6);
  expect(endpoint.state.texts).toEqual([]);
});

test('finds by meaning what no word finds, in the order of meaning and stock', async () => {
  await call(shop.actor, switchEmbedding, { id: shop.collectionId, is_on: true });
  await expect.poll(status).toMatchObject({ state: 'done', item_count: 6, embedded_count: 6, failure: null });
  expect(endpoint.state.authorizations).toEqual(new Set(['Bearer k-1']));
  expect(endpoint.state.texts).toHaveLength(6);
  const answer = await found('notebook');
  expect(answer).toMatchObject({ total_count: 2, semantic_count: 2, is_relaxed: true, corrected_query: null });
  // In stock first.
  expect(await idsOf('notebook')).toEqual(['1', '0']);
  expect(answer.facets[0].values).toHaveLength(2);
  expect(await idsOf('notebook', `&filters=${encodeURIComponent('{"availability":["out_of_stock"]}')}`)).toEqual(['0']);
  expect(await idsOf('notebook', '&sort=price:asc')).toEqual(['0', '1']);
  expect(await idsOf('NOTEBOOK ')).toEqual(['1', '0']);
  expect(endpoint.state.texts.filter((text) => text === 'notebook')).toHaveLength(1);
});

test('leaves codes, quoted words, addresses and queries with enough results to the words', async () => {
  const before = endpoint.state.texts.length;
  expect(await idsOf('xk9921')).toEqual([]);
  expect(await idsOf('"notebook"')).toEqual([]);
  expect(await idsOf('jana@example.com')).toEqual([]);
  expect(await idsOf('inch couch glass')).toHaveLength(5);
  expect(endpoint.state.texts).toHaveLength(before);
});

test('adds to few results what means the same', async () => {
  expect(await idsOf('sofa')).toEqual(['2', '3']);
  // Found by its word, before the one found by meaning.
  expect(await found('red sofa')).toMatchObject({ total_count: 2, semantic_count: 1 });
  expect((await idsOf('red sofa'))[0]).toBe('3');
});

test('answers again what the endpoint missed, and keeps no such answer', async () => {
  endpoint.state.answer = (response) => response.writeHead(500).end();
  expect(await idsOf('ultrabook')).toEqual([]);
  endpoint.state.answer = answerVectors;
  expect(await idsOf('ultrabook')).toEqual(['1', '0']);
});

test('the query tester says that it was the meaning', async () => {
  const asked = { c: shop.collectionId, q: 'notebook' };
  const { data } = await call(shop.actor, testQuery, { ...asked, debug: '1' });
  expect(data!.trace).toContainEqual({ step: 'meaning', before: 'notebook', after: '2' });
  const explained = await call(shop.actor, explainItem, { ...asked, id: '1' });
  expect(explained.data).toMatchObject({ is_found: true, nearness: 0.5, reasons_not_found: [], score: 0.5 });
});

test('ranks by words and meaning together where the owner wants it', async () => {
  const { collectionId: id } = shop;
  const read = async () => (await call(shop.actor, readRelevance, { id })) as unknown as BesideOf<typeof readRelevance>;
  const fuse = async (isOn: boolean) => {
    const { relevant_rate } = await read();
    return call(shop.actor, saveRelevance, { collection_id: id, relevant_rate, fuses_meaning: isOn, fields: [] });
  };
  // Each has one of the words, so that words alone find enough.
  const q = 'laptop teapot couch';
  expect(await read()).toMatchObject({ has_meaning: true, fuses_meaning: false });
  const byWords = await found(q);
  expect(byWords).toMatchObject({ total_count: 5 });
  expect(byWords.semantic_count).toBeUndefined();
  await fuse(true);
  expect(await read()).toMatchObject({ fuses_meaning: true });
  expect(await found(q)).toMatchObject({ total_count: 5, is_relaxed: byWords.is_relaxed });
  const asked = { c: id, q, debug: '1' } as const;
  const { data } = await call(shop.actor, testQuery, asked);
  expect(data!.trace!.map(({ step }) => step)).toContain('fusion');
  const explained = await call(shop.actor, explainItem, { c: id, q, id: data!.items[0]!.id });
  expect(explained.data).toMatchObject({ ranks: { words: expect.any(Number), meaning: expect.any(Number) }, curation: null });
  endpoint.state.answer = (response) => response.writeHead(500).end();
  expect(await idsOf(`${q} again`)).toHaveLength(5);
  endpoint.state.answer = answerVectors;
  await fuse(false);
  expect(await found(q)).toMatchObject({ items: byWords.items });
});

test('follows changes of items, embeds changed texts only, and forgets deleted items', async () => {
  const before = endpoint.state.texts.length;
  await call(shop.actor, updateAisleDocument, { id: shop.collectionId, item_id: '5', fields: { name: 'Ultrabook' } });
  await call(shop.actor, addAisleDocument, { id: shop.collectionId, item_id: '6', fields: { name: 'Settee' } });
  await call(shop.actor, removeAisleDocument, { id: shop.collectionId, item_id: '1' });
  expect(await idsOf('notebook')).toEqual(['0']);
  await due();
  await expect.poll(() => idsOf('notebook')).toEqual(['5', '0']);
  await expect.poll(() => idsOf('sofa')).toEqual(['2', '3', '6']);
  expect(endpoint.state.texts.slice(before).toSorted()).toEqual(['Settee', 'Ultrabook']);
});

test.each([
  ['refuses the key', 'denied', (response) => response.writeHead(401).end()],
  ['answers HTML', 'malformed', (response) => response.writeHead(200).end('<html>')],
  ['is busy', 'busy', (response) => response.writeHead(429, { 'retry-after': '0' }).end()],
  ['counts wrong', 'malformed', (response) => answerJson(response, { data: [] })],
  [
    'changes the dimensions',
    'wrongDimensions',
    (response, texts) => answerJson(response, { data: texts.map(() => ({ embedding: [1, 2] })) }),
  ],
  ['breaks off', 'unreachable', (response) => response.destroy()],
] satisfies [string, string, typeof answerVectors][])(
  'imports and searches go on while the endpoint %s',
  async (fault, failure, answer) => {
    endpoint.state.answer = answer;
    const item = { id: shop.collectionId, item_id: fault, fields: { name: `Lamp of one that ${fault}` } };
    await call(shop.actor, addAisleDocument, item);
    await due();
    // Other items keep their vectors, and count.
    await expect.poll(status).toMatchObject({ state: 'failed', failure, item_count: (await status())!.embedded_count + 1 });
    if (failure === 'denied') expect(await messages()).toMatchObject([{ kind: 'embeddingFailed', address: '/data/collections' }]);
    expect(await idsOf('notebook')).toEqual(['5', '0']);
    expect((await idsOf(`lamp ${fault}`))[0]).toBe(fault);
    endpoint.state.answer = answerVectors;
    await due();
    await expect.poll(status).toMatchObject({ state: 'done', failure: null });
    await expect.poll(messages).toEqual([]);
  },
);

test('pauses after a run that failed, however long it ran', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  endpoint.state.answer = (response) => void promise.then(() => response.writeHead(401).end());
  endpoint.state.texts.length = 0;
  await call(shop.actor, addAisleDocument, { id: shop.collectionId, item_id: 'slow', fields: { name: 'Slow' } });
  await due();
  await expect.poll(() => endpoint.state.texts).toEqual(['Slow']);
  await due();
  resolve();
  await expect.poll(status).toMatchObject({ state: 'failed', failure: 'denied' });
  await requestDue(shops.server.app);
  const jobs = () => shops.server.app.db.selectFrom('job').select('id').where('state', 'in', ['waiting', 'running']).execute();
  await expect.poll(jobs).toEqual([]);
  expect(endpoint.state.texts).toEqual(['Slow']);
  endpoint.state.answer = answerVectors;
  await due();
  await expect.poll(status).toMatchObject({ state: 'done' });
});

test('sets a text aside that the endpoint refuses, and embeds the others', async () => {
  endpoint.state.answer = (response, texts) =>
    texts.some((text) => text.includes('Refused')) ? response.writeHead(400).end() : answerVectors(response, texts);
  for (const name of ['Refused lamp', 'Laptop again'])
    await call(shop.actor, addAisleDocument, { id: shop.collectionId, item_id: name, fields: { name } });
  await due();
  await expect.poll(() => idsOf('notebook')).toEqual(['5', 'Laptop again', '0']);
  expect(await status()).toMatchObject({ state: 'done' });
  endpoint.state.answer = answerVectors;
});

test('embeds all items again when the model changes, and finds nothing by meaning until then', async () => {
  const { db, embeddings } = shops.server.app;
  await db.updateTable('embedding').set({ model: 'older', seen: '' }).execute();
  await embeddings!.refresh(shop.collectionId);
  expect((await embeddings!.nearest(shop.collectionId, 'notebook'))?.ids).toEqual([]);
  endpoint.state.texts.length = 0;
  await due();
  await expect.poll(async () => (await embeddings!.nearest(shop.collectionId, 'notebook'))?.ids).toHaveLength(3);
  expect(endpoint.state.texts).toHaveLength((await status())!.item_count);
});

test('turned off, it forgets all vectors', async () => {
  await call(shop.actor, switchEmbedding, { id: shop.collectionId, is_on: false });
  expect(await idsOf('notebook')).toEqual([]);
  expect(await shops.server.app.db.selectFrom('item_vector').selectAll().execute()).toEqual([]);
});

test('a message about a collection ends when the collection is deleted', async () => {
  endpoint.state.answer = (response) => response.writeHead(401).end();
  await call(shop.actor, switchEmbedding, { id: shop.collectionId, is_on: true });
  await expect.poll(messages).toMatchObject([{ kind: 'embeddingFailed' }]);
  await call(shop.actor, removeFeed, { id: shop.feedId });
  const deleted = await call(shop.actor, removeCollection, { id: shop.collectionId });
  expect(deleted.errors).toEqual([]);
  expect(await messages()).toEqual([]);
});
