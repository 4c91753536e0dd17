import { expect, test } from 'vitest';
import { type ImportFailure, importFailures } from '#features/data/imports/imports.contract.ts';
import { nextTry } from './schedule-times.ts';

const minuteMs = 60_000;
const failed = (code: ImportFailure['code'], more: Partial<Parameters<typeof nextTry>[0]> = {}) => ({
  failure: { code, details: {} },
  retryCount: 0,
  retryAfterSeconds: null,
  scheduledAt: 360 * minuteMs,
  ...more,
});

test('pauses grow, and after three tries again the schedule goes on', () => {
  const minutes = [0, 1, 2, 3].map((retryCount) => nextTry(failed('timeout', { retryCount }), 0).at / minuteMs);
  expect(minutes).toEqual([5, 15, 45, 360]);
  expect(nextTry(failed('timeout', { retryCount: 3 }), 0).retryCount).toBe(0);
});

test('a try again never comes after the time of the schedule', () => {
  const soon = failed('hostBusy', { retryCount: 1, scheduledAt: 10 * minuteMs });
  expect(nextTry(soon, 0)).toEqual({ at: 10 * minuteMs, retryCount: 0 });
});

test('a host that asks for time gets it', () => {
  expect(nextTry(failed('hostBusy', { retryAfterSeconds: 1200 }), 0)).toEqual({ at: 20 * minuteMs, retryCount: 1 });
  expect(nextTry(failed('hostBusy', { retryAfterSeconds: 30 }), 0)).toEqual({ at: 5 * minuteMs, retryCount: 1 });
  const long = failed('hostBusy', { retryAfterSeconds: 8 * 3600 });
  expect(nextTry(long, 0)).toEqual({ at: 480 * minuteMs, retryCount: 0 });
});

test('only what can pass by itself is tried again', () => {
  const codes = Object.keys(importFailures) as ImportFailure['code'][];
  const again = codes.filter((code) => nextTry(failed(code), 0).retryCount > 0);
  expect(again.sort()).toEqual(
    [
      'connectionCut',
      'connectionFailed',
      'cutArchive',
      'diskFull',
      'filesAway',
      'hostBusy',
      'storageFailed',
      'timeout',
      'truncated',
      'unknownHost',
    ].sort(),
  );
});
