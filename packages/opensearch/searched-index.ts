import { SearchDownError } from '#engine/port-errors.ts';
import type { LiveStatus } from '#engine/port.ts';
import { hash } from 'node:crypto';
import { type Cluster, isGone } from './cluster.ts';
import { type DocumentForm, formOf } from './index/documents.ts';
import { type DescribedIndex, Generations } from './index/generations.ts';
import { stateOf } from './index/merge-live.ts';
import { checkShare, earlyCheckMs, liveCheckMs, maxRemembered } from './limits.ts';

export interface SearchedIndex extends DocumentForm {
  readonly index: string;
  readonly shardCount: number;
  readonly status: LiveStatus;
  readonly memory: Memory;
}

const maxKeyLength = 60;
const keyOf = (question: string): string => (question.length > maxKeyLength ? hash('sha1', question, 'base64') : question);

/** Small answers of the live indexes of a collection, as long as each is asked for. */
export class Memory {
  readonly #known = new Map<string, { readonly index: SearchedIndex; readonly value: unknown }>();

  find(question: string): { readonly index: SearchedIndex; readonly value: unknown } | undefined {
    const key = keyOf(question);
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    // The least recently used one is forgotten first.
    this.#known.delete(key);
    this.#known.set(key, known);
    return known;
  }

  note<Value>(question: string, index: SearchedIndex, value: Value): Value {
    const key = keyOf(question);
    this.#known.delete(key);
    this.#known.set(key, { index, value });
    const [oldest] = this.#known.size > maxRemembered ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    return value;
  }
}

interface Known {
  readonly generation: Promise<SearchedIndex | null>;
  readonly checkedAt: number;
  isChecked?: true;
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

  async of(collection: string): Promise<SearchedIndex | null> {
    const known = this.#known.get(collection);
    const now = performance.now();
    const age = known === undefined ? Infinity : now - known.checkedAt;
    if (known !== undefined && age < liveCheckMs) {
      if (age > earlyCheckMs && known.isChecked === undefined) void this.#checkEarly(collection, known, now);
      return known.generation;
    }
    // Set before the first await, so that concurrent searches share one look-up.
    const entry: Known = { generation: this.#read(collection, known?.generation), checkedAt: now };
    this.#known.set(collection, entry);
    try {
      return await entry.generation;
    } catch (error) {
      if (this.#known.get(collection) === entry) this.#known.delete(collection);
      throw error;
    }
  }

  /** So that searches of busy collections never wait for it. */
  async #checkEarly(collection: string, known: Known, checkedAt: number): Promise<void> {
    known.isChecked = true;
    try {
      const generation = Promise.resolve(await this.#read(collection, known.generation));
      if (this.#known.get(collection) === known) this.#known.set(collection, { generation, checkedAt });
    } catch {
      // The next search looks it up again, and fails if it must.
    }
  }

  forget(collection: string): void {
    this.#known.delete(collection);
  }

  drop(collection: string): void {
    this.forget(collection);
    this.#memories.delete(collection);
  }

  #memoryOf(collection: string): Memory {
    const memory = this.#memories.get(collection) ?? new Memory();
    this.#memories.set(collection, memory);
    return memory;
  }

  /** A generation that is still live stays as it is known, also while the cluster is down. */
  async #read(collection: string, known: Promise<SearchedIndex | null> | undefined): Promise<SearchedIndex | null> {
    const before = known === undefined ? null : await known.catch(() => null);
    const generations = new Generations(this.#cluster, this.#prefix, collection);
    const memory = this.#memoryOf(collection);
    if (before === null) return this.#describeLive(generations, memory);
    try {
      const state = this.#state(before.index).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
      const [found, now] = await Promise.all([generations.live(checkShare), state]);
      const isSame = found?.index === before.index && now?.changeNumber === before.status.changeNumber;
      return isSame ? before : await this.#describeLive(generations, memory);
    } catch (error) {
      if (error instanceof SearchDownError) return before;
      throw error;
    }
  }

  /** Every write adds to the number, and the refresh after which it is found, whichever server sent it. */
  async #state(index: string): Promise<{ readonly changeNumber: number; readonly shardCount: number }> {
    const { writes, refreshes, shardCount } = await stateOf(index, (call) => this.#cluster.search(call, undefined, checkShare));
    return { changeNumber: writes + refreshes, shardCount };
  }

  async #describeLive(generations: Generations, memory: Memory): Promise<SearchedIndex | null> {
    for (let look = 1; ; look += 1)
      try {
        return await this.#describe(await generations.live(), memory);
      } catch (error) {
        if (!isGone(error) || look === mostLooks) throw error;
      }
  }

  async #describe(found: DescribedIndex | null, memory: Memory): Promise<SearchedIndex | null> {
    if (found === null) return null;
    const { index } = found;
    const { layout, status } = found.meta;
    if (status === null) throw new Error(`The live index ${index} was never finished.`);
    const path = `${index}/_count?filter_path=count`;
    const [{ count: itemCount }, { changeNumber, shardCount }] = await Promise.all([
      this.#cluster.search<{ readonly count: number }>({ method: 'GET', path }),
      this.#state(index),
    ]);
    return { index, shardCount, status: { ...status, itemCount, changeNumber }, memory, ...formOf(layout) };
  }
}
