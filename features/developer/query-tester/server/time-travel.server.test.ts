import { beforeAll, expect, test } from 'vitest';
import { compareResults } from '#features/developer/compare-results/compare-results.contract.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { applyCollection, listCollections, updateCollection } from '#features/data/collections/collections.contract.ts';
import { readBoosts, saveBoosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { listReleases } from '#features/search-settings/releases/releases.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { explainMissing, explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { testQuery } from '#contract/test-query.ts';

const server = await sharedServer();
const owner = await server.shop();
let c: number;
const word = 'zqxhand';
let synonymId = 0;
let before = 0;

const newest = async () => (await server.call(owner, listReleases, { per_page: 1 })).data!.items[0]!.number;

beforeAll(async () => {
  c = (await server.call(owner, listCollections, {})).data![0]!.id;
  before = await newest();
  const { data } = await server.call(owner, synonyms.create, { term: word, synonyms: ['gloves'] });
  synonymId = data!.id;
});

const found = async (release: string, without = '') =>
  (await server.call(owner, testQuery, { c, q: word, release, without, debug: '1' })).data!;

test('a query is searched by an earlier release as it was then, and by what is live as it is now', async () => {
  const gloves = (await server.call(owner, testQuery, { c, q: 'gloves' })).data!;
  expect((await found('live')).total_count).toBe(gloves.total_count);
  expect((await found(String(before))).trace!.some(({ step }) => step === 'synonyms')).toBe(false);
  expect((await found(String(before + 1))).total_count).toBe(gloves.total_count);
});

test('rules are left out one by one, and the trace names the rows to leave out', async () => {
  const { data: fixit } = await server.call(owner, fixits.create, { term: 'zqxfix', catalog_term: `the ${word}` });
  const { data: filter } = await server.call(owner, charFilters.create, { from: '§', to: 'x' });
  const trace = async (without: string) =>
    (await server.call(owner, testQuery, { c, q: 'zq§fix', without, debug: '1' })).data!.trace!.flatMap(({ rows = [] }) => rows);
  expect(await trace('')).toEqual([
    { source: 'character-filters', id: filter!.id, name: '§' },
    { source: 'fixits', id: fixit!.id, name: 'zqxfix' },
    { source: 'synonyms', id: synonymId, name: word },
  ]);
  expect(await trace(`fixits:${fixit!.id}`)).toEqual([{ source: 'character-filters', id: filter!.id, name: '§' }]);
  expect(await trace(`synonyms:${synonymId},character-filters:${filter!.id}`)).toEqual([]);
  expect(await trace('synonyms:999999')).toHaveLength(3);
});

test('a boost is left out, too', async () => {
  const { data: fields } = await server.call(owner, readBoosts, { c });
  const [field] = fields!.fields.filter((one) => one.is_boostable && one.type === 'text');
  const brand = (await server.call(owner, testQuery, { c, q: 'gloves' })).data!.items.at(-1)![field!.name];
  const boost = { field: field!.name, type: 'value' as const, value: [[brand].flat()[0]], boost: 1000 };
  await server.call(owner, saveBoosts, { collection_id: c, boosts: [boost], overrides_relevance: false, publish: true } as never);
  const boosted = async (without: string) =>
    (await server.call(owner, testQuery, { c, q: 'gloves', without, debug: '1' })).data!.trace!.find(
      ({ step }) => step === 'boosts',
    );
  const row = (await boosted(''))!.rows![0]!;
  expect(row).toMatchObject({ source: 'boosts', name: field!.name });
  expect(await boosted(`boosts:${row.id}`)).toBeUndefined();
});

test('the draft has what waits for midnight', async () => {
  const collection = { id: c, force_stopwords: true };
  await server.call(owner, updateCollection, collection);
  await server.call(owner, applyCollection, { id: c });
  await server.call(owner, stopwords.create, { value: word });
  const data = async (release: string) =>
    (await server.call(owner, testQuery, { c, q: `${word} kettle`, release, debug: '1' })).data!.trace!;
  const hasLeftOut = async (release: string) => (await data(release)).some(({ step }) => step === 'stopwords');
  expect([await hasLeftOut('live'), await hasLeftOut('draft')]).toEqual([false, true]);
});

test('an explanation, a missing item and a comparison go by the same release', async () => {
  const [first] = (await server.call(owner, testQuery, { c, q: word })).data!.items;
  const { id } = first!;
  const release = String(before);
  const explained = async (tried: object) =>
    (await server.call(owner, explainItem, { c, q: word, filters: '', id, ...tried })).data!.is_found;
  expect([await explained({}), await explained({ release }), await explained({ without: `synonyms:${synonymId}` })]).toEqual([
    true,
    false,
    false,
  ]);
  const missing = await server.call(owner, explainMissing, { c, q: word, item: id, release });
  expect(missing.data!.state).toBe('notFound');
  const compared = await server.call(owner, compareResults, { c, q: word, a: id, release });
  expect(compared.data!.a!.is_found).toBe(false);
});

test('a release that is not kept, not there, or older than the collection is told so', async () => {
  const status = async (release: string) => {
    const { status: code, errors } = await server.call(owner, testQuery, { c, q: word, release });
    return [code, errors?.[0]?.code];
  };
  expect(await status('999999')).toEqual([404, 'notFound']);
  expect(await status('0')).toEqual([422, expect.any(String)]);
  const db = server.app.db.updateTable('release').where('project_id', '=', owner.projectId).where('number', '=', before);
  await db.set({ is_kept: 0 }).execute();
  expect(await status(String(before))).toEqual([409, 'releaseNotKept']);
  await db.set({ is_kept: 1 }).execute();
});
