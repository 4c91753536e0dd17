import process from 'node:process';
import { beforeAll, expect, test, vi } from 'vitest';
import { dayOf, defaultTimeZone } from '#contract/days.ts';
import { applyCollection, updateCollection } from '#features/data/collections/collections.contract.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { addSearched } from '#testing/searched.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { lintSynonyms } from '#features/search-settings/synonyms/synonyms.lint.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { testQuery } from '#contract/test-query.ts';
import { readBoosts, saveBoosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { readBadges, readFindings } from './linter.contract.ts';

const server = await sharedServer();
const owner = await server.shop();

beforeAll(async () => {
  await server.call(owner, updateCollection, { id: owner.collectionId, force_stopwords: true });
  await server.call(owner, applyCollection, { id: owner.collectionId });
  const found = ['grill large', 'grill small', 'tent'].map((term) => ({
    projectId: owner.projectId,
    collectionId: owner.collectionId,
    day: dayOf(Date.now(), defaultTimeZone),
    term,
    searchCount: 3,
    itemCount: 1,
  }));
  await addSearched(server.app.db, found);
});

const findings = async (source?: string) => (await server.call(owner, readFindings, { source })).data!;
const told = async (source: string) => (await findings(source)).map(({ id, kind, by, text }) => [id, kind, by?.name, text]);
const badges = async () => (await server.call(owner, readBadges, {})).data!;
const fixit = async (term: string, catalog_term: string, is_regexp = false) =>
  (await server.call(owner, fixits.create, { term, catalog_term, is_regexp })).data!.id;
const synonym = async (term: string, words: string[]) =>
  (await server.call(owner, synonyms.create, { term, synonyms: words })).data!.id;

test('shadowed replacing terms and loops are found', async () => {
  expect(await findings()).toEqual([]);
  const first = await fixit('barbecue', 'grill');
  const back = await fixit('grill', 'barbecue');
  const twin = await fixit('barbecues', 'garden');
  await fixit('^barbecue$', 'garden', true);
  const shadowed = [twin, 'shadowed', 'barbecue', null];
  expect(await told('fixits')).toEqual([[first, 'loop', 'grill', null], [back, 'loop', 'barbecue', null], shadowed]);
  await server.call(owner, fixits.update, { id: first, term: 'barbecue', catalog_term: 'tent', is_regexp: false });
  expect(await told('fixits')).toEqual([shadowed]);
});

test('synonyms that ignored terms, replacing terms or character filters keep from acting are found', async () => {
  await synonym('mug', ['beaker']);
  const ofSpain = await synonym('pan of spain', ['paella pan']);
  const part = await synonym('tarp', ['sheet']);
  const accent = await synonym('wæx', ['polish']);
  await server.call(owner, charFilters.create, { from: 'æ', to: 'a' });
  await fixit('tarps?', 'cover', true);
  await fixit('cups', 'mug');
  const cup = await synonym('cup', ['mug']);
  expect(await told('synonyms')).toEqual([
    [part, 'shadowed', 'tarps?', 'tarp'],
    [accent, 'rewritten', 'æ', 'wæx'],
    [cup, 'replaced', 'cups', 'mug'],
  ]);
  await server.call(owner, stopwords.create, { value: 'of' });
  expect((await badges()).waiting).toEqual({ stopwords: 1 });
  await server.regenerated(owner);
  expect((await badges()).waiting).toEqual({});
  const ignored = async () => (await told('synonyms')).find(([id]) => id === ofSpain);
  await expect.poll(ignored).toEqual([ofSpain, 'ignoredWord', 'of', 'pan of spain']);
  expect((await badges()).findings['synonyms']).toBe(4);
});

test('curations that no query reaches, that have lost items, or that contradict each other are found', async () => {
  const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'gloves' });
  const [one, two] = data!.items.map(({ id }) => ({ id }));
  const add = async (name: string, query: string, match: 'is' | 'contains', rest: object) => {
    const rule = { c: owner.collectionId, name, queries: [{ query, match }], promoted: [], hidden: [], ...rest };
    return (await server.call(owner, curations.create, rule)).data!.id;
  };
  // A file may bring items that the catalogue lacks.
  const inFile = { name: 'Gloves', queries: [{ query: 'gloves', match: 'contains' }], promoted: [one], hidden: [{ id: 'gone' }] };
  const file = { c: owner.collectionId, format: 'json' as const, text: JSON.stringify([inFile]), dry_run: false };
  expect((await server.call(owner, curations.importRows, file)).data).toMatchObject({ new: 1 });
  const gloves = (await server.call(owner, curations.list, { c: owner.collectionId })).data!.items[0]!.id;
  const garden = await add('Garden gloves', 'garden gloves', 'is', { hidden: [one], promoted: [two] });
  const cups = await add('Cups', 'cups', 'is', { promoted: [two] });
  const wax = await add('Wax', 'wæx', 'is', { promoted: [two] });
  await add('Rakes', 'rake', 'is', { promoted: [one] });
  const longer = await add('All rakes', 'rakes', 'contains', { promoted: [two] });
  const never = await add('Cheap rakes', 'cheap rakes', 'contains', { promoted: [two] });
  await server.regenerated(owner);
  expect((await badges()).waiting).toEqual({});
  const ofCurations = async () =>
    (await findings('curations')).map(({ id, kind, by, count }) => [id, kind, by?.id ?? null, count]);
  await expect.poll(ofCurations).toEqual([
    [gloves, 'itemsGone', null, 1],
    [gloves, 'fights', garden, null],
    [cups, 'shadowed', expect.any(Number), null],
    [wax, 'rewritten', expect.any(Number), null],
    [longer, 'partlyTaken', expect.any(Number), null],
    [never, 'shadowed', longer, null],
  ]);
  expect((await badges()).findings['curations']).toBe(4);
});

test('boosts by fields that no item has, or that are gone, are found', async () => {
  const { data } = await server.call(owner, readBoosts, { c: owner.collectionId });
  const [field] = data!.fields.filter((one) => one.is_boostable && one.type === 'text');
  const boost = { field: field!.name, type: 'value' as const, value: ['x'], boost: 2 };
  const sent = { collection_id: owner.collectionId, boosts: [boost], overrides_relevance: false };
  await server.call(owner, saveBoosts, sent as never);
  expect((await badges()).drafts).toMatchObject({ boosts: 1 });
  await server.call(owner, saveBoosts, { ...sent, publish: true } as never);
  expect((await badges()).drafts).toEqual({});
  expect(await findings('boosts')).toEqual([]);
  await server.app.db
    .updateTable('field')
    .set({ found_count: 0 })
    .where('collection_id', '=', owner.collectionId)
    .where('name', '=', field!.name)
    .execute();
  await server.call(owner, synonyms.create, { term: 'another', synonyms: ['release'] });
  expect((await findings('boosts')).map(({ kind, text }) => [kind, text])).toEqual([['fieldEmpty', field!.name]]);
});

test('a project without rules has no findings, and sees nobody else’s', async () => {
  const other = await server.emptyShop();
  expect((await server.call(other, readFindings, {})).data).toEqual([]);
  expect((await server.call(other, readBadges, {})).data).toEqual({ waiting: {}, drafts: {}, findings: {} });
});

test('after a long run, changed rules are linted again only after a pause', async () => {
  const other = await server.emptyShop();
  const found = async () => (await server.call(other, readFindings, {})).data!.map(({ text }) => text);
  const spent = () => process.threadCpuUsage().user / 1000;
  let count = 0;
  server.app.lints.set('synonyms', ({ rows }) => {
    const until = spent() + 600;
    while (spent() < until);
    count += 1;
    return Promise.resolve(rows.slice(0, 1).map((row) => ({ row, kind: 'replaced' as const, text: `look ${count}` })));
  });
  const save = async (term: string) =>
    expect((await server.call(other, synonyms.create, { term, synonyms: ['same'] })).status).toBe(200);
  await save('one');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    expect(await found()).toEqual(['look 1']);
    await save('two');
    expect(await Promise.all([found(), found()])).toEqual([['look 1'], ['look 1']]);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await Promise.all([found(), found()])).toEqual([['look 2'], ['look 2']]);
  } finally {
    vi.useRealTimers();
    server.app.lints.set('synonyms', lintSynonyms);
  }
});
