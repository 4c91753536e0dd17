import { beforeAll, expect, test } from 'vitest';
import { testQuery } from '#contract/test-query.ts';
import {
  fixits,
  previewFixit,
  proposeFixits,
  readFixitEffect,
  readDeadFixits,
} from '#features/search-settings/fixit/fixit.contract.ts';
import { dayOf } from '#contract/days.ts';
import { maximumPatterns } from '#contract/limits.ts';
import { explainMissing } from '#features/developer/query-tester/query-tester.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { addSearched } from '#testing/searched.ts';
import type { TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
let owner: Awaited<ReturnType<TestServer['owner']>>;
beforeAll(async () => {
  owner = await server.owner('owner@fixit-effects.example');
  await server.imported(owner, owner.feedId);
  const logged = (term: string, searchCount: number, itemCount: number) => ({
    projectId: owner.projectId,
    collectionId: owner.collectionId,
    day: dayOf(Date.now(), 'UTC'),
    term,
    searchCount,
    itemCount,
  });
  await addSearched(server.app.db, [
    logged('grasschopper', 12, 0),
    logged('grasschoppers', 3, 0),
    logged('grässchopper qqzzxxyy', 2, 0),
    logged('lawn mower', 40, 7),
    // The catalogue has items for it since.
    logged('mowers', 30, 0),
  ]);
});

const add = async (term: string, catalog_term: string, is_regexp = false) => {
  const { data, msg } = await server.call(owner, fixits.create, { term, catalog_term, is_regexp });
  if (!data) throw new Error(msg);
  return data;
};

test('an expression may be written between slashes, and its errors are shown at its field', async () => {
  expect(await add('/^shears$/', 'garden scissors')).toMatchObject({
    term: '^shears$',
    search_term: '^shears$',
    is_regexp: true,
  });
  const refused = await server.call(owner, fixits.create, { term: '/(a/', catalog_term: 'b' });
  expect(refused).toMatchObject({
    status: 422,
    errors: [{ field: 'term', code: 'patternNotValid', parameters: { words: 'missing closing )' } }],
  });
  const long = await server.call(owner, fixits.create, { term: 'a{400}', is_regexp: true, catalog_term: 'b' });
  expect(long.errors).toMatchObject([{ field: 'term', code: 'patternTooLong' }]);
  for (const term of ['.*', 'a*', '^.+$', '(x|)'])
    expect((await server.call(owner, fixits.create, { term, is_regexp: true, catalog_term: 'b' })).errors, term).toMatchObject([
      { field: 'term', code: 'patternTooBroad' },
    ]);
  const text = 'term,is_regexp,catalog_term\n/^sh[aeiou]vel/,,spade\n/[/,,spade\n';
  const imported = await server.call(owner, fixits.importRows, { format: 'csv', text });
  expect(imported.data).toMatchObject({ new: 1, mistakes: [{ line: 3, field: 'term', code: 'patternNotValid' }] });
});

test.each([
  ['printer', 'printer'],
  ['laser  printer', 'laser printer'],
])('%j is not replaced by %j, which is itself', async (term, catalog_term) => {
  expect((await server.call(owner, fixits.create, { term, catalog_term })).errors).toMatchObject([
    { field: 'catalog_term', code: 'nothingReplaced' },
  ]);
  const { data } = await server.call(owner, fixits.importRows, {
    format: 'json',
    text: JSON.stringify([{ term, catalog_term }]),
  });
  expect(data).toMatchObject({ new: 0, mistakes: [{ field: 'catalog_term', code: 'nothingReplaced' }] });
});

test('the query may be called search_term', async () => {
  const sent = { search_term: 'hosepipe', catalog_term: 'hose' } as never;
  const { data } = await server.call(owner, fixits.create, sent);
  expect(data).toMatchObject({ term: 'hosepipe', search_term: 'hosepipe' });
  expect((await server.call(owner, fixits.create, { catalog_term: 'hose' } as never)).errors).toMatchObject([
    { field: 'term', code: 'requiredField' },
  ]);
});

test('the number of patterns of a project is limited, apart from other terms', async () => {
  const rows = (count: number, from: number) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => ({ term: `/^no${from + at}$/`, catalog_term: 'hose' })));
  const known = (await server.call(owner, fixits.list, { per_page: 100 })).data!.items.filter(({ is_regexp: is }) => is).length;
  const write = (text: string) => server.call(owner, fixits.importRows, { format: 'json', text, dry_run: false });
  const refusal = { status: 409, errors: [{ code: 'tooMany', field: 'is_regexp', parameters: { max: maximumPatterns } }] };
  expect(await write(rows(maximumPatterns - known + 1, 0))).toMatchObject(refusal);
  expect((await write(rows(maximumPatterns - known, 0))).status).toBe(200);
  expect(await server.call(owner, fixits.create, { term: '/one more/', catalog_term: 'a' })).toMatchObject(refusal);
  expect((await server.call(owner, fixits.create, { term: 'one more', catalog_term: 'a' })).status).toBe(200);
  const { data } = await server.call(owner, fixits.list, { search: '^no', per_page: 1 });
  expect(data!.total_count).toBe(maximumPatterns - known);
  const ids = await server.app.db.selectFrom('fixit').select('id').where('term', 'like', '^no%').execute();
  await server.call(owner, fixits.removeMany, { ids: ids.map(({ id }) => id) });
});

test('active rows whose replacement finds nothing are listed', async () => {
  const alive = await add('kotel', 'lawn mower');
  const dead = await add('nonsense', 'qqzzxxyy');
  const address = await add('delivery', 'https://shop.example/delivery');
  const off = await add('off', 'qqzzxxyy');
  await server.call(owner, fixits.setActive, { ids: [off.id], is_active: false });
  const ids = [alive, dead, address, off].map(({ id }) => id).join(',');
  expect((await server.call(owner, readDeadFixits, { ids })).data).toEqual([dead.id]);
});

test('the preview compares a query with and without an unsaved row, and a saved row counts as missing in the first', async () => {
  const c = owner.collectionId;
  const preview = async (row: object, q = 'grasschoppers') =>
    server.call(owner, previewFixit, { c, q, rows: [{ term: 'grasschopper', catalog_term: 'lawn mower', ...row }] });
  const { data, ...beside } = await preview({});
  expect(beside).toMatchObject({ live_total_count: 0, redirect: null });
  expect((beside as { total_count?: number }).total_count).toBe(data!.length);
  expect(data!.length).toBeGreaterThan(0);
  expect(data!.every(({ live_position: before }) => before === null)).toBe(true);
  const saved = await add('grasschopper', 'lawn mower');
  expect(await preview({ id: saved.id })).toMatchObject({ live_total_count: 0, total_count: data!.length });
  expect(await preview({ id: saved.id, catalog_term: 'qqzzxxyy' })).toMatchObject({ live_total_count: 0, total_count: 0 });
  await server.call(owner, fixits.remove, { id: saved.id });
  const slashed = await preview({ term: '/^grass.+/', catalog_term: 'https://shop.example/' });
  expect(slashed).toMatchObject({ redirect: 'https://shop.example/' });
  expect(await preview({ term: '/(/' })).toMatchObject({ status: 422, errors: [{ code: 'patternNotValid' }] });
});

test('queries that find nothing and that no rule replaces are proposed', async () => {
  const day = dayOf(Date.now(), 'UTC');
  const { projectId, collectionId } = owner;
  const logged = (term: string) => ({ projectId, collectionId, day, term, searchCount: 9, itemCount: 0 });
  await addSearched(server.app.db, [logged('mowwer'), logged('replaced already')]);
  const row = await add('replaced already', 'lawn mower');
  const { data } = await server.call(owner, proposeFixits, { c: collectionId });
  expect(data![0]).toEqual({ term: 'grasschopper', search_count: 12 });
  const proposed = data!.map(({ term }) => term);
  for (const one of ['lawn mower', 'mowers', 'mowwer', 'replaced already']) expect(proposed).not.toContain(one);
  await server.call(owner, fixits.remove, { id: row.id });
});

test('the effect shows what an unsaved row would catch, and conflicts', async () => {
  const effect = async (input: Parameters<typeof server.call<typeof readFixitEffect>>[2]) =>
    (await server.call(owner, readFixitEffect, input)).data;
  const exact = await effect({ term: 'Grasschopper', catalog_term: 'lawn mower' });
  expect(exact).toMatchObject({
    caught: { count: 2, finding_count: 0, examples: [{ term: 'grasschopper', search_count: 12 }, { search_count: 3 }] },
    caught_by: null,
    next: null,
  });
  const pattern = await effect({ term: 'grass|lawn', is_regexp: '1', catalog_term: 'https://shop.example/' });
  expect(pattern).toMatchObject({ caught: { count: 4, finding_count: 1 } });
  expect(await effect({})).toEqual({ caught: null, caught_by: null, next: null });

  const saved = await add('grasschopper', 'mower');
  const again = await effect({ term: 'grasschoppers', catalog_term: 'grasschopper' });
  expect(again).toMatchObject({ caught_by: { id: saved.id, term: 'grasschopper' }, next: 'mower' });
  expect(await effect({ term: 'grasschoppers', id: saved.id })).toMatchObject({ caught_by: null });
  const wrong = await server.call(owner, readFixitEffect, { term: '(', is_regexp: '1' });
  expect(wrong.errors).toMatchObject([{ field: 'term', code: 'patternNotValid' }]);
  await server.call(owner, fixits.remove, { id: saved.id });
});

test.each(['javascript:alert(1)', 'ftp://shop.example/', '/returns', 'shop.example/returns?a=1'])(
  '%s is neither a query nor an address that visitors can be sent to',
  async (catalog_term) => {
    const refusal = [{ field: 'catalog_term', code: 'onlyWebAddress' }];
    expect((await server.call(owner, readFixitEffect, { catalog_term })).errors).toMatchObject(refusal);
    expect((await server.call(owner, fixits.create, { term: 'sent away', catalog_term })).errors).toMatchObject(refusal);
  },
);

test.each([
  ['https://elektro.example.cz@evil.example/', 'addressWithUser'],
  ['https://shop.example/new lamps', 'addressWithSpace'],
])('%j is refused as an address: %s', async (catalog_term, code) => {
  const refusal = [{ field: 'catalog_term', code }];
  expect((await server.call(owner, readFixitEffect, { catalog_term })).errors).toMatchObject(refusal);
  expect((await server.call(owner, fixits.create, { term: 'sent away', catalog_term })).errors).toMatchObject(refusal);
});

test.each(['1/2 inch', 'node.js', 'no. 5 / 6'])('%s is a query', async (catalog_term) => {
  expect((await server.call(owner, readFixitEffect, { catalog_term })).errors).toEqual([]);
});

test('the query tester and the search for a missing item name the row that replaced the query', async () => {
  const word = await add('sneaker', 'lawn mower');
  const address = await add('returns', 'https://shop.example/returns');
  const asked = { c: owner.collectionId, filters: '{}', item: 'mower' };
  const tested = await server.call(owner, testQuery, { c: owner.collectionId, q: 'sneakers', debug: '1' });
  const replaced: object = expect.objectContaining({ step: 'fixit', before: 'sneakers', after: 'lawn mower', rule_id: word.id });
  expect(tested.data!.trace).toContainEqual(replaced);
  expect((await server.call(owner, explainMissing, { ...asked, q: 'sneakers' })).data).toMatchObject({ replaced });
  const { items } = tested.data!;
  expect((await server.call(owner, explainMissing, { ...asked, q: 'returns', item: items[0]!.id })).data).toMatchObject({
    state: 'redirected',
    redirect: 'https://shop.example/returns',
    replaced: { rule_id: address.id },
  });
});

test('the list is filtered by kind', async () => {
  await add('^kinds.*', 'https://shop.example/kinds', true);
  await add('kinds', 'spade');
  const listed = async (kind: 'exact' | 'pattern' | 'redirect') =>
    (await server.call(owner, fixits.list, { kind, search: 'kinds' })).data!.items.map(({ term }) => term);
  expect([await listed('exact'), await listed('pattern'), await listed('redirect')]).toEqual([
    ['kinds'],
    ['^kinds.*'],
    ['^kinds.*'],
  ]);
});

test('uses by visitors are counted, and the visitors, too', async () => {
  const { id } = await add('trousers', 'lawn mower');
  const search = (q: string, visitor: string) =>
    server.app.http.inject({ url: frontSearch.path, query: { token: owner.project, q, visitor } });
  const row = async () => (await server.call(owner, fixits.read, { id })).data!;
  expect(await row()).toMatchObject({ rule_uses: null, unique_users: null });
  for (const [q, visitor] of [
    ['trousers', 'ann'],
    ['trouser', 'ann'],
    ['trousers', 'bob'],
    ['lawn mower', 'eve'],
  ] as const)
    await search(q, visitor);
  await server.call(owner, testQuery, { c: owner.collectionId, q: 'trousers' });
  await expect.poll(row).toMatchObject({ rule_uses: 3, unique_users: 2 });
  const { data } = await server.call(owner, fixits.list, { sort: 'uses', order: 'desc' });
  expect(data!.items[0]).toMatchObject({ id, rule_uses: 3 });
  expect((await server.call(owner, fixits.list, {})).data!.items[0]).toMatchObject({ id });
  const stored = await server.app.db.selectFrom('rule_use').select('visitor').execute();
  expect(stored.filter(({ visitor }) => /ann|bob/.test(visitor))).toEqual([]);
});
