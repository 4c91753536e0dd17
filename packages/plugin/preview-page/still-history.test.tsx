import { expect, test } from 'vitest';
import { stillHistory } from './still-history.ts';

test('entries are gone through within the page, and the tab has none of them', () => {
  const before = history.length;
  stillHistory();
  history.replaceState({ place: 'first' }, '', '/first');
  history.pushState({ place: 'second' }, '', '/second');
  expect(location.pathname).toBe('/second');
  const seen: unknown[] = [];
  addEventListener('popstate', ({ state }) => seen.push(state));
  history.back();
  expect(location.pathname).toBe('/first');
  expect(seen).toEqual([{ place: 'first' }]);
  history.back();
  expect(location.pathname).toBe('/first');
  expect(history.length).toBe(before);
});
