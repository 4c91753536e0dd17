import { LRUCache } from 'lru-cache';
import { DatabaseDownError } from './db/errors.ts';

/** How long searches go on with what was last read from a database that doesn't answer any more. */
export const graceMilliseconds = 30 * 60_000;
/** How long a search waits for the database before it goes on with what it knows. */
const patienceMilliseconds = 250;
/** A database that didn't answer isn't asked again at once. */
const pauseMilliseconds = 500;

/**
 * What is reread, or what was known before where that takes longer than a search waits; then `onSlow` is told.
 */
export function withinPatience<Value>(reading: Promise<Value>, last: Value, onSlow: () => void): Promise<Value> {
  // Every call of a shop comes through here; a timer with a signal costs as much as all else that a kept answer takes.
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
  /** When it was read; it is fresh for a while and usable for the grace. */
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
 * Values of the database that every search needs. Each is read again once it isn't fresh any more, by one search for all; when the
 * database doesn't answer, the last known one is given for `graceMilliseconds`. A value that was never read fails as its reading does.
 */
export function lastKnown<Value>({ freshMilliseconds, maximum, sizeOf, read, now = Date.now }: LastKnownOptions<Value>) {
  const known = new LRUCache<string, Known<Value>>(
    sizeOf === undefined
      ? { max: maximum }
      : { maxSize: maximum, sizeCalculation: ({ value }) => Math.min(Math.max(1, sizeOf(value)), maximum) },
  );
  const reading = new Map<string, Promise<Value>>();
  /** Keys whose reading takes longer than a search waits. */
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

  async function get(key: string): Promise<Value> {
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
    /** Somebody has changed it: it is read again when it is asked for next. */
    outdate(key: string): void {
      reading.delete(key);
      slow.delete(key);
      const last = known.get(key);
      if (last !== undefined) known.set(key, { ...last, readAt: Math.min(last.readAt, now() - freshMilliseconds) });
    },
  };
}
