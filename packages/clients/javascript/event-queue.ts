import { AisleError } from './send.ts';
import type { EventsInput, ShopEvent } from './search-types.ts';

export interface EventSending {
  /** Rejects with the server's error. */
  send(input: EventsInput): Promise<unknown>;
  /** Sends while the page closes, without a response. */
  sendLast(input: EventsInput): void;
  /** Reports lost events. */
  onLost(error: unknown): void;
}

interface Waiting {
  readonly event: ShopEvent;
  readonly collection: string | number | undefined;
  readonly bytes: number;
}

/** Events of one page view come close together. */
const gatherMilliseconds = 1_000;
/** Limit of a call, minus the envelope. */
export const eventsOfCall = 100;
export const bytesOfCall = 60 * 1024;
/** Queued events; the oldest are dropped. */
const mostWaiting = 1_000;
const firstPauseMilliseconds = 5_000;
const longestPauseMilliseconds = 5 * 60_000;

/** Sends after a moment, when full, and when the page closes. */
export class EventQueue {
  readonly #sending: EventSending;
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #pauseMilliseconds = 0;
  #running: Promise<void> | null = null;

  constructor(sending: EventSending) {
    this.#sending = sending;
    onPageHidden(() => this.#sendLast());
  }

  add(event: ShopEvent, collection?: string | number): void {
    const named = { ...event, id: event.id ?? randomName(), at: event.at ?? Date.now() };
    this.#waiting.push({ event: named, collection, bytes: bytesOf(named) });
    this.#waiting = this.#waiting.slice(-mostWaiting);
    const isMuch = this.#waiting.length >= eventsOfCall || sum(this.#waiting) >= bytesOfCall;
    if (isMuch && this.#pauseMilliseconds === 0) void this.flush();
    else this.#wake(this.#pauseMilliseconds || gatherMilliseconds);
  }

  /** Resolves after the response, accepted or not. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null;
      if (this.#waiting.length > 0) this.#wake(this.#pauseMilliseconds || gatherMilliseconds);
    });
    return this.#running;
  }

  #wake(milliseconds: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), milliseconds);
  }

  async #sendAll(): Promise<void> {
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      try {
        await this.#sending.send(inputOf(batch));
        this.#pauseMilliseconds = 0;
      } catch (error) {
        const kept = this.#left(batch, error);
        this.#waiting = [...kept, ...this.#waiting].slice(-mostWaiting);
        if (!isPassing(error)) continue;
        this.#pauseMilliseconds = Math.min(longestPauseMilliseconds, this.#pauseMilliseconds * 2 || firstPauseMilliseconds);
        return;
      }
    }
  }

  /** Retries the batch, without events the server rejected. */
  #left(batch: readonly Waiting[], error: unknown): readonly Waiting[] {
    if (isPassing(error)) return batch;
    this.#sending.onLost(error);
    const problems = error instanceof AisleError ? error.problems : [];
    const wrong = new Set(problems.map(({ field }) => Number(/^events\.(\d+)/.exec(field)?.[1])));
    return wrong.size === 0 || wrong.has(Number.NaN) ? [] : batch.filter((_, place) => !wrong.has(place));
  }

  #sendLast(): void {
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) this.#sending.sendLast(inputOf(batch));
  }

  /** The first events of one collection that fit a call. */
  #take(): Waiting[] {
    const { collection } = this.#waiting[0] ?? {};
    let count = 0;
    let bytes = 0;
    for (const one of this.#waiting.slice(0, eventsOfCall)) {
      bytes += one.bytes;
      if (one.collection !== collection || (count > 0 && bytes > bytesOfCall)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}

const sum = (waiting: readonly Waiting[]): number => waiting.reduce((bytes, one) => bytes + one.bytes, 0);
const bytesOf = (event: ShopEvent): number => new TextEncoder().encode(JSON.stringify(event)).length + 1;

const inputOf = (batch: readonly Waiting[]): EventsInput => ({
  events: batch.map(({ event }) => event),
  ...(batch[0]?.collection !== undefined && { collection: batch[0].collection }),
});

/** Temporary failure: retry later. */
const isPassing = (error: unknown): boolean =>
  error instanceof AisleError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Unique for a few days; `crypto.randomUUID` isn't available on every page. */
const randomName = (): string =>
  [Date.now(), Math.random(), Math.random()].map((part) => part.toString(36).replace('0.', '')).join('-');

interface PageDocument {
  readonly visibilityState: string;
  addEventListener(type: string, listener: () => void): void;
}

/** On phones a hidden page may be closed without another event. */
function onPageHidden(act: () => void): void {
  const { document, addEventListener } = globalThis as {
    document?: PageDocument;
    addEventListener?: PageDocument['addEventListener'];
  };
  document?.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && act());
  if (document !== undefined) addEventListener?.('pagehide', act);
}
