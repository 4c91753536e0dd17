import { expect, test } from 'vitest';
import { countAttempts } from '#server/limits/attempts.ts';

test('a clock that was days ahead makes nobody wait for days', () => {
  let clock = 1_000_000;
  const calls = countAttempts({ maximum: 1, windowSeconds: 60, now: () => clock });
  const days = 40 * 24 * 60 * 60 * 1000;
  clock += days;
  calls.take('shop');
  expect(() => calls.take('shop')).toThrow('Too many attempts');
  clock -= days;
  calls.take('shop');
  expect(() => calls.take('shop')).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ parameters: { seconds: 60 } })] }),
  );
});
