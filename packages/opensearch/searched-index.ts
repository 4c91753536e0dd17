import { LRUCache } from 'lru-cache';
import { SearchDownError } from '#engine/port-errors.ts';
import type { LiveStatus } from '#engine/port.ts';
import { type Cluster, isGone } from './cluster.ts';
import { type DocumentForm, formOf } from './index/documents.ts';
import { Generations } from './index/generations.ts';
import { stateOf } from './index/merge-live.ts';
import { checkShare, earlyCheckMs, liveCheckMs, maxRemembered } from './limits.ts';

export interface SearchedIndex extends DocumentForm {
  readonly index: string;
  readonly shardCount: number;
  readonly status: LiveStatus;
  readonly memory: Memory;
}

/** Small answers of the live indexes of a collection, by their questions. */
export type Memory = LRUCache<string, { readonly index: SearchedIndex; readonly value: unknown }>;

type Look = Promise<SearchedIndex | null>;

interface Known {
  readonly found: Look;
  readonly checkedAt: number;
  next: Look | null;
}

/** Another server may delete the live index before it is described. */
const mostLooks = 5;

/** Publishes of other servers are noticed within a second. */
export class LiveIndexes {
  readonly #cluster: Cluster;
  readonly #prefix: string;
  readonly #known = new Map<string, Known>();
  readonly #memories = new Map<string, Memory>();

  constructor(cluster: Cluster, prefix: string) {
    this.#cluster = cluster;
    this.#prefix = prefix;
  }

  /** Looks early in the background, so that searches of busy collections never wait for it. */
  of(collection: string): Look {
    const known = this.#known.get(collection);
    const age = known === undefined ? Infinity : performance.now() - known.checkedAt;
    if (known !== undefined && age < earlyCheckMs) return known.found;
    const next = known?.next ?? this.#look(collection, known);
    if (known === undefined || age >= liveCheckMs) return next;
    next.catch(() => undefined);
    return known.found;
  }

  /** Concurrent searches share a look. */
  #look(collection: string, known: Known | undefined): Look {
    const checkedAt = performance.now();
    const found = this.#read(collection, known?.found);
    const entry: Known = { found, checkedAt, next: null };
    const replace = (by: Known | null): void => {
      if (this.#known.get(collection) !== (known ?? entry)) return;
      if (by === null) this.#known.delete(collection);
      else this.#known.set(collection, by);
    };
    if (known === undefined) this.#known.set(collection, entry);
    else known.next = found;
    found.then(
      () => replace(entry),
      () => replace(null),
    );
    return found;
  }

  forget(collection: string): void {
    this.#known.delete(collection);
  }

  drop(collection: string): void {
    this.forget(collection);
    this.#memories.delete(collection);
  }

  #memoryOf(collection: string): Memory {
    const memory = this.#memories.get(collection) ?? new LRUCache({ max: maxRemembered });
    this.#memories.set(collection, memory);
    return memory;
  }

  /** A generation that is still live stays as it is known, also while the cluster is down. */
  async #read(collection: string, known: Look | undefined): Look {
    const before = (await known?.catch(() => null)) ?? null;
    const share = before === null ? 1 : checkShare;
    const generations = new Generations(this.#cluster, this.#prefix, collection);
    for (let look = 1; ; look += 1)
      try {
        const found = await generations.live(share);
        if (found === null) return null;
        const { index, meta } = found;
        if (meta.status === null) throw new Error(`The live index ${index} was never finished.`);
        const { shardCount, itemCount, writes, refreshes } = await stateOf(index, (call) =>
          this.#cluster.search(call, undefined, share),
        );
        // Every write adds to it, and the refresh after which it is found, whichever server sent it.
        const changeNumber = writes + refreshes;
        if (before?.index === index && before.status.changeNumber === changeNumber) return before;
        const status = { ...meta.status, itemCount, changeNumber };
        return { index, shardCount, status, memory: this.#memoryOf(collection), ...formOf(meta) };
      } catch (error) {
        if (error instanceof SearchDownError && before !== null) return before;
        if (!isGone(error) || look === mostLooks) throw error;
      }
  }
}
