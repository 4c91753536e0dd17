import { LRUCache } from 'lru-cache';
import { fail } from '#server-kit/fail.ts';

interface Bucket {
  left: number;
  at: number;
}

interface RateLimitOptions {
  /** How many calls a second a key may make all the time; as many may come at once. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** How many keys are remembered; those that called longest ago go first, and begin anew. */
const rememberedKeys = 100_000;

/**
 * Calls per second by key, in this process: a bucket that fills evenly. `take` throws `tooManyRequests` once it is empty, which costs a
 * look into a map and no more. Another limit than the usual one may be given with each call, such as one of a project.
 */
export function rateLimit({ perSecond, now = () => performance.now() }: RateLimitOptions) {
  const buckets = new LRUCache<string, Bucket>({ maxSize: rememberedKeys, sizeCalculation: () => 1 });
  return {
    take(key: string, ownPerSecond: number = perSecond): void {
      const moment = now();
      const bucket = buckets.get(key) ?? { left: ownPerSecond, at: moment };
      buckets.set(key, bucket);
      bucket.left = Math.min(ownPerSecond, bucket.left + ((moment - bucket.at) / 1000) * ownPerSecond);
      bucket.at = moment;
      if (bucket.left < 1) throw fail('tooManyRequests', { seconds: Math.max(1, Math.ceil((1 - bucket.left) / ownPerSecond)) });
      bucket.left -= 1;
    },
  };
}
