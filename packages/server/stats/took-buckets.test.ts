import { expect, test } from 'vitest';
import { percentile, tookBucket } from './took-buckets.ts';

test('a share of times is read within 5 % of what it is', () => {
  const times = Array.from({ length: 1_000 }, (_, at) => 1 + at * 0.7);
  const counts = new Map<number, number>();
  for (const time of times) counts.set(tookBucket(time), (counts.get(tookBucket(time)) ?? 0) + 1);
  for (const share of [0.5, 0.95, 0.99]) {
    const exact = times[Math.ceil(share * times.length) - 1]!;
    expect(Math.abs(percentile(counts, share)! - exact) / exact).toBeLessThan(0.05);
  }
});

test('nothing has no percentile', () => expect(percentile(new Map(), 0.95)).toBeNull());
