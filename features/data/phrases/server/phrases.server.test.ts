import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { frequentTerms } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { TestServer } from '#testing/test-app.ts';
import {
  compareReleases,
  listReleases,
  previewRestore,
  restoreRelease,
} from '#features/search-settings/releases/releases.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import {
  addPhrase,
  listPhrases,
  minePhrases,
  removePhrase,
  setPhraseBoost,
  setPhraseVisibility,
  setVisibilityOfPhrases,
  type Phrase,
} from '#features/data/phrases/phrases.contract.ts';
import { leastSearches } from './phrases.service.ts';

const server = await sharedServer();
let owner: Awaited<ReturnType<TestServer['owner']>>;
beforeAll(async () => {
  owner = await server.owner('owner@phrases.example');
  await server.imported(owner, owner.feedId);
});

const list = async (search = '') =>
  (await server.call(owner, listPhrases, { c: owner.collectionId, search, per_page: 100 })).data?.items ?? [];
const narrowed = async (filters: {
  readonly source?: Phrase['source'];
  readonly suggestion?: 'waiting' | 'suggested' | 'hidden';
}) => {
  const pages: Phrase[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await server.call(owner, listPhrases, { c: owner.collectionId, ...filters, page, per_page: 100 });
    pages.push(...data!.items);
    if (data!.items.length < 100) return pages;
  }
};
const find = async (phrase: string): Promise<Phrase> => {
  const found = (await list(phrase)).find((one) => one.phrase === phrase);
  if (!found) throw new Error(`There is no phrase ${phrase}.`);
  return found;
};
async function suggestions(q: string): Promise<string[]> {
  const { data } = await server.call({}, frontAutocomplete, { token: owner.project, q, limit: 20 });
  return (data?.suggestions ?? []).map(({ text }) => text);
}
async function importAgain(): Promise<void> {
  await server.call(owner, reloadFeed, { id: owner.feedId });
  await server.imported(owner, owner.feedId);
}

test('an import finds phrases; categories are suggested, those of names once somebody switches them on', async () => {
  const gloves = await find('gardening gloves');
  expect(gloves).toMatchObject({ source: 'name', is_visible: false, is_decided: false, boost: 1, search_count: 0 });
  expect(gloves.item_count).toBeGreaterThan(2);
  const [category] = await narrowed({ source: 'category' });
  expect(category).toMatchObject({ is_visible: true, is_decided: false });
  expect(await suggestions(category!.phrase.slice(0, -1))).toContain(category!.phrase);
  expect((await suggestions('gardening gl'))[0]).not.toBe('gardening gloves');
  const { data } = await server.call(owner, setPhraseVisibility, { id: gloves.id, is_visible: true });
  expect(data).toMatchObject({ is_visible: true, is_decided: true });
  expect((await suggestions('garden'))[0]).toMatch(/^\S*[Gg]arden/);
  expect((await suggestions('gardening gl'))[0]).toBe('gardening gloves');
  await importAgain();
  expect(await find('gardening gloves')).toMatchObject({ id: gloves.id, is_visible: true });
});

test('the list is narrowed to an origin and to what is suggested, waits or is hidden', async () => {
  const all = await narrowed({});
  const [waiting, suggested, hidden] = await Promise.all(
    (['waiting', 'suggested', 'hidden'] as const).map((suggestion) => narrowed({ suggestion })),
  );
  expect(suggested!.every(({ is_visible: isVisible }) => isVisible)).toBe(true);
  expect(waiting!.every(({ is_visible: isVisible, is_decided: isDecided }) => !isVisible && !isDecided)).toBe(true);
  expect(hidden).toEqual([]);
  expect(suggested!.length + waiting!.length).toBe(all.length);
  expect((await narrowed({ source: 'name', suggestion: 'suggested' })).map(({ phrase }) => phrase)).toEqual(['gardening gloves']);
});

test('a phrase that is hidden or boosted stays so after the next import', async () => {
  const gloves = await find('gardening gloves');
  expect((await suggestions('gardening gl'))[0]).toBe('gardening gloves');
  const hidden = await server.call(owner, setPhraseVisibility, { id: gloves.id, is_visible: false });
  expect(hidden.data?.is_visible).toBe(false);
  expect(await suggestions('gardening gl')).not.toContain('gardening gloves');
  const other = (await list('set')).at(-1)!;
  await server.call(owner, setPhraseBoost, { id: other.id, boost: 9 });
  await importAgain();
  expect(await find('gardening gloves')).toMatchObject({ id: gloves.id, is_visible: false });
  // Whoever boosts a phrase wants it suggested.
  expect(await find(other.phrase)).toMatchObject({ id: other.id, boost: 9, is_visible: true, is_decided: true });
  const first = other.phrase.split(' ')[0] ?? '';
  expect((await suggestions(first.slice(0, 3)))[0]).toBe(other.phrase);
  await server.call(owner, setPhraseVisibility, { id: gloves.id, is_visible: true });
  expect(await suggestions('gardening gl')).toContain('gardening gloves');
});

test('found and counted phrases are no change of a release; decided ones are compared and undone', async () => {
  const number = async () => (await server.call(owner, listReleases, { per_page: 1 })).data!.items[0]!.number;
  const first = (await server.call(owner, listReleases, { order: 'asc', per_page: 2 })).data!.items[1]!;
  expect(first).toMatchObject({ reason: 'import' });
  expect(Object.keys(first.counts)).toEqual(['fields']);
  const [phrase] = await narrowed({ source: 'name' });
  const before = await number();
  await server.call(owner, setPhraseBoost, { id: phrase!.id, boost: 4 });
  const { data } = await server.call(owner, compareReleases, { number: before, with: await number() });
  expect(data!.changes).toMatchObject([{ source: 'phrases', id: phrase!.id, kind: 'changed' }]);
  const restore = (await server.call(owner, previewRestore, { number: first.number - 1 })).data!;
  expect(Object.values(restore.counts['phrases'] ?? {}).reduce((sum, count) => sum + count, 0)).toBeLessThan(20);
  await server.call(owner, restoreRelease, { number: before, rule: { source: 'phrases', id: phrase!.id } });
  expect(await find(phrase!.phrase)).toMatchObject({ id: phrase!.id, boost: 1 });
});

test('chosen phrases are hidden at once, and shown again; others stay as they are', async () => {
  const [gloves, other] = [await find('gardening gloves'), (await list('set')).at(-1)!];
  const ids = [gloves.id, other.id];
  const { data } = await server.call(owner, setVisibilityOfPhrases, { ids: [...ids, 999_999], is_visible: false });
  expect(new Set(data?.ids)).toEqual(new Set(ids));
  expect(await find(other.phrase)).toMatchObject({ is_visible: false });
  expect(await suggestions('gardening gl')).not.toContain('gardening gloves');
  await server.call(owner, setVisibilityOfPhrases, { ids, is_visible: true });
  expect(await find(other.phrase)).toMatchObject({
    is_visible: true,
    is_decided: true,
    boost: other.boost,
    source: other.source,
  });
  expect(await suggestions('gardening gl')).toContain('gardening gloves');
});

test('a phrase is added by hand once, with the items that it finds, and is not lost', async () => {
  const input = { c: owner.collectionId, phrase: 'Electric kettle', boost: 3 };
  const added = await server.call(owner, addPhrase, { ...input, phrase: 'Kettle for tea lovers' });
  expect(added.data).toMatchObject({ source: 'added', boost: 3, is_visible: true });
  expect(added.data?.item_count).toBeGreaterThan(0);
  expect(await suggestions('kettle for')).toContain('Kettle for tea lovers');
  const again = await server.call(owner, addPhrase, { ...input, phrase: 'kettles FOR tea lover' });
  expect(again).toMatchObject({ status: 409, errors: [{ field: 'phrase' }] });
  expect((await server.call(owner, addPhrase, { ...input, phrase: '!!!' })).status).toBe(422);
  await importAgain();
  expect(await find('Kettle for tea lovers')).toMatchObject({ source: 'added', boost: 3 });
});

test('what visitors often search for becomes a phrase with the next import', async () => {
  for (let at = 0; at < leastSearches; at += 1)
    for (const q of ['gloves for gardening', 'gardening gloves', 'purple quantum toaster']) {
      const url = frontSearch.path;
      const query = { token: owner.project, q, visitor: String(at) };
      await server.app.http.inject({ url, query, remoteAddress: `192.0.2.${at}` });
    }
  // Counts are written every second, so some of the searches may be there before the others.
  const counted = async () =>
    (await frequentTerms(server.app, { id: owner.projectId }, owner.collectionId, 1)).filter(
      ({ searchCount }) => searchCount === leastSearches,
    );
  for (let tries = 0; tries < 100 && (await counted()).length < 3; tries += 1) await sleep(50);
  await importAgain();
  expect(await find('gloves for gardening')).toMatchObject({ source: 'searched', search_count: leastSearches });
  expect(await find('gardening gloves')).toMatchObject({ source: 'name', search_count: leastSearches });
  expect(await list('quantum')).toEqual([]);
  expect((await suggestions('glo'))[0]).toBe('gloves for gardening');
  const { data } = await server.call(owner, listPhrases, { c: owner.collectionId, sort: 'searches', order: 'desc', per_page: 3 });
  expect(data?.items.map(({ search_count: count }) => count > 0)).toEqual([true, true, false]);
});

test('the items are looked through again when somebody asks', async () => {
  const collection = `collection-${owner.collectionId}`;
  const items = [1, 2, 3].map((at) => ({ id: `new-${at}`, fields: { name: `Quantum toaster ${at}` } }));
  await server.app.engine.change(
    collection,
    items.map((item) => ({ kind: 'put', item }) as const),
  );
  expect((await server.call(owner, minePhrases, { c: owner.collectionId })).status).toBe(200);
  for (let tries = 0; tries < 100 && (await list('quantum')).length === 0; tries += 1) await sleep(50);
  expect(await find('quantum toaster')).toMatchObject({ item_count: 3, is_visible: false });
  expect(await suggestions('quan')).not.toContain('quantum toaster');
});

test('where a field wants known phrases only, words of a phrase earn its weight, and stop when it is hidden', async () => {
  const names = server.app.db
    .selectFrom('field')
    .selectAll()
    .where('collection_id', '=', owner.collectionId)
    .where('name', '=', 'name');
  const { id, relevance } = await names.executeTakeFirstOrThrow();
  const strict = { ...(JSON.parse(relevance) as object), userPhraseCheck: true, phraseWeight: 2 };
  await server.app.releases.change({ id: owner.projectId }, { userId: null, reason: 'relevance' }, (db) =>
    db
      .updateTable('field')
      .set({ relevance: JSON.stringify(strict) })
      .where('id', '=', id)
      .execute(),
  );
  const gloves = await find('gardening gloves');
  const earned = async (isVisible: boolean): Promise<string[]> => {
    await server.call(owner, setPhraseVisibility, { id: gloves.id, is_visible: isVisible });
    const search = { c: owner.collectionId, q: 'gardening gloves' };
    const { data: found } = await server.call(owner, testQuery, search);
    const { data } = await server.call(owner, explainItem, { ...search, id: found?.items[0]?.id ?? '' });
    return (data?.phrases ?? []).filter(({ field }) => field === 'name').map(({ words }) => words.join(' '));
  };
  expect(await earned(true)).toEqual(['gardening gloves']);
  expect(await earned(false)).toEqual([]);
  expect(await earned(true)).toEqual(['gardening gloves']);
});

test('what was added by hand is deleted at once, what was found is not', async () => {
  const { id } = await find('Kettle for tea lovers');
  expect((await server.call(owner, removePhrase, { id })).status).toBe(200);
  expect(await suggestions('kettle for')).not.toContain('Kettle for tea lovers');
  expect((await server.call(owner, removePhrase, { id })).status).toBe(404);
  const mined = await server.call(owner, removePhrase, { id: (await find('gardening gloves')).id });
  expect(mined).toMatchObject({ status: 409, errors: [{ code: 'phraseNotAdded' }] });
});
