import { LRUCache } from 'lru-cache';
import { fail } from '#server/base/fail.ts';
import { Transform } from 'node:stream';

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
      const known = buckets.get(key);
      const bucket = known ?? { left: rate, at };
      if (known === undefined) buckets.set(key, bucket);
      bucket.left = Math.min(rate, bucket.left + ((at - bucket.at) / 1000) * rate);
      bucket.at = at;
      // More than a whole bucket would never be accepted.
      const wanted = Math.min(count, rate);
      if (bucket.left < wanted) throw fail('tooManyRequests', { seconds: Math.max(1, Math.ceil((wanted - bucket.left) / rate)) });
      bucket.left -= wanted;
    },
  };
}

/** How fast a body has to come, so that nobody holds a connection for nothing. */
export interface BodyPace {
  /** A body may take this long at first, however slow it is. */
  readonly freeMilliseconds: number;
  /** After that, so much of it must have come per second since its beginning. */
  readonly bytesPerSecond: number;
}

/** Slow phones send 10 kB a second. */
export const bodyPace: BodyPace = { freeMilliseconds: 15_000, bytesPerSecond: 1_000 };
const looksPerFreeTime = 4;

/** Passes a body on, and fails with `bodyTooSlow` when it comes slower than it has to. */
export function leastRate({ freeMilliseconds, bytesPerSecond }: BodyPace = bodyPace): Transform {
  const startedAt = performance.now();
  let bytes = 0;
  const timer = setInterval(() => {
    const milliseconds = performance.now() - startedAt;
    const dueBytes = ((milliseconds - freeMilliseconds) / 1000) * bytesPerSecond;
    if (milliseconds >= freeMilliseconds && bytes <= dueBytes) stream.destroy(fail('bodyTooSlow'));
  }, freeMilliseconds / looksPerFreeTime);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
    final(done) {
      clearInterval(timer);
      done();
    },
  });
  return stream;
}
