import { expect, it } from 'vitest';
import { clickRate } from './click-rate.ts';

it('is a share of what was shown, and none where that isn’t known', () => {
  expect(clickRate({ shown: 4, clicks: 1 })).toBe(0.25);
  expect(clickRate({ shown: 4, clicks: 4 })).toBe(1);
  expect(clickRate({ shown: 4, clicks: 5 })).toBeNull();
  expect(clickRate({ shown: 0, clicks: 5 })).toBeNull();
  expect(clickRate({ shown: 0, clicks: 0 })).toBeNull();
  expect(clickRate({ shown: null, clicks: null })).toBeNull();
});
