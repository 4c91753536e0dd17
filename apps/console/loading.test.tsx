import { afterEach, expect, it, vi } from 'vitest';
import { ChunkLoadError, inTime, isLoadingFailure } from './loading.ts';

afterEach(() => vi.useRealTimers());

it('a page whose code does not arrive is given up after two minutes', async () => {
  vi.useFakeTimers();
  const failure = inTime(() => new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await failure).toBeInstanceOf(ChunkLoadError);
});

it('a page whose code arrives late, but in time, is shown', async () => {
  vi.useFakeTimers();
  const loading = inTime(() => new Promise((resolve) => setTimeout(() => resolve('page'), 119_000)));
  await vi.advanceTimersByTimeAsync(119_000);
  expect(await loading).toBe('page');
});

it('code that is gone is a loading failure, an error in a page is not', () => {
  expect(isLoadingFailure(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))).toBe(true);
  expect(isLoadingFailure(new TypeError('undefined is not a function'))).toBe(false);
});
