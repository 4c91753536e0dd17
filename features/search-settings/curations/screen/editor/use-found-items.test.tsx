import { expect, it } from 'vitest';
import { moved } from './draft.ts';
import { foundNow } from './use-found-items.tsx';

const asked = { promoted: ['p'], hidden: ['h'] };

it('shows moves before the search responds', () => {
  const ids = ['p', 'a', 'b', 'c'];
  expect(foundNow(ids, 10, asked, asked)).toEqual({ ids: ['a', 'b', 'c'], count: 9 });
  expect(foundNow(ids, 10, asked, { promoted: ['p', 'a'], hidden: ['h', 'b'] })).toEqual({ ids: ['c'], count: 7 });
  expect(foundNow(ids, 10, asked, { promoted: [], hidden: [] })).toEqual({ ids: ['p', 'h', 'a', 'b', 'c'], count: 11 });
});

it('moves an item to one column, at its place', () => {
  const placement = { promoted: ['a', 'b', 'c'], hidden: ['h'] };
  expect(moved(placement, 'x', 'promoted')).toEqual({ promoted: ['a', 'b', 'c', 'x'], hidden: ['h'] });
  expect(moved(placement, 'a', 'promoted', 2).promoted).toEqual(['b', 'a', 'c']);
  expect(moved(placement, 'b', 'hidden')).toEqual({ promoted: ['a', 'c'], hidden: ['h', 'b'] });
  expect(moved(placement, 'h', 'found')).toEqual({ promoted: ['a', 'b', 'c'], hidden: [] });
});
