import { expect, test } from 'vitest';
import { branchesOf, isTree } from './category-tree.ts';

const values = [
  { value: 'Home', count: 5 },
  { value: 'Home > Kitchen', count: 3 },
  { value: 'Home > Kitchen > Kettles', count: 2 },
  { value: 'Home > Garden', count: 2 },
  { value: 'Books', count: 1 },
];

test('paths are a tree, other values are not', () => {
  expect(isTree(values)).toBe(true);
  expect(isTree([{ value: 'Alfa', count: 1 }])).toBe(false);
  expect(isTree([{ value: 3, count: 1 }])).toBe(false);
});

test('only the chosen branch is open, down to what is below the chosen value', () => {
  const shown = (chosen: string | null) =>
    branchesOf(values, chosen).map(({ name, depth, isChosen }) => `${' '.repeat(depth)}${name}${isChosen ? '*' : ''}`);
  expect(shown(null)).toEqual(['Home', 'Books']);
  expect(shown('Home')).toEqual(['Home*', ' Kitchen', ' Garden', 'Books']);
  expect(shown('Home > Kitchen')).toEqual(['Home', ' Kitchen*', '  Kettles', ' Garden', 'Books']);
});

test('levels whose own value was not counted are there for what is below them', () => {
  expect(branchesOf([{ value: 'Home > Kitchen', count: 3 }], null)).toEqual([
    { path: 'Home', name: 'Home', depth: 0, count: null, isChosen: false },
  ]);
});
