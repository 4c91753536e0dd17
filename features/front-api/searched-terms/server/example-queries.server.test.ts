import { expect, test } from 'vitest';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { dayOf } from '#contract/days.ts';
import { readExampleQueries } from '#contract/preview.ts';
import { addSearched } from '#testing/searched.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { frequentTerms } from './frequent-terms.service.ts';
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

test('100,000 queries of one address leave the list of the most frequent ones as it is', async () => {
  const { app } = server;
  const shop = await server.emptyShop('flooded@flooded-terms.example');
  const usual = Array.from({ length: 10 }, (_, at) => ({
    term: `usual ${'abcdefghij'[at]}`,
    searchCount: 50 - at,
    itemCount: 1,
  }));
  const place = { projectId: shop.projectId, collectionId: shop.collectionId, day: dayOf(Date.now(), 'UTC') };
  await addSearched(
    app.db,
    usual.map((one) => ({ ...one, ...place })),
  );
  const list = async () => (await frequentTerms(app, { id: shop.projectId }, shop.collectionId, 1)).slice(0, usual.length);
  const before = await list();
  const flooding = queryLog(app);
  const project = { id: shop.projectId, timeZone: 'UTC', language: 'en' };
  const caller = { project, address: '198.51.100.7', agent: 'Mozilla/5.0', hasSession: false, isShopServer: false } as never;
  for (let at = 0; at < 100_000; at += 1)
    flooding.note(caller, {
      queryId: `flood ${at}`,
      resultObject: 'search',
      collectionId: shop.collectionId,
      query: at % 2 === 0 ? 'flood' : `flood ${at.toString(36)}`,
      itemCount: 0,
      beganAt: performance.now(),
      visitor: `visitor ${at}`,
      language: '',
      rules: [],
    });
  await flooding.write();
  const logged = await app.db.selectFrom('shop_query').select('id').where('project_id', '=', shop.projectId).execute();
  expect(logged).toHaveLength(queriesPerAddress);
  expect(await list()).toEqual(before);
});
