import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testQuery } from '#contract/test-query.ts';
import { explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import type { Boost } from '#engine/plan.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { readRelevance } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { addOwnRule } from '#testing/own-rule.ts';
import { startSampleShop, type TestApp } from '#testing/test-app.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
let c: number;
/** Stands for the rules of a shop that boost. */
let boosts: readonly Boost[] = [];
beforeAll(async () => {
  ({ server, owner } = await startSampleShop());
  addOwnRule(server.app.releases, { stage: 'boosts', apply: (draft) => ({ ...draft, boosts }) });
  c = (await server.call(owner, listCollections, {})).data![0]!.id;
});
afterEach(() => {
  boosts = [];
});
afterAll(() => server.close());

test('an item is explained for the same search as the list, with its filters', async () => {
  const { data } = await server.call(owner, testQuery, { c, q: 'gloves' });
  const { id, brand, score } = data!.items[0]!;
  const explained = async (filters: unknown) =>
    (await server.call(owner, explainItem, { c, q: 'gloves', filters: JSON.stringify(filters), id })).data;
  expect(await explained({ brand: [brand] })).toMatchObject({ is_found: true, score, reasons_not_found: [] });
  expect(await explained({ brand: ['Nobody'] })).toMatchObject({ is_found: false, reasons_not_found: ['filtered'] });
});

test('an explanation tells the weights that people set', async () => {
  const { data: tuning } = await server.call(owner, readRelevance, { id: c });
  const set = new Map(tuning!.map((field) => [field.field_name, field.weight]));
  const { data: list } = await server.call(owner, testQuery, { c, q: 'garden gloves' });
  const { data } = await server.call(owner, explainItem, { c, q: 'garden gloves', filters: '', id: list!.items[0]!.id });
  const told = data!.matches.flatMap(({ fields }) => fields.map(({ field, weight }) => [field, weight]));
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(told.map(([field]) => [field, set.get(String(field))]));
});

test('the parts of an explanation add up to the score of the list, boosts and all', async () => {
  const brand = String((await server.call(owner, testQuery, { c, q: 'gloves' })).data!.items[0]!['brand']);
  boosts = [
    { kind: 'value', field: 'brand', anyOf: [brand], factor: 2 },
    { kind: 'functional', field: 'price', curve: 'logarithmic', operation: 'add', factor: 0.5 },
    { kind: 'value', field: 'brand', anyOf: [brand], factor: 0.25 },
  ];
  for (const q of ['garden gloves', '']) {
    const filters = JSON.stringify({ brand: [brand] });
    const { id, score } = (await server.call(owner, testQuery, { c, q, filters })).data!.items[0]!;
    const { data } = await server.call(owner, explainItem, { c, q, filters, id });
    const parts = [...data!.matches, ...data!.phrases, ...data!.boosts];
    expect(parts.reduce((sum, part) => sum + part.score, data!.base)).toBeCloseTo(score, 5);
    expect(data!.score).toBe(score);
    expect(data!.boosts.map(({ field, is_added: isAdded, amount }) => [field, isAdded, amount > 0])).toEqual([
      ['brand', false, true],
      ['price', true, true],
      ['brand', false, true],
      ...(q === '' ? [['popularity', true, true]] : []),
    ]);
    expect(data!.boosts[2]!.score).toBeLessThan(0);
    expect(data!.base).toBe(q === '' ? 1 : 0);
  }
});

test('words that are not wanted are told, whether the item has them or not', async () => {
  const [first] = (await server.call(owner, testQuery, { c, q: 'gloves' })).data!.items;
  const { data } = await server.call(owner, explainItem, { c, q: 'gloves -garden -kettle', filters: '', id: first!.id });
  expect(data).toMatchObject({
    is_found: false,
    unwanted_words: [
      { word: 'garden', is_in_item: true, score: null },
      { word: 'kettle', is_in_item: false, score: null },
    ],
  });
});

test('fewer words are told as numbers, which every language can say', async () => {
  const { data } = await server.call(owner, testQuery, { c, q: 'gloves qqqq wwww zzzz', debug: '1' });
  const step = data!.trace!.find((entry) => entry.step === 'relax');
  expect(Number(step!.after)).toBeLessThan(Number(step!.before));
});
