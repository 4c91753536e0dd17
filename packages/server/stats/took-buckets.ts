/** Each bucket is 5 % wider than the last, so values are off by 2.5 % at most. */
const growth = 1.05;

/** Milliseconds; 0 below one. */
export const tookBucket = (milliseconds: number): number =>
  milliseconds < 1 ? 0 : 1 + Math.floor(Math.log(milliseconds) / Math.log(growth));

const middleOf = (bucket: number): number => (bucket === 0 ? 0.5 : growth ** (bucket - 0.5));

/** Milliseconds; null without counts. `counts` is by bucket. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let passed = 0;
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    passed += count;
    if (total > 0 && passed >= total * share) return middleOf(bucket);
  }
  return null;
}
