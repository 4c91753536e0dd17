import { expect, test } from 'vitest';
import { dayOf } from '#contract/days.ts';
import { addSearched } from '#testing/searched.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { frequentTerms } from './frequent-terms.service.ts';
import { queriesPerAddress, queryLog } from './query-log.service.ts';

const server = await sharedServer();

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
