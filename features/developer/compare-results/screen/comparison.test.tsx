import { expect, it } from 'vitest';
import type { BoostShare, ItemExplanation } from '#features/developer/query-tester/query-tester.contract.ts';
import { factorsOf } from '#features/developer/query-tester/screen/factors.panel.tsx';
import { decisiveFactor } from './comparison.tsx';

type Match = ItemExplanation['matches'][number];

const explanation = (own: Partial<ItemExplanation>): ItemExplanation => ({
  id: '1',
  score: 0,
  is_found: true,
  reasons_not_found: [],
  missing_words: [],
  matches: [],
  phrases: [],
  spelling: null,
  nearness: 0,
  ranks: null,
  base: 0,
  boosts: [],
  unwanted_words: [],
  learned: null,
  curation: null,
  ...own,
});

const match = (score: number, own: Partial<Match['fields'][number] & Pick<Match, 'word' | 'kind' | 'term'>> = {}): Match => {
  const { word = 'chair', kind = 'exact', term = 'chair', ...field } = own;
  const fields = [{ field: 'name', term_frequency: 1, field_length: 5, weight: 10, score, ...field }];
  return { word, kind, term, score, fields };
};

const boost = (score: number, amount: number, own: Partial<BoostShare> = {}): BoostShare => ({
  id: null,
  kind: 'value',
  field: 'availability',
  values: ['in_stock'],
  curve: '',
  is_added: false,
  direction: '',
  number: null,
  is_age: false,
  amount,
  score,
  ...own,
});

it('lists the parts of both scores as factors, a repeated word once and boosts apart', () => {
  const twice = explanation({ matches: [match(1), match(2)], boosts: [boost(1, 2), boost(-1, 0.5)] });
  const other = explanation({ spelling: { words: ['pás'], score: -0.5 }, base: 1 });
  const shown = factorsOf([twice, other]).map(({ kind, shares }) => [kind, ...shares.map((share) => share?.score ?? null)]);
  expect(shown).toEqual([
    ['base', null, 1],
    ['word', 3, null],
    ['boost', 1, null],
    ['boost', -1, null],
    ['spelling', null, -0.5],
  ]);
});

const decisive = (a: Partial<ItemExplanation>, b: Partial<ItemExplanation>) =>
  decisiveFactor(factorsOf([explanation(a), explanation(b)]), 'a')!;

it('the largest part of the lead decides', () => {
  const small = match(0.5, { word: 'red' });
  expect(decisive({ matches: [small, match(3)] }, {}).word).toBe('chair');
  expect(decisive({ matches: [small, match(3)] }, { matches: [match(2.9)] }).word).toBe('red');
});

it('a boost that multiplies both by the same decides nothing, however much it adds to the lead', () => {
  const [a, b] = [{ matches: [match(4)] }, { matches: [match(1)] }];
  expect(decisive({ ...a, boosts: [boost(8, 2)] }, { ...b, boosts: [boost(3, 2)] }).kind).toBe('word');
  const curved: Partial<BoostShare> = { values: [], curve: 'linear' };
  expect(decisive({ ...a, boosts: [boost(8, 2, curved)] }, { ...b, boosts: [boost(3, 1.5, curved)] }).kind).toBe('boost');
});
