import { beforeAll, beforeEach, describe, expect, test, afterAll } from 'vitest';
import {
  compareResults,
  type ComparedItem,
  type Comparison,
} from '#features/developer/compare-results/compare-results.contract.ts';
import type { QueryDraft } from '#engine/query/pipeline.ts';
import { testQuery } from '#contract/test-query.ts';
import { addOwnRule } from '#testing/own-rule.ts';
import { startSampleShop, type TestApp } from '#testing/test-app.ts';
import { verdictOf } from './compare-results.server.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
let c: number;
/** Stands for the rules of a shop that promote and redirect. */
let changes: Partial<QueryDraft> = {};

beforeAll(async () => {
  ({ server, owner } = await startSampleShop());
  addOwnRule(server.app.releases, { stage: 'curations', apply: (draft) => ({ ...draft, ...changes }) });
  c = owner.collectionId;
});
beforeEach(() => {
  changes = {};
});
afterAll(() => server.close());

const search = async (q: string) => (await server.call(owner, testQuery, { c, q, per_page: 100 })).data!.items;
const compare = async (q: string, a: string, b: string, filters = ''): Promise<Comparison> =>
  (await server.call(owner, compareResults, { c, q, a, b, filters })).data!;

test('found items have the scores, places and order of the list', async () => {
  const items = await search('garden gloves');
  for (const [a, b] of [
    [items[0]!, items.at(-1)!],
    [items[3]!, items[1]!],
  ] as const) {
    const comparison = await compare('garden gloves', a.id, b.id);
    expect([comparison.a!.score, comparison.b!.score]).toEqual([a.score, b.score]);
    expect(items[comparison.a!.position! - 1]!.id).toBe(a.id);
    if (a.score !== b.score) expect(comparison.verdict!.ahead).toBe(a.score > b.score ? 'a' : 'b');
  }
});

test('a promoted item is ahead', async () => {
  const [first, second] = await search('gloves');
  changes = { promoted: [second!.id] };
  expect((await compare('gloves', first!.id, second!.id)).verdict).toMatchObject({ ahead: 'b', reason: 'promoted' });
});

test('an item that is not found says why, and the other one is ahead', async () => {
  const items = await search('gloves ');
  const [first] = items;
  const stranger = (await search('kettle ')).find(({ id }) => items.every((one) => one.id !== id))!;
  const missing = await compare('gloves ', stranger.id, first!.id);
  expect(missing.verdict).toMatchObject({ ahead: 'b', reason: 'notFound' });
  expect(missing.a).toMatchObject({ is_found: false, reasons_not_found: ['tooFewWords'], missing_words: ['gloves'] });
  const other = items.find(({ brand }) => brand !== first!.brand)!;
  const filtered = await compare('gloves ', first!.id, other.id, JSON.stringify({ brand: [first!.brand] }));
  expect(filtered).toMatchObject({ verdict: { ahead: 'a', reason: 'notFound' }, b: { reasons_not_found: ['filtered'] } });
});

test('nothing is compared without two items of the collection, or when the query redirects', async () => {
  const [first, second] = await search('gloves');
  expect(await compare('gloves', first!.id, '')).toMatchObject({ b: null, gone: [], verdict: null });
  expect(await compare('gloves', first!.id, 'no-such-item')).toMatchObject({ a: { id: first!.id }, gone: ['b'], verdict: null });
  changes = { redirect: 'https://shop.example/sale' };
  expect(await compare('gloves', first!.id, second!.id)).toMatchObject({ redirect: 'https://shop.example/sale', verdict: null });
});

const item = (id: string, own: Partial<ComparedItem> = {}) =>
  ({ id, item: { id }, score: 1, is_found: true, is_promoted: false, ranks: null, ...own }) as ComparedItem;

describe('ahead is', () => {
  const found = item('1');
  const better = item('2', { score: 3 });
  const lost = item('3', { score: 9, is_found: false });
  const promoted = item('4', { score: 0.5, is_promoted: true });
  const alsoPromoted = item('5', { score: 8, is_promoted: true });
  test.each([
    ['a found item before a lost one whatever its score', found, lost, 'a', 'notFound'],
    ['a promoted item before a better one', better, promoted, 'b', 'promoted'],
    ['the one promoted first', alsoPromoted, promoted, 'b', 'promoted'],
    ['the one that words and meaning rank first', item('5', { ranks: { words: null, meaning: 1 } }), better, 'a', 'fused'],
    ['the higher score', found, better, 'b', 'score'],
    ['none of two lost ones', lost, item('6', { is_found: false }), null, 'neitherFound'],
    ['none of equal scores', found, item('7'), null, 'tie'],
    ['none of one item', found, found, null, 'sameItem'],
  ] as const)('%s', (_, a, b, ahead, reason) => {
    expect(verdictOf(a, b, ['4', '5'])).toEqual({ ahead, reason });
  });
});
