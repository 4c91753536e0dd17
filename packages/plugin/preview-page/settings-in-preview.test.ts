import { expect, test } from 'vitest';
import { usualSettings } from '#contract/plugin/plugin-settings.ts';
import { settingsInPreview } from './settings-in-preview.ts';

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
