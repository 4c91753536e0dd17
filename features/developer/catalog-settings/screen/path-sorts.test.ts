import { expect, it } from 'vitest';
import { inheritedSort, sortedCategory, withPathSort } from './path-sorts.ts';

const byPrice = { field: 'price', order: 'asc' } as const;
const byName = { field: 'name', order: 'desc' } as const;
const sorts = { sort: [byName], path_sorts: [{ path: 'Kitchen', ...byPrice }] };

it('a category is sorted as it says itself, as the nearest one above does, or as the first of the choices', () => {
  expect(sortedCategory(sorts, 'Kitchen')).toEqual({ sort: byPrice, isInherited: false });
  expect(sortedCategory(sorts, 'Kitchen > Kettles > Glass')).toEqual({ sort: byPrice, isInherited: true });
  expect(sortedCategory(sorts, 'Kitchenware')).toEqual({ sort: byName, isInherited: true });
  expect(sortedCategory({ sort: [], path_sorts: [] }, 'Garden').sort.field).toBe(null);
});

it('what a category would inherit is told beside a sort of its own', () => {
  const own = withPathSort(sorts.path_sorts, 'Kitchen > Kettles', byName);
  expect(inheritedSort({ ...sorts, path_sorts: own }, 'Kitchen > Kettles')).toEqual(byPrice);
  expect(inheritedSort({ ...sorts, path_sorts: own }, 'Kitchen > Kettles > Glass')).toEqual(byName);
});

it('a sort is set, replaced and removed, and the others stay', () => {
  const set = withPathSort(sorts.path_sorts, 'Garden', byName);
  expect(set.map(({ path }) => path)).toEqual(['Kitchen', 'Garden']);
  expect(withPathSort(set, 'Kitchen', byName)[0]).toEqual({ path: 'Kitchen', ...byName });
  expect(withPathSort(set, 'Kitchen', null)).toEqual([{ path: 'Garden', ...byName }]);
});
