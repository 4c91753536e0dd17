import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainItem, testQuery } from './query-tester.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
let c: number;
beforeAll(async () => {
  server = await startTestApp();
  owner = await server.owner('owner@example.com');
  await server.imported(owner, owner.feedId);
  c = (await server.call(owner, listCollections, {})).data![0]!.id;
});
afterAll(() => server.close());

test('an item is explained for the same search as the list, with its filters', async () => {
  const { data } = await server.call(owner, testQuery, { c, q: 'gloves' });
  const { id, brand, score } = data!.items[0]!;
  const explained = async (filters: unknown) =>
    (await server.call(owner, explainItem, { c, q: 'gloves', filters: JSON.stringify(filters), id })).data;
  expect(await explained({ brand: [brand] })).toMatchObject({ is_found: true, score, reasons_not_found: [] });
  expect(await explained({ brand: ['Nobody'] })).toMatchObject({ is_found: false, reasons_not_found: ['filtered'] });
});

test('filters that can not be read are refused in an explanation, too', async () => {
  const answer = await server.call(owner, explainItem, { c, q: 'gloves', filters: '{', id: '1' });
  expect(answer).toMatchObject({ status: 422, errors: [{ field: 'filters' }] });
});

test('fewer words are told as numbers, which every language can say', async () => {
  const { data } = await server.call(owner, testQuery, { c, q: 'gloves qqqq wwww zzzz', debug: '1' });
  const step = data!.trace!.find((entry) => entry.step === 'relax');
  expect(Number(step!.after)).toBeLessThan(Number(step!.before));
});
