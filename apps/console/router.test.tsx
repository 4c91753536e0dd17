import { expect, test } from 'vitest';
import { isOtherView } from './router.tsx';

const at = (pathname: string, search: Record<string, string> = {}) => ({ pathname, search });

test.each([
  ['the first screen', undefined, at('/data/phrases'), true],
  ['another screen', at('/data/phrases'), at('/data/schema'), true],
  ['the next page of a list', at('/data/phrases'), at('/data/phrases', { page: '2' }), true],
  ['back to the first page', at('/data/phrases', { page: '2' }), at('/data/phrases', { search: 'a' }), true],
  ['the first page by its number', at('/data/phrases'), at('/data/phrases', { page: '1' }), false],
  ['a dialog on the second page', at('/data/phrases', { page: '2' }), at('/data/phrases', { page: '2', edit: '3' }), false],
])('%s', (_what, from, to, isOther) => {
  expect(isOtherView(from, to)).toBe(isOther);
});
