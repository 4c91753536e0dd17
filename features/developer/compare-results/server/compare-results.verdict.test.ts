import { describe, expect, test } from 'vitest';
import type { ComparedItem, Factor, Share } from '#features/developer/compare-results/compare-results.contract.ts';
import { verdictOf, type Compared } from './compare-results.verdict.ts';

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

describe('what decides is the largest part of the lead, as', () => {
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
