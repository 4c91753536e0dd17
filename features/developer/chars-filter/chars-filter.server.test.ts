import { expect, test } from 'vitest';
import { testQuery } from '#contract/test-query.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { charFilters, checkCharFilters, previewCharFilter, readCharFilterQueries } from './chars-filter.contract.ts';

const server = await sharedServer();
const owner = await server.shop();

test('a character that would become itself is refused, in any case, and several may be kept as they are', async () => {
  const refusalOf = async (from: string, to: string) =>
    (await server.call(owner, charFilters.create, { from, to })).errors.map(({ field, code }) => [field, code]);
  expect(await refusalOf('a', 'a')).toEqual([['to', 'nothingReplaced']]);
  expect(await refusalOf('Á', 'á')).toEqual([['to', 'nothingReplaced']]);
  expect(await refusalOf('á', 'a')).toEqual([]);
  expect(await refusalOf('c++', 'c++')).toEqual([]);
});

test('queries change at once, and items stay as they are', async () => {
  const countOf = async (q: string) => (await server.call(owner, testQuery, { c: owner.collectionId, q })).data?.total_count;
  expect(await countOf('kettle')).toBeGreaterThan(0);
  const { data } = await server.call(owner, charFilters.create, { from: 'k', to: 'qxzj' });
  expect(await countOf('kettle')).toBe(0);
  await server.call(owner, charFilters.remove, { id: data!.id });
});

test('previews what a query finds without and with a replacement that is not saved', async () => {
  const sent = { c: owner.collectionId, q: 'kettle', rows: [{ from: 'k', to: 'qxzj' }] };
  const { total_count: count, live_total_count: before } = (await server.call(owner, previewCharFilter, sent)) as unknown as {
    total_count: number;
    live_total_count: number;
  };
  expect([count, before > 0]).toEqual([0, true]);
});

test('what queries would find with a replacement, turned off, and without one is known before anything is saved', async () => {
  const { data: known } = await server.call(owner, readCharFilterQueries, {});
  expect(known!.queries.length).toBeGreaterThan(0);
  const check = async (change: { put?: object[]; without?: number[] }) => {
    const sent = { collection_id: owner.collectionId, queries: ['kettle', 'lamp'], put: [], without: [], ...change };
    const { data } = await server.call(owner, checkCharFilters, sent as never);
    return data!.map((one) => [one.q, one.is_changed, one.total_count === 0]);
  };
  const [kept, emptied] = [
    ['kettle', false, false],
    ['kettle', true, true],
  ];
  const lamp = ['lamp', false, false];
  expect(await check({ put: [{ from: 'k', to: 'qxzj' }] })).toEqual([emptied, lamp]);
  expect(await check({ put: [{ from: 'k', to: 'qxzj', is_active: false }] })).toEqual([kept, lamp]);
  const { data: saved } = await server.call(owner, charFilters.create, { from: 'k', to: 'qxzj' });
  expect(await check({ without: [saved!.id] })).toEqual([['kettle', true, false], lamp]);
  expect(await check({ put: [{ id: saved!.id, from: 'k', to: 'c' }] })).toMatchObject([
    ['kettle', expect.any(Boolean), expect.any(Boolean)],
    lamp,
  ]);
  expect((await server.call(owner, charFilters.list, { search: 'k' })).data!.items).toMatchObject([{ from: 'k', to: 'qxzj' }]);
  await server.call(owner, charFilters.remove, { id: saved!.id });
});
