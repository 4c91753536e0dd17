import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explainMissing, type MissingItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { fewItems } from '#contract/values/match-rate.ts';
import type { QueryDraft } from '#engine/query/pipeline.ts';
import { applyCollection, updateCollection } from '#features/data/collections/collections.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { type FeedHost, startFeedHost } from '#testing/feeds/feed-host.ts';
import { addOwnRule } from '#testing/own-rule.ts';
import { startTestApp, type Actor, type TestApp } from '#testing/test-app.ts';

const lamps = Array.from({ length: fewItems + 5 }, (_, number) => ({
  id: `lampa-${number}`,
  name: `Stolní lampa ${number}${' bílá'.repeat(number % 5)}`,
  brand: number % 2 ? 'Svit' : 'Zář',
  price: 100 + number,
}));
const items = [
  { id: 'z1', name: 'Jídelní židle Alva', brand: 'Dubina', price: 900, delivery_note: 'montáž zdarma' },
  { id: 'z2', name: 'Židle Béla s područkami', brand: 'Dubina', price: 1900 },
  { id: 't1', name: 'Tričko modré', item_group: 'tricko', brand: 'Nit', price: 200 },
  { id: 't2', name: 'Tričko modré modré tričko s dlouhým rukávem', item_group: 'tricko', brand: 'Nit', price: 210 },
  { id: 'z1', name: 'Barová židle Cyril', brand: 'Dubina', price: 700 },
  ...lamps,
];

let host: FeedHost;
let server: TestApp;
let owner: Actor;
let c: number;
let projectId: number;
let changes: Partial<QueryDraft> = {};

beforeAll(async () => {
  host = await startFeedHost();
  server = await startTestApp({ allowedPrivateFeeds: [host.host] });
  addOwnRule(server.app.releases, { stage: 'curations', apply: (draft) => ({ ...draft, ...changes }) });
  const feed_url = host.put('/shop.ndjson', items.map((item) => JSON.stringify(item)).join('\n'));
  const person = await server.signUp('owner@example.com');
  const project = { name: 'Shop', language: 'cs', data_source: 'custom_feed', feed_url } as const;
  const { data } = await server.call(person, createProject, project);
  owner = { ...person, project: data!.token };
  c = data!.collection_id;
  projectId = data!.id;
  await server.imported(owner, data!.feed_id!);
});
beforeEach(() => {
  changes = {};
});
afterAll(async () => {
  await server.close();
  await host.close();
});

const ask = async (q: string, item: string, filters: object = {}): Promise<MissingItem> =>
  (await server.call(owner, explainMissing, { c, q, item, filters: JSON.stringify(filters) })).data!;

test('a word that the collection ignores is told', async () => {
  expect((await ask('židle na zahradu', 'z2')).ignored_words).toEqual([]);
  await server.call(owner, stopwords.create, { value: 'na' });
  await server.app.releases.publish({ id: projectId }, { userId: null, reason: 'test' });
  await server.call(owner, updateCollection, { id: c, force_stopwords: true });
  await server.call(owner, applyCollection, { id: c });
  expect((await ask('židle na zahradu', 'z2')).ignored_words).toEqual(['na']);
  await server.call(owner, updateCollection, { id: c, force_stopwords: false });
  await server.call(owner, applyCollection, { id: c });
});

describe('an item that the collection does not have', () => {
  test('was left out by the last import, and the row says why', async () => {
    const answer = await ask('židle', 'Barová židle Cyril');
    expect(answer.state).toBe('unknown');
    expect(answer.feed!.last_import_at).toBeGreaterThan(0);
    expect(answer.feed!.skipped).toMatchObject([
      { field: 'id', value: 'z1', reason: 'duplicateItem', position: 5, is_same: true },
    ]);
    expect((await ask('židle', 'barová')).feed!.skipped).toMatchObject([{ reason: 'duplicateItem', is_same: false }]);
  });

  test('is not in the feed', async () => {
    const answer = await ask('židle', 'židle Bela');
    expect(answer).toMatchObject({ state: 'unknown', item: null, feed: { skipped: [] } });
  });
});

describe('an item', () => {
  test.each([['z2'], ['Židle Béla s područkami'], ['zidle bela s podruckami']])('is known by “%s”', async (wanted) => {
    expect((await ask('lampa ', wanted)).item).toMatchObject({ id: 'z2' });
  });

  test('that is found says its place, as the list has it', async () => {
    for (const page of [1, 3]) {
      const { data } = await server.call(owner, testQuery, { c, q: 'stolní lampa ', page });
      const place = data!.items.length - 1;
      const answer = await ask('stolní lampa ', data!.items[place]!.id);
      expect(answer).toMatchObject({ state: 'found', position: (page - 1) * 20 + place + 1, reasons: [] });
    }
  });

  test('that another variant stands for names that one', async () => {
    const { data } = await server.call(owner, testQuery, { c, q: 'tričko modré ' });
    expect(data!.items).toHaveLength(1);
    const shown = data!.items[0]!.id;
    const answer = await ask('tričko modré ', shown === 't1' ? 't2' : 't1');
    expect(answer).toMatchObject({ state: 'found', position: null, shown_variant: { id: shown } });
  });

  test('that a filter leaves out names the filter and what the item has', async () => {
    const answer = await ask('židle ', 'z1', { brand: ['Dubina'], price: { from: 1000 } });
    expect(answer).toMatchObject({ state: 'notFound', reasons: ['filtered'] });
    expect(answer.failed_filters).toEqual([{ field: 'price', any_of: [], from: 1000, to: null, own: ['900'] }]);
    const byBrand = await ask('židle ', 'z1', { brand: ['Nit', 'Svit'] });
    expect(byBrand.failed_filters).toEqual([{ field: 'brand', any_of: ['Nit', 'Svit'], from: null, to: null, own: ['Dubina'] }]);
  });

  test('that a rule hides, or that has an unwanted word, says so', async () => {
    expect(await ask('židle -područky', 'z2')).toMatchObject({ reasons: ['excludedWord'], unwanted_words: ['podrucky'] });
    changes = { hidden: ['z1'] };
    expect((await ask('židle ', 'z1')).reasons).toEqual(['hidden']);
  });

  test('of a query that redirects is not looked for', async () => {
    changes = { redirect: 'https://shop.example/akce' };
    expect(await ask('židle', 'z1')).toMatchObject({ state: 'redirected', redirect: 'https://shop.example/akce' });
  });
});

describe('an item with too few of the words', () => {
  const query = 'stolní lampa montáží ';

  test('says which words it lacks, where they are looked for, and where it has them unsearched', async () => {
    const answer = await ask(query, 'z1');
    expect(answer).toMatchObject({
      state: 'notFound',
      reasons: ['tooFewWords'],
      minimum_count: 2,
      relevant_rate: 70,
    });
    expect(answer.words).toEqual([
      { word: 'stolni', is_in_item: false, unsearched_fields: [] },
      { word: 'lampa', is_in_item: false, unsearched_fields: [] },
      { word: 'montazi', is_in_item: false, unsearched_fields: [] },
    ]);
    const asWritten = await ask('stolní lampa montáž ', 'z1');
    expect(asWritten.words[2]).toEqual({ word: 'montaz', is_in_item: false, unsearched_fields: ['delivery_note'] });
    expect(answer.searched_fields).toContain('name');
    expect(answer.searched_fields).not.toContain('delivery_note');
  });
});

test('before the first import every item is unknown', async () => {
  const person = await server.signUp('newcomer@example.com');
  const { data: made } = await server.call(person, createProject, { name: 'New', language: 'cs', data_source: 'aisle_api' });
  const newcomer = { ...person, project: made!.token };
  const { data } = await server.call(newcomer, explainMissing, { c: made!.collection_id, q: 'židle', item: 'z1' });
  expect(data).toMatchObject({ state: 'unknown', feed: null });
});
