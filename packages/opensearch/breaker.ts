import { SearchDownError } from '#engine/port-errors.ts';
import { breakerRestMs, failuresToOpen } from './limits.ts';

/**
 * Keeps searches from queueing up behind a cluster that is down: after a few failures in a row the next ones fail at once. After a rest
 * one search tries; when it is answered, all are sent again (M. Nygard, "Release It!", 2007, "Circuit Breaker").
 */
export class Breaker {
  #failures = 0;
  #restsUntil = 0;
  #isTrying = false;

  /** Throws `SearchDownError` while open. Other errors are answers, but for those of a search that was cancelled. */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const isOpen = this.#failures >= failuresToOpen;
    if (isOpen && (this.#isTrying || performance.now() < this.#restsUntil))
      throw new SearchDownError('OpenSearch did not answer the last searches; the next try is in a moment.');
    if (isOpen) this.#isTrying = true;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (error instanceof SearchDownError) {
        this.#failures++;
        this.#restsUntil = performance.now() + breakerRestMs;
      } else if (signal?.aborted !== true) this.#failures = 0;
      throw error;
    } finally {
      if (isOpen) this.#isTrying = false;
    }
  }
}
