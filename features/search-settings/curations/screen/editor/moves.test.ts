import { expect, it } from 'vitest';
import { moved, type Placement, placeTo } from './moves.ts';

const placement: Placement = { promoted: ['a', 'b', 'c', 'd'], hidden: ['x', 'y'] };
const promotedBy = (ids: readonly string[], at?: number) => moved(placement, { ids, to: 'promoted', at }).promoted.join('');

it('items are promoted at the end, or before the one they are dropped on', () => {
  expect(promotedBy(['n'])).toBe('abcdn');
  expect(promotedBy(['n', 'm'], 1)).toBe('anmbcd');
  expect(promotedBy(['n'], 0)).toBe('nabcd');
});

it('several items move together, from above and from below the place', () => {
  expect(promotedBy(['a', 'd'], 2)).toBe('badc');
  expect(promotedBy(['a'], 3)).toBe('bcad');
  expect(promotedBy(['d'], 1)).toBe('adbc');
  expect(promotedBy(['b'], 1)).toBe('abcd');
});

it('an item is in one column only', () => {
  expect(moved(placement, { ids: ['b', 'n'], to: 'hidden' })).toEqual({
    promoted: ['a', 'c', 'd'],
    hidden: ['x', 'y', 'b', 'n'],
  });
  expect(moved(placement, { ids: ['x'], to: 'promoted', at: 0 })).toEqual({
    promoted: ['x', 'a', 'b', 'c', 'd'],
    hidden: ['y'],
  });
  expect(moved(placement, { ids: ['a', 'y'], to: 'found' })).toEqual({ promoted: ['b', 'c', 'd'], hidden: ['x'] });
  expect(promotedBy(['n', 'n'])).toBe('abcdn');
});

it('a place by number is the place that the item gets', () => {
  const places = (id: string, place: number) => promotedBy([id], placeTo(placement, id, place));
  expect([places('a', 3), places('d', 1), places('b', 2), places('n', 2), places('n', 99), places('a', 99)]).toEqual([
    'bcad',
    'dabc',
    'abcd',
    'anbcd',
    'abcdn',
    'bcda',
  ]);
});
