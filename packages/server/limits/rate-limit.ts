import { fail } from '#server/base/fail.ts';
import { Transform } from 'node:stream';

interface RateLimitOptions {
  /** How many calls a second a key may make all the time; as many may come at once. */
  readonly perSecond: number;
  /** Milliseconds; the same clock in all threads that share buckets. */
  readonly now?: () => number;
  /** From `newBuckets`; shared by threads. */
  readonly buckets?: SharedArrayBuffer;
}

/** The longest idle keys are evicted. */
const rememberedKeys = 2 ** 17;
/** Slots per hash. */
const places = 8;
/** Key and time, as doubles. */
const bytesOfKey = 16;

export const newBuckets = (): SharedArrayBuffer => new SharedArrayBuffer(rememberedKeys * bytesOfKey);

interface Taken {
  /** Another limit than the usual one, such as one of a project; null for the usual one. */
  readonly ownPerSecond?: number | null;
  readonly count?: number;
}

const monotonic = (): number => performance.timeOrigin + performance.now();

/**
 * Calls per second by key, in this process: a bucket that fills evenly, stored as the time at which it is full again (generic cell rate
 * algorithm). `take` throws `tooManyRequests` when it is empty. Threads don't lock: two calls at the same instant may count as one.
 */
export function rateLimit({ perSecond, now = monotonic, buckets = newBuckets() }: RateLimitOptions) {
  const keys = new Float64Array(buckets, 0, rememberedKeys);
  const fullAt = new Float64Array(buckets, rememberedKeys * Float64Array.BYTES_PER_ELEMENT);

  /** A new key replaces the one that has been full for longest. */
  function placeOf(key: number): number {
    const first = (key % (rememberedKeys / places)) * places;
    let longestFull = first;
    for (let place = first; place < first + places; place += 1) {
      if (keys[place] === key) return place;
      if (fullAt[place]! < fullAt[longestFull]!) longestFull = place;
    }
    keys[longestFull] = key;
    fullAt[longestFull] = 0;
    return longestFull;
  }

  return {
    take(text: string, { ownPerSecond = null, count = 1 }: Taken = {}): void {
      const rate = ownPerSecond ?? perSecond;
      const place = placeOf(hashOf(text));
      const at = now();
      const emptyMs = Math.max(0, fullAt[place]! - at);
      // More than a whole bucket would never be accepted.
      const wantedMs = (Math.min(count, rate) / rate) * 1000;
      const overMs = emptyMs + wantedMs - 1000;
      // Adding up rounds a little.
      if (overMs > 0.001) throw fail('tooManyRequests', { seconds: Math.max(1, Math.ceil(overMs / 1000)) });
      fullAt[place] = at + emptyMs + wantedMs;
    },
  };
}

/** 53 bits: FNV-1a of the text forwards, and another one of it backwards. */
function hashOf(text: string): number {
  let [forwards, backwards] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0, last = text.length - 1; at <= last; at += 1) {
    forwards = Math.imul(forwards ^ text.charCodeAt(at), 0x01000193);
    backwards = Math.imul(backwards ^ text.charCodeAt(last - at), 0x01000193);
  }
  return (forwards >>> 0) * 2 ** 21 + (backwards >>> 11);
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
