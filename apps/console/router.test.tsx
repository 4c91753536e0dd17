import { expect, test, it } from 'vitest';
import { isOtherView } from './router.tsx';
import { isOtherPage } from './shell/shell.tsx';

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

const placeOf = (pathname: string, search: Readonly<Record<string, string>> = {}) => ({ pathname, search });

it('treats another screen, record or collection as another page', () => {
  expect(isOtherPage(placeOf('/synonyms'), placeOf('/fixit'))).toBe(true);
  expect(isOtherPage(placeOf('/edit', { id: '1', c: '1' }), placeOf('/edit', { id: '2', c: '1' }))).toBe(true);
  expect(isOtherPage(placeOf('/edit', { id: 'new', c: '1' }), placeOf('/edit', { id: 'new', c: '2' }))).toBe(true);
});

it('treats a drawer, a filter or an added collection as the same page', () => {
  expect(isOtherPage(placeOf('/edit', { id: '1' }), placeOf('/edit', { id: '1', c: '4' }))).toBe(false);
  expect(isOtherPage(placeOf('/edit', { id: '1', tab: 'a' }), placeOf('/edit', { id: '1', drawer: 'b' }))).toBe(false);
});
