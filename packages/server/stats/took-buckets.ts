/** Times are told by buckets, each this many times as long as the one before: what is read of them is off by half of that at most. */
const growth = 1.05;

/** The bucket of a time in milliseconds; 0 for all below one. */
export const tookBucket = (milliseconds: number): number =>
  milliseconds < 1 ? 0 : 1 + Math.floor(Math.log(milliseconds) / Math.log(growth));

const middleOf = (bucket: number): number => (bucket === 0 ? 0.5 : growth ** (bucket - 0.5));

/** The time below which a share of all stays, in milliseconds; null of none. `counts` has how many are in each bucket. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let passed = 0;
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    passed += count;
    if (total > 0 && passed >= total * share) return middleOf(bucket);
  }
  return null;
}
