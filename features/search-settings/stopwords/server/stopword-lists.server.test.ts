import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applyCollection, updateCollection } from '#features/data/collections/collections.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { readWaitingChanges } from '#features/search-settings/releases/releases.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { listedReleaseChanges } from '#contract/limits.ts';
import type { TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import {
  addStopwordSet,
  listStopwordSets,
  previewStopwords,
  removeStopword,
  removeStopwordSet,
  type Stopword,
  stopwords,
} from '#features/search-settings/stopwords/stopwords.contract.ts';

const server = await sharedServer();
let owner: Awaited<ReturnType<TestServer['owner']>>;
beforeAll(async () => {
  owner = await server.owner('words@stopwords.example');
  await server.imported(owner, owner.feedId);
  await server.call(owner, updateCollection, { id: owner.collectionId, force_stopwords: true });
  await server.call(owner, applyCollection, { id: owner.collectionId });
});
beforeEach(async () => {
  const ids = (await rows()).map(({ id }) => id);
  if (ids.length > 0) await server.call(owner, stopwords.removeMany, { ids });
  await regenerate();
  expect(await rows()).toEqual([]);
});

const rows = async (): Promise<Stopword[]> => (await server.call(owner, stopwords.list, { per_page: 100 })).data!.items;
const states = async () => Object.fromEntries((await rows()).map(({ value, state }) => [value, state]));
const add = (value: string, name = '') => server.call(owner, stopwords.create, { value, name });
const remove = (value: string) => server.call(owner, removeStopword, { value });
const waiting = async () => (await server.call(owner, readWaiting, {})).data!;
const regenerate = () => server.regenerated(owner);
const wordsAsked = async (q: string) =>
  (await server.call(owner, testQuery, { c: owner.collectionId, q, debug: '1' })).data!.trace!.find(
    ({ step }) => step === 'stopwords',
  )?.after;

test('the preview ignores unsaved words, also in a collection where ignored terms are off', async () => {
  const c = owner.collectionId;
  const preview = (q: string) =>
    server.call(owner, previewStopwords, { c, q, rows: [{ value: 'qqzzxxyy' }, { value: 'wwvvjjkk' }] }) as unknown as Promise<{
      readonly live_total_count: number;
      readonly total_count: number;
    }>;
  const ids = async (q: string) => (await server.call(owner, previewStopwords, { c, q, rows: [{ value: 'qqzzxxyy' }] })).data!;
  await server.call(owner, updateCollection, { id: c, force_stopwords: false });
  await server.call(owner, applyCollection, { id: c });
  const { total_count: all } = await preview('garden');
  expect((await preview('qqzzxxyy wwvvjjkk garden')).total_count).toBe(all);
  expect((await ids('garden qqzzxxyy')).length).toBeGreaterThan(0);
  expect(await waiting()).toMatchObject({ rows: [] });
  await server.call(owner, updateCollection, { id: c, force_stopwords: true });
  await server.call(owner, applyCollection, { id: c });
});

test('a word goes live with a regeneration, and is deleted with the next one', async () => {
  expect((await add('for', 'mine')).data).toMatchObject({ value: 'for', name: 'mine', state: 'waiting' });
  expect(await states()).toEqual({ for: 'waiting' });
  expect(await wordsAsked('table for garden')).toBeUndefined();
  await regenerate();
  expect(await states()).toEqual({ for: 'live' });
  expect(await wordsAsked('table for garden')).toBe('table garden');
  expect(await wordsAsked('for')).toBeUndefined();

  expect((await remove('FOR')).status).toBe(200);
  expect(await states()).toEqual({ for: 'leaving' });
  expect(await wordsAsked('table for garden')).toBe('table garden');
  await regenerate();
  expect(await states()).toEqual({});
  expect(await wordsAsked('table for garden')).toBeUndefined();
});

test('a word that was never live is deleted at once, and a leaving one is kept when it is added again', async () => {
  await add('with');
  await remove('with');
  expect([await states(), (await waiting()).rows]).toEqual([{}, []]);

  const { data: live } = await add('from');
  await regenerate();
  await remove('from');
  expect((await remove('from')).status).toBe(404);
  expect((await waiting()).rows).toMatchObject([{ source: 'stopwords', kind: 'deleted', name: 'from' }]);
  expect((await add('from')).data).toMatchObject({ id: live!.id, state: 'live' });
  expect((await waiting()).rows).toEqual([]);
  await server.call(owner, stopwords.removeMany, { ids: [live!.id] });
  expect((await server.call(owner, stopwords.restore, { ids: [live!.id] })).data!.items).toMatchObject([{ state: 'live' }]);
});

test('terms are filtered by set and state', async () => {
  const listed = async (query: object) => (await server.call(owner, stopwords.list, query)).data!.items.map(({ value }) => value);
  await add('for');
  await regenerate();
  await add('uber');
  await add('with', 'en');
  await remove('for');
  expect(await listed({ set: 'single', state: 'waiting' })).toEqual(['uber']);
  expect(await listed({ set: 'en' })).toEqual(['with']);
  expect(await listed({ state: 'leaving' })).toEqual(['for']);
  expect(await listed({ state: 'live' })).toEqual([]);
});

test('a single term is ignored in all its forms, one of a set as it stands; that it comes into a set waits, too', async () => {
  const { id } = (await add('Gardens')).data!;
  await regenerate();
  expect(await wordsAsked('garden table')).toBe('table');
  const named = await server.call(owner, stopwords.update, { id, value: 'gardens', name: 'mine' });
  expect(named.data).toMatchObject({ state: 'waiting' });
  expect(await wordsAsked('garden table')).toBe('table');
  await regenerate();
  expect(await wordsAsked('garden table')).toBeUndefined();
  expect(await wordsAsked('gardens table')).toBe('table');
});

test('a whole set is added without changing existing words, and removed again', async () => {
  const sets = async () => (await server.call(owner, listStopwordSets, {})).data!;
  const [first, ...others] = await sets();
  expect(first).toEqual({ set: 'en', is_own: true, word_count: 108, new_count: 108, own_count: 0 });
  expect(others).toHaveLength(9);
  await add('the', 'mine');
  expect((await server.call(owner, addStopwordSet, { set: 'en' })).data).toEqual({ changed: 107 });
  expect((await server.call(owner, addStopwordSet, { set: 'en' })).data).toEqual({ changed: 0 });
  expect((await sets())[0]).toMatchObject({ set: 'en', word_count: 108, new_count: 0, own_count: 107 });
  const { data } = await server.call(owner, stopwords.list, { search: 'the', sort: 'name' });
  expect(data!.items).toEqual(
    expect.arrayContaining([expect.objectContaining({ value: 'the', name: 'mine' }), expect.objectContaining({ name: 'en' })]),
  );
  expect((await server.call(owner, removeStopwordSet, { set: 'en' })).data).toEqual({ changed: 107 });
  expect(await states()).toEqual({ the: 'waiting' });
});

test('what the next midnight will change is told row by row, with one curation before whole sets', async () => {
  await add('gone');
  await regenerate();
  await remove('gone');
  const sets = ['en', 'de', 'cs'] as const;
  for (const set of sets) await server.call(owner, addStopwordSet, { set });
  const input = { c: owner.collectionId, name: 'Shoes', queries: [{ query: 'shoes', match: 'is' as const }] };
  const { data: shoes } = await server.call(owner, curations.create, { ...input, promoted: [], hidden: [] });
  const { changes } = (await server.call(owner, readWaitingChanges, {})).data!;
  expect(changes).toHaveLength(listedReleaseChanges);
  expect((await waiting()).rows.length).toBeGreaterThan(listedReleaseChanges);
  expect(changes.slice(0, 2)).toMatchObject([
    { source: 'curations', kind: 'added', before: null, after: { queries: [{ query: 'shoes', match: 'is' }] }, is_live: false },
    { source: 'stopwords', kind: 'deleted', name: 'gone', before: { value: 'gone' }, after: null, user: 'Test Person' },
  ]);
  await server.call(owner, curations.remove, { id: shoes!.id });
  for (const set of sets) await server.call(owner, removeStopwordSet, { set });
});

test.each(['two words', '=cmd|x', '…', 'x'.repeat(201)])('%j is no stopword', async (value) => {
  const { status, errors } = await add(value);
  expect([status, errors.map(({ field }) => field)]).toEqual([422, ['value']]);
  expect(await rows()).toEqual([]);
});

test('words that differ in diacritics are two words, and any word can be in an address', async () => {
  for (const value of ['byt', 'být', '100%']) expect((await add(value)).status).toBe(200);
  expect((await remove('100%')).status).toBe(200);
  expect(await states()).toEqual({ byt: 'waiting', být: 'waiting' });
  expect((await server.call(owner, addStopwordSet, { set: 'xx' as 'en' })).status).toBe(404);
});
