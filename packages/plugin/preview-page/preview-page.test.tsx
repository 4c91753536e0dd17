import { expect, test } from 'vitest';
import { stillHistory, settingsInPreview } from './preview-page.ts';
import { usualSettings } from '#contract/plugin/plugin-settings.ts';

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

const ofShop = {
  ...usualSettings,
  field_selector: '#q',
  hide_selector: 'form',
  results: 'page',
  page_path: '/find',
  accent: '#aa0044',
} as const;

test('the look is that of the shop, and its selectors name nothing of the preview', () => {
  const shown = settingsInPreview(ofShop, 'results', '/plugin-preview');
  expect(shown).toMatchObject({ accent: '#aa0044', results: 'page', page_path: '/plugin-preview', hide_selector: '' });
  expect(shown.field_selector).not.toBe('#q');
});

test('the panel is seen alone, wherever results stand', () => {
  expect(settingsInPreview(ofShop, 'panel', '/plugin-preview').results).toBe('over');
});
