import { after, type Awaitable } from '#process-kit/work.ts';
import { collectSoon } from '#engine/index/collect-garbage.ts';
import type { DamagedFileError } from '#engine/index/files/checksums.ts';
import type { LiveStatus, SearchSession, ShopEngine } from '#engine/port.ts';
import { EmbeddedSession } from './embedded-session.ts';
import { closeUnused } from './loaded-collections.ts';
import { type GenerationNews, OwnGeneration, statusOf } from './served-generation.ts';

/** A follower's request to its engine. */
export type FollowerAsk =
  /** Returns whether a generation is live. `isLacking`: load it again, as the follower started after it was opened. */
  | { readonly kind: 'load'; readonly collection: string; readonly isLacking: boolean }
  | { readonly kind: 'status'; readonly collection: string }
  | { readonly kind: 'damage'; readonly collection: string; readonly generation: string; readonly message: string };

/** Sent with each batch of events. */
export interface FollowerReport {
  readonly searched: readonly string[];
  /** By generation number. */
  readonly cachedBytes: readonly (readonly [number, number])[];
}

/** Searches the generations of another thread's embedded engine. It may start at any time. */
export class FollowingEngine implements ShopEngine {
  readonly #ask: (asked: FollowerAsk) => Promise<unknown>;
  readonly #open = new Map<number, OwnGeneration>();
  readonly #live = new Map<string, OwnGeneration>();
  /** For collections that aren't loaded. */
  readonly #statuses = new Map<string, LiveStatus | null>();
  readonly #searched = new Set<string>();

  constructor(ask: (asked: FollowerAsk) => Promise<unknown>) {
    this.#ask = ask;
  }

  take(news: GenerationNews): Promise<void> | void {
    switch (news.kind) {
      case 'open':
        this.#open.set(news.generation, new OwnGeneration(news.parts, news.generation));
        return collectSoon('minor');
      case 'follow':
        return this.#open.get(news.generation)?.follow(news.state);
      case 'prepareAs':
        return this.#prepareAs(news.generation, news.other);
      case 'live':
        return this.#goLive(news.collection, news.generation);
      case 'close':
        return this.#close(news.generation);
    }
  }

  async #prepareAs(number: number, other: number): Promise<void> {
    const known = this.#open.get(other);
    if (known !== undefined) await this.#open.get(number)?.prepareAs(known);
  }

  #goLive(collection: string, number: number | null): void {
    this.#statuses.delete(collection);
    const generation = number === null ? undefined : this.#open.get(number);
    if (generation === undefined) this.#live.delete(collection);
    else this.#live.set(collection, generation);
  }

  async #close(number: number): Promise<void> {
    const generation = this.#open.get(number);
    this.#open.delete(number);
    if (generation !== undefined) await closeUnused(generation);
    collectSoon('major');
  }

  open(collection: string, signal?: AbortSignal): Awaitable<SearchSession> {
    signal?.throwIfAborted();
    this.#searched.add(collection);
    const session = (): SearchSession => new EmbeddedSession(this, collection, this.#live.get(collection) ?? null, signal);
    return this.#live.has(collection) ? session() : this.#load(collection).then(session);
  }

  async #load(collection: string): Promise<void> {
    for (let [isThere, isLacking] = [true, false]; isThere && !this.#live.has(collection); isLacking = true)
      isThere = (await this.#ask({ kind: 'load', collection, isLacking })) === true;
  }

  status(collection: string): Awaitable<LiveStatus | null> {
    const live = this.#live.get(collection);
    if (live !== undefined) return statusOf(live);
    const known = this.#statuses.get(collection);
    if (known !== undefined) return known;
    return after(this.#ask({ kind: 'status', collection }) as Promise<LiveStatus | null>, (status) => {
      this.#statuses.set(collection, status);
      return status;
    });
  }

  async noteDamage(collection: string, generation: string, error: DamagedFileError): Promise<void> {
    await this.#ask({ kind: 'damage', collection, generation, message: error.message });
  }

  /** Resets the list of searched collections. */
  report(): FollowerReport {
    const searched = [...this.#searched];
    this.#searched.clear();
    const cachedBytes = searched.flatMap((collection) => {
      const live = this.#live.get(collection);
      return live === undefined ? [] : [[live.number, live.cachedBytes] as const];
    });
    return { searched, cachedBytes };
  }

  close(): void {
    for (const generation of this.#open.values()) generation.close();
    this.#open.clear();
    this.#live.clear();
  }
}
