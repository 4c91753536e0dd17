import { expect, test } from 'vitest';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { compareResults } from '#features/developer/compare-results/compare-results.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { explainItem } from '#features/developer/query-tester/query-tester.contract.ts';

const { server, host, shop } = await sharedFeedShops();

test('diacritics as typed come first, and what the others lost by it is explained', async () => {
  const names = ['Pas', 'Bederní pás zimní'];
  const body = names.map((name, index) => JSON.stringify({ id: `${index}`, name })).join('\n');
  const { actor, feedId, collectionId: c } = await shop(host.put('/belts.ndjson', body), { language: 'cs' });
  await server.imported(actor, feedId);
  const namesFor = async (q: string) => (await server.call(actor, testQuery, { c, q })).data!.items.map(({ name }) => name);
  expect(await namesFor('pas ')).toEqual(names);
  expect(await namesFor('pás ')).toEqual(names.toReversed());
  const { data } = await server.call(actor, testQuery, { c, q: 'pás ', debug: '1' });
  expect(data!.trace).toContainEqual({ step: 'spelling', before: 'pas', after: 'pás' });
  const [belt, passport] = data!.items;
  const explained = async (id: string) => (await server.call(actor, explainItem, { c, q: 'pás ', filters: '', id })).data!;
  expect(await explained(passport!.id)).toMatchObject({ score: passport!.score, spelling: { words: ['pás'] } });
  expect(await explained(belt!.id)).toMatchObject({ score: belt!.score, spelling: null });
  const comparison = await server.call(actor, compareResults, { c, q: 'pás ', a: passport!.id, b: belt!.id, filters: '' });
  const { a, b, verdict } = comparison.data!;
  expect([a!.position, b!.position, verdict!.ahead]).toEqual([2, 1, 'b']);
  expect([a!.spelling?.words, b!.spelling]).toEqual([['pás'], null]);
});
