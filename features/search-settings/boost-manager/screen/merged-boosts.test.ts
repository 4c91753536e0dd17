import { expect, it } from 'vitest';
import type { Boost } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostVersions, type EditedBoosts, mergedBoosts } from './merged-boosts.ts';

const boost = (id: number, field: string, factor: number, value = 'x'): Boost => ({
  id,
  field,
  type: 'value',
  value: [value],
  based: 'value',
  function: 'logarithmic',
  operation: 'multiply',
  direction: 'rising',
  full_until: null,
  boost: factor,
  is_active: true,
  valid_from: null,
  valid_to: null,
});
const state = (boosts: Boost[], overrides_relevance = false): EditedBoosts => ({ boosts, overrides_relevance });
const began = state([boost(1, 'brand', 2), boost(2, 'price', 2), boost(3, 'stock', 2)]);
const merged = (theirs: EditedBoosts, mine: EditedBoosts) =>
  mergedBoosts(began, theirs, mine).boosts.map(({ id, field, boost: factor }) => [id, field, factor]);

it('keeps what only the others added, changed and deleted, beside what was done here', () => {
  const theirs = state([boost(1, 'brand', 5), boost(2, 'price', 2), boost(9, 'margin', 4)]);
  const mine = state([boost(1, 'brand', 2), boost(2, 'price', 3), boost(3, 'stock', 2), boost(-1, 'sales', 7)]);
  expect(merged(theirs, mine)).toEqual([
    [1, 'brand', 5],
    [9, 'margin', 4],
    [2, 'price', 3],
    [expect.any(Number), 'sales', 7],
  ]);
  expect(boostVersions(began, theirs, mine).map(({ theirs: their, mine: own }) => [their?.field, own?.field])).toEqual([
    ['brand', 'brand'],
    ['price', 'price'],
    [undefined, 'stock'],
    ['margin', undefined],
    [undefined, 'sales'],
  ]);
});

it('where both changed the same boost, the one from here is on top', () => {
  expect(
    merged(state([boost(1, 'brand', 5), ...began.boosts.slice(1)]), state([boost(1, 'brand', 8), ...began.boosts.slice(1)]))[0],
  ).toEqual([1, 'brand', 8]);
});

it('a boost that they deleted and that was changed here is added again', () => {
  const mine = state([boost(1, 'brand', 8), ...began.boosts.slice(1)]);
  const [first] = merged(state(began.boosts.slice(1)), mine);
  expect(first).toEqual([expect.any(Number), 'brand', 8]);
  expect(first![0]).toBeLessThan(0);
});

it('a boost that both added is one', () => {
  const theirs = state([...began.boosts, boost(9, 'margin', 4)]);
  const mine = state([...began.boosts, boost(-1, 'margin', 6)]);
  expect(merged(theirs, mine).filter(([, field]) => field === 'margin')).toEqual([[9, 'margin', 6]]);
  expect(boostVersions(began, theirs, mine)).toHaveLength(1);
});

it('overrides relevance as they said, unless that was changed here', () => {
  expect(mergedBoosts(state([]), state([], true), state([])).overrides_relevance).toBe(true);
  expect(mergedBoosts(state([], true), state([], true), state([])).overrides_relevance).toBe(false);
});
