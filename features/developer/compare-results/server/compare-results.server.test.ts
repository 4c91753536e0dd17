import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  compareResults,
  type Comparison,
  type ComparedItem,
  type Factor,
  type Share,
} from '#features/developer/compare-results/compare-results.contract.ts';
import type { QueryDraft } from '#engine/query/pipeline.ts';
import { testQuery } from '#contract/test-query.ts';
import { addOwnRule } from '#testing/own-rule.ts';
import { startSampleShop, type TestApp } from '#testing/test-app.ts';
import { verdictOf, type Compared } from './compare-results.server.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
let c: number;
/** Stands for the rules of a shop that boost, promote and hide. */
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
const compare = async (q: string, a: string, b: string, filters?: string): Promise<Comparison> =>
  (await server.call(owner, compareResults, { c, q, a, b, ...(filters !== undefined && { filters }) })).data!;

const sumOf = ({ factors }: Comparison, side: 'a' | 'b') => factors.reduce((sum, factor) => sum + (factor[side]?.score ?? 0), 0);

describe('two found items', () => {
  test('have the scores and the order of the list, and factors that add up to them', async () => {
    const items = await search('garden gloves');
    for (const [a, b] of [
      [items[0]!, items.at(-1)!],
      [items[3]!, items[1]!],
      [items[1]!, items[6]!],
    ]) {
      const comparison = await compare('garden gloves', a!.id, b!.id);
      expect(comparison.a!.score).toBe(a!.score);
      expect(comparison.b!.score).toBe(b!.score);
      expect(items[comparison.a!.position! - 1]!.id).toBe(a!.id);
      expect(sumOf(comparison, 'a')).toBeCloseTo(a!.score, 5);
      expect(sumOf(comparison, 'b')).toBeCloseTo(b!.score, 5);
      if (a!.score !== b!.score) expect(comparison.verdict!.ahead).toBe(a!.score > b!.score ? 'a' : 'b');
    }
  });

  test('are told apart by the factor that adds most to the lead', async () => {
    const items = await search('garden gloves ');
    const first = items[0]!;
    const last = items.findLast(({ score }) => score < first.score)!;
    const { verdict, factors } = await compare('garden gloves ', last.id, first.id);
    expect(verdict).toMatchObject({ ahead: 'b', reason: 'score' });
    const lead = (factor: Comparison['factors'][number]) => (factor.b?.score ?? 0) - (factor.a?.score ?? 0);
    const decisive = factors[verdict!.factor!]!;
    expect(lead(decisive)).toBeGreaterThan(0);
    for (const factor of factors) expect(lead(factor)).toBeLessThanOrEqual(lead(decisive));
    if (decisive.a === null) expect(verdict!.cause).toBe('onlyOne');
  });

  test('with equal scores stand in the order of their ids', async () => {
    const [one, other] = await search('');
    expect((await compare('', one!.id, other!.id)).verdict).toMatchObject({ ahead: null, reason: 'tie' });
  });

  test('that are one item are said to be', async () => {
    const [one] = await search('gloves');
    expect((await compare('gloves', one!.id, one!.id)).verdict).toMatchObject({ ahead: null, reason: 'sameItem' });
  });

  test('show what boosts do, in the order in which they act', async () => {
    const items = await search('gloves ');
    const [first, second] = [items[0]!, items.find(({ brand }) => brand !== items[0]!.brand)!];
    changes = { boosts: [{ kind: 'value', field: 'brand', anyOf: [String(second.brand)], factor: 50 }] };
    const comparison = await compare('gloves ', first.id, second.id);
    expect(sumOf(comparison, 'b')).toBeCloseTo(comparison.b!.score, 5);
    const { verdict, factors } = comparison;
    expect(verdict).toMatchObject({ ahead: 'b', reason: 'score', cause: 'onlyOne' });
    expect(factors[verdict!.factor!]).toMatchObject({ kind: 'boost', field: 'brand', a: null, b: { amount: 50 } });
  });

  test('where one is promoted are ordered by that', async () => {
    const [first, second] = await search('gloves');
    changes = { promoted: [second!.id] };
    const { verdict } = await compare('gloves', first!.id, second!.id);
    expect(verdict).toMatchObject({ ahead: 'b', reason: 'promoted', factor: null });
  });
});

describe('an item that is not found', () => {
  test('says why, and the other one is ahead', async () => {
    const [first] = await search('gloves ');
    const found = new Set((await search('gloves ')).map(({ id }) => id));
    const stranger = (await search('kettle ')).find(({ id }) => !found.has(id))!;
    const { verdict, a } = await compare('gloves ', stranger.id, first!.id);
    expect(verdict).toMatchObject({ ahead: 'b', reason: 'notFound' });
    expect(a).toMatchObject({ is_found: false, reasons_not_found: ['tooFewWords'], missing_words: ['gloves'], matched_count: 0 });
  });

  test('by filters says that', async () => {
    const items = await search('gloves');
    const [first] = items;
    const other = items.find(({ brand }) => brand !== first!.brand)!;
    const { verdict, b } = await compare('gloves', first!.id, other.id, JSON.stringify({ brand: [first!.brand] }));
    expect(verdict).toMatchObject({ ahead: 'a', reason: 'notFound' });
    expect(b!.reasons_not_found).toEqual(['filtered']);
  });
});

test('one item alone is shown with its factors', async () => {
  const [first] = await search('gloves');
  const comparison = await compare('gloves', first!.id, '');
  expect(comparison).toMatchObject({ b: null, verdict: null });
  expect(sumOf(comparison, 'a')).toBeCloseTo(first!.score, 5);
});

test('a query that redirects compares nothing', async () => {
  const [first, second] = await search('gloves');
  changes = { redirect: 'https://shop.example/sale' };
  const comparison = await compare('gloves', first!.id, second!.id);
  expect(comparison).toMatchObject({ redirect: 'https://shop.example/sale', verdict: null, factors: [] });
});

describe('what can not be compared', () => {
  test('an item that the collection has not is told as gone, beside the other one', async () => {
    const [first] = await search('gloves');
    const one = await compare('gloves', first!.id, 'no-such-item');
    expect(one).toMatchObject({ a: { item: { id: first!.id } }, b: null, gone: ['b'], verdict: null });
    expect((await compare('gloves', 'no-such-item', 'neither')).gone).toEqual(['a', 'b']);
    expect((await compare('gloves', first!.id, '')).gone).toEqual([]);
  });

  test.each(['\0', '\uD800', 'a'.repeat(501), '../1', 'ž'.repeat(400)])('%j as an item is refused', async (a) => {
    const { status } = await server.call(owner, compareResults, { c, q: 'gloves', a, b: a });
    expect([200, 404, 422]).toContain(status);
  });

  test('a query of a megabyte is refused', async () => {
    const { status } = await server.call(owner, compareResults, { c, q: 'a'.repeat(1_000_000) });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

const item = (id: string, changes: Partial<ComparedItem> = {}): ComparedItem => ({
  item: { id },
  score: 1,
  is_found: true,
  reasons_not_found: [],
  missing_words: [],
  matched_count: 1,
  is_promoted: false,
  curation: null,
  position: null,
  ...changes,
});
const share = (score: number, changes: Partial<Share> = {}): Share => ({
  score,
  match_kind: 'exact',
  term: 'židle',
  term_frequency: 1,
  field_length: 5,
  amount: 0,
  ...changes,
});
const factor = (a: Share | null, b: Share | null): Factor => ({
  kind: 'word',
  boost_id: null,
  word: 'židle',
  field: 'name',
  a,
  b,
});

const verdict = (a: ComparedItem, b: ComparedItem, changes: Partial<Compared> = {}) =>
  verdictOf({ a, b, factors: [], promoted: [], areVariants: false, ...changes });

describe('ahead is', () => {
  const found = item('1', { score: 1 });
  const better = item('2', { score: 3 });
  const lost = item('3', { score: 9, is_found: false });
  const promoted = item('4', { score: 0.5, is_promoted: true });
  const alsoPromoted = item('5', { score: 8, is_promoted: true });
  test.each([
    ['a found item before a lost one whatever its score', found, lost, 'a', 'notFound'],
    ['a promoted item before a better one', better, promoted, 'b', 'promoted'],
    ['the one promoted first', alsoPromoted, promoted, 'b', 'promoted'],
    ['the higher score', found, better, 'b', 'score'],
    ['none of two lost ones', lost, item('6', { is_found: false }), null, 'neitherFound'],
    ['none of equal scores', found, item('7'), null, 'tie'],
    ['none of one item', found, found, null, 'sameItem'],
  ] as const)('%s', (_, a, b, ahead, reason) => {
    expect(verdict(a, b, { promoted: ['4', '5'], factors: [factor(share(1), null)] })).toMatchObject({ ahead, reason });
  });
});

describe('the largest part of the lead decides, as', () => {
  const a = item('1', { score: 5 });
  const b = item('2', { score: 4 });
  const small = factor(share(0.5), null);
  const against = factor(null, share(2));
  test.each([
    ['only one has it', share(3), null, 'onlyOne'],
    ['its form counts more', share(3), share(1, { match_kind: 'stem' }), 'form'],
    ['it stands there more often', share(3, { term_frequency: 2 }), share(1), 'repetition'],
    ['its text is shorter', share(3, { field_length: 3 }), share(1), 'length'],
    ['it simply counts more', share(3), share(1), 'amount'],
  ] as const)('%s', (_, first, second, cause) => {
    expect(verdict(a, b, { factors: [small, against, factor(first, second)] })).toMatchObject({ ahead: 'a', factor: 2, cause });
    expect(verdict(b, a, { factors: [factor(second, first)] })).toMatchObject({ ahead: 'b', factor: 0, cause });
  });
});

test('a boost that multiplies both by the same decides nothing, however much it adds to the lead', () => {
  const boost = (ofA: number, ofB: number): Factor => ({
    ...factor(share(8, { amount: ofA }), share(3, { amount: ofB })),
    kind: 'boost',
    field: 'availability',
  });
  const [a, b] = [item('1', { score: 16 }), item('2', { score: 6 })];
  const words = factor(share(4), share(1));
  expect(verdict(a, b, { factors: [words, boost(2, 2)] })).toMatchObject({ ahead: 'a', factor: 0 });
  expect(verdict(a, b, { factors: [words, boost(2, 1.5)] })).toMatchObject({ ahead: 'a', factor: 1 });
});
