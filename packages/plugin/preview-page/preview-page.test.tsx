import { expect, test } from 'vitest';
import { stillHistory, settingsInPreview } from './preview-page.ts';
import { usualSettings } from '#contract/plugin/plugin-settings.ts';

test('searches add no entries to the history of the tab, and closing results leads nowhere', () => {
  const before = history.length;
  stillHistory();
  history.pushState({ aisle: { isOurs: true, scrollPx: 0 } }, '', '/second');
  expect(location.pathname).toBe('/second');
  expect(history.state).toEqual({ aisle: { isOurs: false, scrollPx: 0 } });
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
