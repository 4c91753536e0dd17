import { expect, test } from 'vitest';
import type { SortChoice } from '#server/rules/releases/live-release.ts';
import { pathSort } from './result-defaults.ts';

const byPrice = { field: 'price', order: 'asc' } as const;
const byName = { field: 'name', order: 'desc' } as const;
const sorts = new Map<string, SortChoice>([
  ['Kitchen', byPrice],
  ['Kitchen > Kettles > Glass', byName],
]);

test.each([
  ['Kitchen', byPrice],
  ['Kitchen > Kettles', byPrice],
  ['Kitchen > Kettles > Glass', byName],
  ['Kitchen > Kettles > Glass > Small', byName],
  ['Kitchenware', undefined],
  ['Garden', undefined],
  ['', undefined],
])('%j is sorted as the nearest category above that has a sort', (path, wanted) => {
  expect(pathSort(sorts, path)).toEqual(wanted);
});
