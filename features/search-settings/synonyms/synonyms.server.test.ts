import { testQuery } from '#contract/test-query.ts';
import { dayOf } from '#contract/days.ts';
import { addSearched } from '#testing/searched.ts';
import { expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';
import { previewSynonym, synonyms } from './synonyms.contract.ts';

const server = await sharedServer();

test('a synonym acts from the moment it is saved until it is off, changed, ended or deleted', async () => {
  const owner = await server.shop();
  const oneWay = (term: string) => ({ term, synonym_type_id: 2 as const, synonyms: ['lawn mower'] });
  const acts = async () => {
    const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'grasschopper' });
    return !data!.corrected_query && !data!.is_relaxed && data!.total_count! > 0;
  };
  expect(await acts()).toBe(false);
  const { id } = (await server.call(owner, synonyms.create, oneWay('grasschopper'))).data!;
  const change = (input: object) => server.call(owner, synonyms.update, { ...oneWay('grasschopper'), ...input, id });
  expect(await acts()).toBe(true);
  for (const [undone, redone] of [
    [
      () => server.call(owner, synonyms.setActive, { ids: [id], is_active: false }),
      () => server.call(owner, synonyms.setActive, { ids: [id], is_active: true }),
    ],
    [() => change({ term: 'weedwhacker' }), () => change({})],
    [() => change({ valid_to: 1_000_000_000_000 }), () => change({ valid_from: 1_000_000_000_000 })],
    [() => server.call(owner, synonyms.remove, { id }), () => server.call(owner, synonyms.restore, { ids: [id] })],
  ] as const) {
    expect((await undone()).status).toBe(200);
    expect(await acts()).toBe(false);
    expect((await redone()).status).toBe(200);
    expect(await acts()).toBe(true);
  }
});

test('the preview shows what a query finds without and with an unsaved synonym', async () => {
  const owner = await server.shop();
  const c = owner.collectionId;
  const row = { term: 'grasschopper', synonym_type_id: 2 as const, synonyms: ['lawn mower'] };
  const preview = (q: string, change: object = {}) =>
    server.call(owner, previewSynonym, { c, q, rows: [{ ...row, ...change }] }) as unknown as Promise<{
      readonly live_total_count: number;
      readonly total_count: number;
    }>;
  const { live_total_count: before, total_count: after } = await preview('grasschopper');
  expect([before, after > 0]).toEqual([0, true]);
  const other = await preview('lawn mower');
  expect(other.total_count).toBe(other.live_total_count);
  const { id } = (await server.call(owner, synonyms.create, row)).data!;
  expect(await preview('grasschopper', { id })).toMatchObject({ live_total_count: 0, total_count: after });
  expect((await server.call(owner, testQuery, { c, q: 'grasschopper' })).data!.total_count).toBe(after);
});

test('the list counts searches of the last 30 days that a synonym acts on', async () => {
  const owner = await server.shop();
  const add = async (row: { term: string; synonyms: string[]; synonym_type_id: 1 | 2 }) =>
    (await server.call(owner, synonyms.create, row)).data!;
  expect(await add({ term: 'strimmer', synonym_type_id: 1, synonyms: ['grass trimmer'] })).toMatchObject({ search_count: null });
  const { projectId, collectionId } = owner;
  const logged = (term: string, searchCount: number) => ({
    projectId,
    collectionId,
    day: dayOf(Date.now(), 'UTC'),
    term,
    searchCount,
    itemCount: 1,
  });
  await addSearched(server.app.db, [
    logged('strimmers', 4),
    logged('cheap grass trimmer', 3),
    logged('grass', 20),
    logged('mower', 8),
  ]);
  const count = async (term: string) =>
    (await server.call(owner, synonyms.list, { search: term })).data!.items.find((row) => row.term === term)!.search_count;
  await expect.poll(() => count('strimmer'), { timeout: 20_000 }).toBe(7);
  expect(await add({ term: 'cutter', synonym_type_id: 2, synonyms: ['mower'] })).toMatchObject({ search_count: 0 });
});

test('the term may be called catalog_term, and answers give both', async () => {
  const owner = await server.owner('caller@synonyms.example');
  const sent = { catalog_term: 'trowel', synonym_type_id: 1, synonyms: ['spade'] } as never;
  const { data } = await server.call(owner, synonyms.create, sent);
  expect(data).toMatchObject({ term: 'trowel', catalog_term: 'trowel' });
});

test('refuses a synonym of a word with itself', async () => {
  const owner = await server.shop();
  const { errors } = await server.call(owner, synonyms.create, { term: 'Kettle', synonyms: ['kettle', ' kettle'] });
  expect(errors).toMatchObject([{ field: 'synonyms', code: 'notDifferent' }]);
});

test('drops the term from its own synonyms when a form or a file has it there', async () => {
  const owner = await server.shop();
  const { data } = await server.call(owner, synonyms.create, { term: 'Sofa', synonyms: ['sofa', 'couch'] });
  expect(data?.synonyms).toEqual(['couch']);
  const text = JSON.stringify([{ term: 'Rug', synonym_type_id: 2, synonyms: ['rug', 'carpet', 'RUG'] }]);
  await server.call(owner, synonyms.importRows, { format: 'json', text, dry_run: false });
  const { items } = (await server.call(owner, synonyms.list, { search: 'rug' })).data!;
  expect(items.map((row) => row.synonyms)).toEqual([['carpet']]);
});

test.each([
  [2, 'kettel', ['kettle'], 1, 'kettel', ['kettle']],
  [1, 'kettle', ['kettel', 'boiler'], 2, 'kettel', ['kettle']],
  [2, 'kettel', ['Kettle'], 3, 'kettel', ['kettle']],
] as const)(
  'refuses a synonym whose words another one joins already: %#',
  async (kind, term, words, otherKind, otherTerm, otherWords) => {
    const owner = await server.shop();
    const create = (synonym_type_id: 1 | 2 | 3, word: string, others: readonly string[]) =>
      server.call(owner, synonyms.create, { term: word, synonym_type_id, synonyms: [...others] });
    const { id } = (await create(kind, term, words)).data!;
    const refused = await create(otherKind, otherTerm, otherWords);
    expect(refused.errors).toMatchObject([{ field: 'synonyms', code: 'synonymKnown', parameters: { term } }]);
    expect((await create(otherKind, otherTerm, ['teapot'])).status).toBe(200);
    expect((await create(otherKind === 1 ? 2 : 1, 'cup', otherWords)).status).toBe(200);
    const saved = await server.call(owner, synonyms.update, { id, term, synonym_type_id: kind, synonyms: [...words] });
    expect(saved.status).toBe(200);
  },
);
