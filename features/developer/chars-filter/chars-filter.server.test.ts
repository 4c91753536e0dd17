import { afterAll, beforeAll, expect, test } from 'vitest';
import { testQuery } from '#features/developer/query-tester/query-tester.contract.ts';
import { startSampleShop } from '#server/testing/sample-shop.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { charFilters } from './chars-filter.contract.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
beforeAll(async () => {
  ({ server, owner } = await startSampleShop());
});
afterAll(() => server.close());

test('a character that would become itself is refused, in any case, and several may be kept as they are', async () => {
  const refusalOf = async (from: string, to: string) =>
    (await server.call(owner, charFilters.create, { from, to })).errors.map(({ field, code }) => [field, code]);
  expect(await refusalOf('a', 'a')).toEqual([['to', 'nothingReplaced']]);
  expect(await refusalOf('Á', 'á')).toEqual([['to', 'nothingReplaced']]);
  expect(await refusalOf('á', 'a')).toEqual([]);
  expect(await refusalOf('c++', 'c++')).toEqual([]);
});

test('one from before such filters were refused is listed and read, and saved only once it replaces something', async () => {
  const { data } = await server.call(owner, charFilters.create, { from: 'w', to: 'v' });
  await server.app.db.updateTable('char_filter').set({ to_text: 'w' }).where('id', '=', data!.id).execute();
  expect((await server.call(owner, charFilters.list, { search: 'w' })).data?.items).toMatchObject([{ from: 'w', to: 'w' }]);
  expect((await server.call(owner, charFilters.read, { id: data!.id })).data).toMatchObject({ to: 'w' });
  expect((await server.call(owner, charFilters.update, { id: data!.id, from: 'w', to: 'w' })).status).toBe(422);
  expect((await server.call(owner, charFilters.update, { id: data!.id, from: 'w', to: 'v' })).status).toBe(200);
});

test('queries change at once, and items stay as they are', async () => {
  const countOf = async (q: string) => (await server.call(owner, testQuery, { c: owner.collectionId, q })).data?.total_count;
  expect(await countOf('kettle')).toBeGreaterThan(0);
  const { data } = await server.call(owner, charFilters.create, { from: 'k', to: 'qxzj' });
  expect(await countOf('kettle')).toBe(0);
  await server.call(owner, charFilters.remove, { id: data!.id });
});
