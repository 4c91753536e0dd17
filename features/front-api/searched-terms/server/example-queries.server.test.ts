import { expect, test } from 'vitest';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { dayOf } from '#contract/days.ts';
import { readExampleQueries } from '#contract/preview.ts';
import { addSearched } from '#testing/searched.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { queriesPerAddress, queryLog } from './query-log.service.ts';

const server = await sharedServer();
const owner = await server.shop();

test('names of items are offered while nobody has searched', async () => {
  const { data } = await server.call(owner, readExampleQueries, { c: owner.collectionId });
  expect(data?.queries).toHaveLength(3);
  expect(data?.is_tracked).toBe(false);
});

test('once visitors search, the queries of several of them are offered, and nothing that may tell who they are', async () => {
  const { data: created } = await server.call(owner, createCollection, {
    name: 'Articles',
    relevant_rate: 70,
    force_stopwords: false,
  });
  const c = created!.id;
  const counts = { spade: 4, hose: 9, rake: 2, drill: 7, saw: 1, bucket: 5, 'jan [e-mail]': 50 };
  const day = dayOf(Date.now(), 'UTC');
  await addSearched(
    server.app.db,
    Object.entries(counts).map(([term, searchCount]) => ({
      projectId: owner.projectId,
      collectionId: c,
      day,
      term,
      searchCount,
      itemCount: 1,
    })),
  );
  const { data } = await server.call(owner, readExampleQueries, { c });
  expect(data).toEqual({ queries: ['hose', 'drill', 'bucket', 'spade'], is_tracked: true });
});

test('queries of one address beyond its limit are not logged', async () => {
  const { app } = server;
  const shop = await server.emptyShop('flooded@flooded-terms.example');
  const flooding = queryLog(app);
  const project = { id: shop.projectId, timeZone: 'UTC', language: 'en' };
  const caller = { project, address: '198.51.100.7', agent: 'Mozilla/5.0', hasSession: false, isShopServer: false } as never;
  const usual = {
    resultObject: 'search',
    collectionId: shop.collectionId,
    itemCount: 0,
    beganAt: 0,
    language: '',
    rules: [],
  } as const;
  for (let at = 0; at < 2 * queriesPerAddress; at += 1)
    flooding.note(caller, { ...usual, queryId: `flood ${at}`, query: `flood ${at.toString(36)}`, visitor: `visitor ${at}` });
  await flooding.write();
  const logged = await app.db.selectFrom('shop_query').select('id').where('project_id', '=', shop.projectId).execute();
  expect(logged).toHaveLength(queriesPerAddress);
});
