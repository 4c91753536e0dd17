import { LRUCache } from 'lru-cache';
import { fail } from '#server/fail.ts';

interface Bucket {
  left: number;
  at: number;
}

interface RateLimitOptions {
  /** How many calls a second a key may make all the time; as many may come at once. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** Least recently used keys are evicted. */
const rememberedKeys = 100_000;

interface Taken {
  /** Another limit than the usual one, such as one of a project; null for the usual one. */
  readonly ownPerSecond?: number | null;
  readonly count?: number;
}

/**
 * Calls per second by key, in this process: a bucket that fills evenly. `take` throws `tooManyRequests` once it is empty, which costs a
 * look into a map and no more.
 */
export function rateLimit({ perSecond, now = () => performance.now() }: RateLimitOptions) {
  const buckets = new LRUCache<string, Bucket>({ maxSize: rememberedKeys, sizeCalculation: () => 1 });

  return {
    take(key: string, { ownPerSecond = null, count = 1 }: Taken = {}): void {
      const at = now();
      const rate = ownPerSecond ?? perSecond;
      const { left, at: before } = buckets.get(key) ?? { left: rate, at };
      const bucket = { left: Math.min(rate, left + ((at - before) / 1000) * rate), at };
      buckets.set(key, bucket);
      // More than a whole bucket would never be accepted.
      const wanted = Math.min(count, rate);
      if (bucket.left < wanted) throw fail('tooManyRequests', { seconds: Math.max(1, Math.ceil((wanted - bucket.left) / rate)) });
      bucket.left -= wanted;
    },
  };
}
