import { expect, test } from 'vitest';
import { Failure } from '#server/base/fail.ts';
import { rateLimit } from './rate-limit.ts';
import { countAttempts } from './attempts.ts';

let moment = 0;
const limit = (perSecond: number) => rateLimit({ perSecond, now: () => moment });

/** How many of so many calls are taken. */
function taken(limited: ReturnType<typeof limit>, calls: number, key = 'a', own?: number): number {
  let count = 0;
  for (let call = 0; call < calls; call += 1) {
    try {
      limited.take(key, own === undefined ? {} : { ownPerSecond: own });
      count += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      expect(error).toMatchObject({ code: 'tooManyRequests', problems: [{ parameters: { seconds: 1 } }] });
    }
  }
  return count;
}

test('as many calls as are allowed a second come at once, and then evenly', () => {
  const limited = limit(50);
  expect(taken(limited, 80)).toBe(50);
  moment += 100;
  expect(taken(limited, 80)).toBe(5);
  moment += 60_000;
  expect(taken(limited, 80)).toBe(50);
});

test('one key takes nothing from another', () => {
  const limited = limit(10);
  expect(taken(limited, 20, 'a')).toBe(10);
  expect(taken(limited, 20, 'b')).toBe(10);
});

test('a key may have a limit of its own', () => {
  const limited = limit(10);
  expect(taken(limited, 100, 'a', 40)).toBe(40);
});

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
