import { expect, it } from 'vitest';
import { isOtherPage } from './shell.tsx';

const at = (pathname: string, search: Readonly<Record<string, string>> = {}) => ({ pathname, search });

it('another screen, record or collection is another page', () => {
  expect(isOtherPage(at('/synonyms'), at('/fixit'))).toBe(true);
  expect(isOtherPage(at('/edit', { id: '1', c: '1' }), at('/edit', { id: '2', c: '1' }))).toBe(true);
  expect(isOtherPage(at('/edit', { id: 'new', c: '1' }), at('/edit', { id: 'new', c: '2' }))).toBe(true);
});

it('a drawer, a filter, and the collection that an address is given are of the same page', () => {
  expect(isOtherPage(at('/edit', { id: '1' }), at('/edit', { id: '1', c: '4' }))).toBe(false);
  expect(isOtherPage(at('/edit', { id: '1', tab: 'a' }), at('/edit', { id: '1', drawer: 'b' }))).toBe(false);
});
