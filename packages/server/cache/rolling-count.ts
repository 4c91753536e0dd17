export interface CountedCalls {
  readonly callCount: number;
  readonly hitCount: number;
}

/** What was counted in the newest slots of time, each of the same length; the newest one isn't over. */
export class RollingCount {
  readonly #slotMilliseconds: number;
  readonly #calls: Uint32Array;
  readonly #hits: Uint32Array;
  #newest = 0;

  constructor(slotCount: number, slotMilliseconds: number) {
    this.#slotMilliseconds = slotMilliseconds;
    this.#calls = new Uint32Array(slotCount);
    this.#hits = new Uint32Array(slotCount);
  }

  add(at: number, { callCount, hitCount }: CountedCalls): void {
    const place = this.#moveTo(at);
    this.#calls[place] = (this.#calls[place] ?? 0) + callCount;
    this.#hits[place] = (this.#hits[place] ?? 0) + hitCount;
  }

  sum(at: number): CountedCalls {
    this.#moveTo(at);
    const add = (sum: number, one: number): number => sum + one;
    return { callCount: this.#calls.reduce(add, 0), hitCount: this.#hits.reduce(add, 0) };
  }

  /** Forgets what is over by now. A clock that is set back counts into the newest slot. */
  #moveTo(at: number): number {
    const slot = Math.max(this.#newest, Math.floor(at / this.#slotMilliseconds));
    const count = this.#calls.length;
    for (let over = Math.max(this.#newest, slot - count) + 1; over <= slot; over += 1) {
      this.#calls[over % count] = 0;
      this.#hits[over % count] = 0;
    }
    this.#newest = slot;
    return slot % count;
  }
}
