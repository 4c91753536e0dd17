import { LRUCache } from 'lru-cache';
import type { Awaitable } from '#process-kit/work.ts';
import { DatabaseDownError } from './errors.ts';

export const graceMilliseconds = 30 * 60_000;
/** A search waits this long for the database before it uses the last known value. */
const patienceMilliseconds = 250;
const pauseMilliseconds = 500;

/** Resolves with the last known value, and calls `onSlow`, when reading takes too long. */
export function withinPatience<Value>(reading: Promise<Value>, last: Value, onSlow: () => void): Promise<Value> {
  // On the path of every call: cheaper than a timer with an abort signal.
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const patience = setTimeout(() => {
    onSlow();
    resolve(last);
  }, patienceMilliseconds);
  const end = (): void => clearTimeout(patience);
  reading.finally(end).then(resolve, reject);
  return promise;
}

interface Known<Value> {
  readonly value: Value;
  readonly readAt: number;
}

interface LastKnownOptions<Value> {
  readonly freshMilliseconds: number;
  /** How many values are kept, or the sum of their sizes; the least recently used are evicted. */
  readonly maximum: number;
  readonly sizeOf?: (value: Value) => number;
  readonly read: (key: string) => Promise<Value>;
  readonly now?: () => number;
}

/**
 * Cache of database values that every search needs: refreshed by one caller for all; while the database is down, the last
 * value is served for `graceMilliseconds`. A first read's error is thrown.
 */
export function lastKnown<Value>({ freshMilliseconds, maximum, sizeOf, read, now = Date.now }: LastKnownOptions<Value>) {
  const known = new LRUCache<string, Known<Value>>(
    sizeOf === undefined
      ? { max: maximum }
      : { maxSize: maximum, sizeCalculation: ({ value }) => Math.min(Math.max(1, sizeOf(value)), maximum) },
  );
  const reading = new Map<string, Promise<Value>>();
  const slow = new Set<string>();
  let pausedUntil = 0;

  async function readAnew(key: string, isLatest: () => boolean): Promise<Value> {
    try {
      const value = await read(key);
      if (isLatest()) known.set(key, { value, readAt: now() });
      return value;
    } catch (error) {
      if (error instanceof DatabaseDownError) pausedUntil = now() + pauseMilliseconds;
      throw error;
    } finally {
      if (isLatest()) {
        reading.delete(key);
        slow.delete(key);
      }
    }
  }

  function readOnce(key: string): Promise<Value> {
    const running = reading.get(key);
    if (running !== undefined) return running;
    const begun: Promise<Value> = readAnew(key, () => reading.get(key) === begun);
    reading.set(key, begun);
    return begun;
  }

  /** At once while it is fresh. */
  function get(key: string): Awaitable<Value> {
    const last = known.get(key);
    const moment = now();
    if (last === undefined || moment - last.readAt > graceMilliseconds) return readOnce(key);
    if (moment - last.readAt < freshMilliseconds || moment < pausedUntil || slow.has(key)) return last.value;
    const fresh = readOnce(key).catch((error: unknown) => {
      if (error instanceof DatabaseDownError) return last.value;
      throw error;
    });
    return withinPatience(fresh, last.value, () => {
      if (reading.has(key)) slow.add(key);
    });
  }

  return {
    get,
    /** Reads again; all callers at once share one reading. */
    reread: readOnce,
    isReading: (key: string): boolean => reading.has(key),
    forget: (key: string): void => void known.delete(key),
    /** What was read last, however long ago; undefined where that isn't kept. Nothing is read. */
    peek: (key: string): Value | undefined => known.peek(key)?.value,
    set(key: string, value: Value): void {
      known.set(key, { value, readAt: now() });
    },
    outdate(key: string): void {
      reading.delete(key);
      slow.delete(key);
      const last = known.get(key);
      if (last !== undefined) known.set(key, { ...last, readAt: Math.min(last.readAt, now() - freshMilliseconds) });
    },
  };
}
