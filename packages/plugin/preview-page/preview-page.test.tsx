import { afterEach, expect, test, vi } from 'vitest';
import { CallFailure, type FrontCalls } from '#plugin/calls.ts';
import { reported, stillHistory, settingsInPreview } from './preview-page.ts';
import { usualSettings } from '#contract/plugin/plugin-settings.ts';

test('searches add no entries to the history of the tab, and closing results leads nowhere', () => {
  const before = history.length;
  stillHistory();
  history.pushState({ aisle: { owner: 'page', scrollPx: 0 } }, '', '/second');
  expect(location.pathname).toBe('/second');
  expect(history.state).toEqual({ aisle: { owner: null, scrollPx: 0 } });
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

afterEach(() => vi.useRealTimers());

const failing = (error: Error) => vi.fn().mockRejectedValueOnce(error).mockResolvedValue({ total_count: 3 });
const callsOf = (get: unknown): FrontCalls => reported({ get, send: () => undefined, isUp: () => true } as unknown as FrontCalls);

test('asks again when the first call fails, and only then reports a failure', async () => {
  vi.useFakeTimers();
  const get = failing(new Error('Failed to fetch'));
  const answer = callsOf(get).get('search', {});
  await vi.runAllTimersAsync();
  await expect(answer).resolves.toEqual({ total_count: 3 });
});

test('reports a refused call at once', async () => {
  const get = failing(new CallFailure('Unknown project token.', 'tokenNotValid', true));
  await expect(callsOf(get).get('search', {})).rejects.toThrow('Unknown project token.');
  expect(get).toHaveBeenCalledTimes(1);
});
