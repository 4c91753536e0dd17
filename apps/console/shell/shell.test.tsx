import { expect, it } from 'vitest';
import { isOtherPage } from './shell.tsx';

const at = (pathname: string, search: Readonly<Record<string, string>> = {}) => ({ pathname, search });

it('treats another screen, record or collection as another page', () => {
  expect(isOtherPage(at('/synonyms'), at('/fixit'))).toBe(true);
  expect(isOtherPage(at('/edit', { id: '1', c: '1' }), at('/edit', { id: '2', c: '1' }))).toBe(true);
  expect(isOtherPage(at('/edit', { id: 'new', c: '1' }), at('/edit', { id: 'new', c: '2' }))).toBe(true);
});

it('treats a drawer, a filter or an added collection as the same page', () => {
  expect(isOtherPage(at('/edit', { id: '1' }), at('/edit', { id: '1', c: '4' }))).toBe(false);
  expect(isOtherPage(at('/edit', { id: '1', tab: 'a' }), at('/edit', { id: '1', drawer: 'b' }))).toBe(false);
});
