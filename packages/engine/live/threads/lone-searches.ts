import { setImmediate as nextTurn } from 'node:timers/promises';
import { crowdedMs } from '#engine/index/limits.ts';

/** Watches the searches of all generations of an engine, to know one that is alone, and likely to stay so. */
export class LoneSearches {
  readonly #now: () => number;
  #openCount = 0;
  #crowdedAt = Number.NEGATIVE_INFINITY;

  /** The clock tells milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  begin(): void {
    this.#openCount += 1;
    if (this.#openCount > 1) this.#crowdedAt = this.#now();
  }

  end(): void {
    this.#openCount -= 1;
  }

  /** Whether a search that has just begun is the only one, and none came together lately. */
  get isQuiet(): boolean {
    return this.#openCount === 1 && this.#now() - this.#crowdedAt >= crowdedMs;
  }

  /** The same at the end of this turn of the event loop: calls that came in it have begun their searches by then. */
  async isAlone(): Promise<boolean> {
    await nextTurn();
    return this.isQuiet;
  }

  /** What came while this thread answered is noticed before whoever asked goes on, so that it still finds another search. */
  async answered<Answer>(answer: Answer | Promise<Answer>): Promise<Answer> {
    const given = await answer;
    await nextTurn();
    return given;
  }
}
