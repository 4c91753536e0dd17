import { LRUCache } from 'lru-cache';
import { RollingCount, type CountedCalls } from './rolling-count.ts';

const minuteMilliseconds = 60_000;
const hourMilliseconds = 60 * minuteMilliseconds;
const minutesOfHour = 60;
const hoursOfDay = 24;
/** Of one project; the least recently called are evicted. */
const rememberedEndpoints = 50_000;

export interface EndpointFigures {
  readonly hour: CountedCalls;
  readonly day: CountedCalls;
}

interface Counts {
  readonly hour: RollingCount;
  readonly day: RollingCount;
}

const noCalls: CountedCalls = { callCount: 0, hitCount: 0 };

export class CallFigures {
  readonly #counts = new LRUCache<string, Counts>({ max: rememberedEndpoints });
  readonly #now: () => number;
  readonly #begunAt: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#begunAt = now();
  }

  /** Since when calls are counted, in epoch milliseconds; null where that is as long as they are remembered. */
  get since(): number | null {
    return this.#now() - this.#begunAt < hoursOfDay * hourMilliseconds ? this.#begunAt : null;
  }

  count(projectId: number, endpoint: string, isHit: boolean): void {
    const key = keyOf(projectId, endpoint);
    const known = this.#counts.get(key);
    const counts = known ?? {
      hour: new RollingCount(minutesOfHour, minuteMilliseconds),
      day: new RollingCount(hoursOfDay, hourMilliseconds),
    };
    if (known === undefined) this.#counts.set(key, counts);
    const at = this.#now();
    const one: CountedCalls = isHit ? oneHit : oneMiss;
    counts.hour.add(at, one);
    counts.day.add(at, one);
  }

  of(projectId: number, endpoint: string): EndpointFigures {
    const counts = this.#counts.get(keyOf(projectId, endpoint));
    const at = this.#now();
    return { hour: counts?.hour.sum(at) ?? noCalls, day: counts?.day.sum(at) ?? noCalls };
  }
}

const oneHit: CountedCalls = { callCount: 1, hitCount: 1 };
const oneMiss: CountedCalls = { callCount: 1, hitCount: 0 };
const keyOf = (projectId: number, endpoint: string): string => `${projectId} ${endpoint}`;
