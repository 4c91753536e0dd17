import { LRUCache } from 'lru-cache';
import { fail, type Failure } from '#server/fail.ts';

interface Bucket {
  left: number;
  at: number;
}

interface RateLimitOptions {
  /** How many calls a second a key may make all the time; as many may come at once. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** How many keys are remembered; those that called longest ago are evicted first. */
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

  /** The bucket as it is now, and why so much can't be taken from it. */
  function look(key: string, { ownPerSecond = null, count = 1 }: Taken) {
    const at = now();
    const rate = ownPerSecond ?? perSecond;
    const { left, at: before } = buckets.get(key) ?? { left: rate, at };
    const bucket = { left: Math.min(rate, left + ((at - before) / 1000) * rate), at };
    // What is more than a whole bucket would never be let through.
    const wanted = Math.min(count, rate);
    const isLeft = bucket.left >= wanted;
    const refusal = isLeft ? null : fail('tooManyRequests', { seconds: Math.max(1, Math.ceil((wanted - bucket.left) / rate)) });
    return { bucket, wanted, refusal };
  }

  return {
    take(key: string, taken: Taken = {}): void {
      const { bucket, wanted, refusal } = look(key, taken);
      if (refusal === null) bucket.left -= wanted;
      buckets.set(key, bucket);
      if (refusal !== null) throw refusal;
    },
    /** What `take` would throw, without taking; null where it would throw nothing. */
    refusal: (key: string, taken: Taken = {}): Failure | null => look(key, taken).refusal,
  };
}
