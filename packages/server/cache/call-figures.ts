import { LRUCache } from 'lru-cache';

export interface CountedCalls {
  readonly callCount: number;
  readonly hitCount: number;
}

const slotMilliseconds = 5 * 60_000;
const slotsOfHour = 12;
const slotsOfDay = 24 * slotsOfHour;
/** Endpoints of projects; the least recently called are evicted. */
const maximumEndpoints = 10_000;

/** Calls and hits of a day in a ring of slots. A clock that is set back counts into the newest slot. */
class CallRing {
  readonly #calls = new Uint32Array(slotsOfDay);
  readonly #hits = new Uint32Array(slotsOfDay);
  #newest = 0;

  add(at: number, isHit: boolean): void {
    const place = this.#moveTo(at) % slotsOfDay;
    this.#calls[place]! += 1;
    if (isHit) this.#hits[place]! += 1;
  }

  sum(at: number, slots: number): CountedCalls {
    const newest = this.#moveTo(at);
    let [callCount, hitCount] = [0, 0];
    for (let slot = Math.max(0, newest - slots + 1); slot <= newest; slot += 1) {
      callCount += this.#calls[slot % slotsOfDay] ?? 0;
      hitCount += this.#hits[slot % slotsOfDay] ?? 0;
    }
    return { callCount, hitCount };
  }

  #moveTo(at: number): number {
    const slot = Math.max(this.#newest, Math.floor(at / slotMilliseconds));
    for (let over = Math.max(this.#newest, slot - slotsOfDay) + 1; over <= slot; over += 1) {
      this.#calls[over % slotsOfDay] = 0;
      this.#hits[over % slotsOfDay] = 0;
    }
    this.#newest = slot;
    return slot;
  }
}

/** Calls of each project's endpoints on this server, for the last hour and day. */
export class CallFigures {
  readonly #counts = new LRUCache<string, CallRing>({ max: maximumEndpoints });
  readonly #now: () => number;
  readonly #begunAt: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#begunAt = now();
  }

  /** Epoch milliseconds; null once calls have been counted for a whole day. */
  get since(): number | null {
    return this.#now() - this.#begunAt < slotsOfDay * slotMilliseconds ? this.#begunAt : null;
  }

  count(projectId: number, endpoint: string, isHit: boolean): void {
    const key = `${projectId} ${endpoint}`;
    const known = this.#counts.get(key);
    const counts = known ?? new CallRing();
    if (known === undefined) this.#counts.set(key, counts);
    counts.add(this.#now(), isHit);
  }

  of(projectId: number, endpoint: string): { readonly hour: CountedCalls; readonly day: CountedCalls } {
    const counts = this.#counts.get(`${projectId} ${endpoint}`) ?? new CallRing();
    return { hour: counts.sum(this.#now(), slotsOfHour), day: counts.sum(this.#now(), slotsOfDay) };
  }
}
