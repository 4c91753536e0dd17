import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { BesideOf, InputOf } from '#contract/endpoint.ts';
import {
  createCollection,
  listCollections,
  recreateCollection,
  updateCollection,
} from '#features/data/collections/collections.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listReleases, readRelease, restoreRelease } from '#features/search-settings/releases/releases.contract.ts';
import {
  checkRelevance,
  countMatches,
  previewRelevance,
  readRelevance,
  type RelevanceField,
  saveRelevance,
} from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const owner = await server.shop();
let c: number;
let first: Tuned;
beforeAll(async () => {
  c = owner.collectionId;
  first = await read();
});
beforeEach(async () => {
  await save(first);
});

/** A machine may have other things to do. */
const rebuildMs = 50_000;

interface Tuned {
  readonly fields: readonly RelevanceField[];
  readonly beside: BesideOf<typeof readRelevance>;
}

async function read(): Promise<Tuned> {
  const { data, ...beside } = await server.call(owner, readRelevance, { id: c });
  return { fields: data ?? [], beside: beside as unknown as Tuned['beside'] };
}

const sent = ({ fields, beside }: Tuned, changes: Record<string, Partial<RelevanceField>> = {}) => ({
  collection_id: c,
  relevant_rate: beside.relevant_rate,
  fields: fields.map((field) => ({ ...field, ...changes[field.field_name] })),
});
const save = async (tuned: Tuned, changes?: Record<string, Partial<RelevanceField>>, more: object = {}) =>
  server.call(owner, saveRelevance, { ...sent(tuned, changes), ...more } as InputOf<typeof saveRelevance>);
const fieldIn = ({ fields }: Pick<Tuned, 'fields'>, name: string) => fields.find(({ field_name: own }) => own === name)!;
const found = async (q: string): Promise<string[]> => {
  const { data } = await server.call({}, frontSearch, { token: owner.project, q, per_page: 50 });
  return data!.items.map(({ id }) => id);
};
const newest = async () => {
  const { data } = await server.call(owner, listReleases, {});
  return data!.items[0]!;
};

test('every indexed field has all of its properties, rounded to the steps that people set', () => {
  expect(fieldIn(first, 'name')).toMatchObject({
    collection_id: c,
    type: 'text',
    searchable: true,
    weight: 10,
    wildcard: 0.8,
    phrase_weight: 2,
    user_phrase_check: '0',
    fuzzy: true,
    shingle: true,
    stemmer: true,
    boostable: false,
    boosts: [],
    built: { searchable: true, stemmer: true },
  });
  expect(fieldIn(first, 'price')).toMatchObject({ searchable: false, boostable: true, is_counted: true });
  expect(first.fields.map(({ field_name: name }) => name)).not.toContain('id');
  expect(first.beside).toMatchObject({ relevant_rate: 70, language: 'en', has_stemmer: true });
  expect(first.beside.defaults).toHaveLength(first.fields.length);
});

test('items are counted by how many words they have, and as many are needed as the search needs', async () => {
  const q = 'steel garden bottle';
  for (const relevant_rate of [0, 70, 100] as const) {
    const settings = { ...sent(first), relevant_rate, q } as InputOf<typeof countMatches>;
    const { counts, needed } = (await server.call(owner, countMatches, settings)).data!;
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(counts).toHaveLength(3);
    const preview = await server.call(owner, previewRelevance, settings);
    expect(preview).toMatchObject({ total_count: counts[needed - 1] });
  }
});

test('saving is live at once, as a release with the changes, including the match rate', async () => {
  const query = 'steel bottle';
  const before = await found(query);
  const { data, ...beside } = await save(first, { name: { weight: 0.1 }, description: { weight: 10 } }, { relevant_rate: 0 });
  expect(fieldIn({ fields: data! }, 'description').weight).toBe(10);
  expect(await found(query)).not.toEqual(before);
  const release = await newest();
  expect((beside as unknown as Tuned['beside']).release).toBe(release.number);
  const told = await server.call(owner, readRelease, { number: release.number } as never);
  expect(JSON.stringify(told.data)).toContain('"description"');
  expect(release.counts).toEqual({ fields: { changed: 2 }, collections: { changed: 1 } });
  const [collection] = (await server.call(owner, listCollections, {})).data!;
  expect(collection).toMatchObject({ relevant_rate: 0, need_update: false });
});

test('ranks items in stock first by default; turning it off is previewed, saved and restored like a weight', async () => {
  expect(first.beside).toMatchObject({ in_stock_first: true, has_stock: true });
  const query = 'steel bottle';
  const inOrder = await found(query);
  const { number: before } = await newest();
  const preview = await server.call(owner, previewRelevance, { ...sent(first), in_stock_first: false, q: query } as never);
  await save(first, {}, { in_stock_first: false });
  expect((await read()).beside.in_stock_first).toBe(false);
  const unordered = await found(query);
  expect(unordered).not.toEqual(inOrder);
  expect(preview.data!.map(({ id }) => id)).toEqual(unordered.slice(0, 20));
  expect((await newest()).counts).toEqual({ collections: { changed: 1 } });
  await save(first, { name: { weight: 3 } });
  expect((await read()).beside.in_stock_first).toBe(false);
  await server.call(owner, restoreRelease, { number: before } as never);
  expect((await read()).beside.in_stock_first).toBe(true);
  expect(await found(query)).toEqual(inOrder);
  const { data: articles } = await server.call(owner, createCollection, { name: 'Guides', predefined: 'articles' } as never);
  const { has_stock: hasStock } = (await server.call(owner, readRelevance, { id: articles!.id })) as unknown as Tuned['beside'];
  expect(hasStock).toBe(false);
});

test('learns from visitors by default; turning it off is saved, kept by other saves and restored', async () => {
  expect(first.beside.learning).toBe('careful');
  const { number: before } = await newest();
  await save(first, {}, { learning: 'off' });
  await save(first, { name: { weight: 4 } });
  expect((await read()).beside.learning).toBe('off');
  await server.call(owner, restoreRelease, { number: before } as never);
  expect((await read()).beside.learning).toBe('careful');
});

test('saving without changes makes no release', async () => {
  const before = (await newest()).number;
  await save(await read());
  expect((await newest()).number).toBe(before);
});

test('a preview shows what saving would do, with both places of every item, and changes nothing', async () => {
  const before = await read();
  const draft = { name: { weight: 0.1 }, description: { weight: 10 } };
  const query = 'steel bottle';
  const live = await found(query);
  const preview = await server.call(owner, previewRelevance, { ...sent(first, draft), q: query } as never);
  const { res } = preview as unknown as { res: { took: { final: number } } };
  expect(res.took.final).toBeGreaterThan(0);
  expect(await read()).toEqual(before);
  expect(await found(query)).toEqual(live);
  await save(first, draft);
  const after = await found(query);
  expect(preview.data!.map(({ id }) => id)).toEqual(after.slice(0, 20));
  for (const { id, position, live_position: livePosition } of preview.data!) {
    expect(position).toBe(after.indexOf(id) + 1);
    if (live.includes(id)) expect(livePosition).toBe(live.indexOf(id) + 1);
  }
});

test('the check before publishing compares queries with what is not saved', async () => {
  const { data } = await server.call(owner, checkRelevance, {
    ...sent(first, { name: { searchable: false } }),
    queries: ['bottle', 'nothing of the kind'],
  } as never);
  expect(data).toMatchObject([{ q: 'bottle', is_changed: true }, { is_changed: false }]);
});

test('two people who save at once lose nothing', async () => {
  const began = (await read()).beside.updated_at;
  expect((await save(first, { name: { weight: 9 } }, { updated_at: began })).status).toBe(200);
  const late = await save(first, { name: { weight: 1 } }, { updated_at: began });
  expect(late).toMatchObject({ status: 409, errors: [{ code: 'changedMeanwhile', parameters: { person: 'Test Person' } }] });
  expect(fieldIn(await read(), 'name').weight).toBe(9);
  expect((await save(first, { name: { weight: 1 } }, { updated_at: null })).status).toBe(200);
});

test('saving the match rate with the collection, and restoring a release, are conflicting changes', async () => {
  const { updated_at: began } = (await read()).beside;
  const { number } = await newest();
  await server.call(owner, updateCollection, { id: c, relevant_rate: 50 });
  const { updated_at: second } = (await read()).beside;
  expect(second).toBeGreaterThan(began);
  await save(first, { name: { weight: 3 } });
  const { updated_at: third } = (await read()).beside;
  await server.call(owner, restoreRelease, { number } as never);
  const restored = await read();
  expect(fieldIn(restored, 'name').weight).toBe(10);
  expect(restored.beside.updated_at).not.toBe(third);
});

test(
  'words in other forms wait until the collection is rebuilt',
  async () => {
    const isBuilt = async () => fieldIn(await read(), 'name').built!.stemmer;
    await save(first, { name: { stemmer: false } });
    expect(await isBuilt()).toBe(true);
    const waiting = async () => (await server.call(owner, listCollections, {})).data![0]!.waiting_changes;
    expect(await waiting()).toBe(1);
    await server.call(owner, recreateCollection, { id: c });
    await expect.poll(isBuilt, { timeout: rebuildMs }).toBe(false);
    expect(await waiting()).toBe(0);
  },
  2 * rebuildMs,
);

test.each([
  ['a weight below 0', { weight: -1 }, 'notBetween'],
  ['a weight beyond 10', { weight: 1e9 }, 'notBetween'],
  ['no number', { weight: null }, 'required'],
  ['a beginning worth more than a word', { wildcard: 1.1 }, 'notBetween'],
])('%s is refused at its place', async (_what, change, code) => {
  const { status, errors } = await save(first, { name: change as Partial<RelevanceField> });
  const place = first.fields.findIndex(({ field_name: name }) => name === 'name');
  expect(status).toBe(422);
  expect(errors).toMatchObject([{ field: `fields.${place}.${Object.keys(change)[0]}`, code }]);
});

test('a collection is never left without a searched field, and foreign fields are not found', async () => {
  const all = await read();
  const off = Object.fromEntries(all.fields.map(({ field_name: name }) => [name, { searchable: false }]));
  expect((await save(all, off)).errors).toMatchObject([{ code: 'nothingSearched' }]);
  const light = Object.fromEntries(all.fields.map(({ field_name: name }) => [name, { weight: 0 }]));
  expect((await save(all, light)).errors).toMatchObject([{ code: 'nothingSearched' }]);
  const { data } = await server.call(owner, createCollection, { name: 'Articles', predefined: 'articles' } as never);
  const { data: others } = await server.call(owner, readRelevance, { id: data!.id });
  const foreign = await save({ ...first, fields: others! });
  expect(foreign).toMatchObject({ status: 404, errors: [{ code: 'notFound' }] });
  const preview = await server.call(owner, previewRelevance, {
    ...sent({ ...first, fields: others! }),
    q: 'x',
  } as never);
  expect(preview.status).toBe(404);
});
