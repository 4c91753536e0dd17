import { SearchDownError } from '#engine/port-errors.ts';
import type { LiveStatus } from '#engine/port.ts';
import { type Cluster, isGone } from './cluster.ts';
import { type DocumentForm, formOf } from './index/documents.ts';
import { type DescribedIndex, Generations } from './index/generations.ts';
import { stateOf } from './index/merge-live.ts';
import { checkShare, liveCheckMs } from './limits.ts';

export interface SearchedIndex extends DocumentForm {
  readonly index: string;
  readonly status: LiveStatus;
  readonly hasGroups: boolean;
}

interface Known {
  readonly generation: Promise<SearchedIndex | null>;
  readonly checkedAt: number;
}

/** Another server may delete the live index before it is described. */
const mostLooks = 5;

/** Publishes of other servers are noticed within a second. */
export class LiveIndexes {
  readonly #cluster: Cluster;
  readonly #prefix: string;
  readonly #known = new Map<string, Known>();

  constructor(cluster: Cluster, prefix: string) {
    this.#cluster = cluster;
    this.#prefix = prefix;
  }

  async of(collection: string): Promise<SearchedIndex | null> {
    const known = this.#known.get(collection);
    const now = performance.now();
    if (known !== undefined && now - known.checkedAt < liveCheckMs) return known.generation;
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

  forget(collection: string): void {
    this.#known.delete(collection);
  }

  /** A generation that is still live stays as it is known, also while the cluster is down. */
  async #read(collection: string, known: Promise<SearchedIndex | null> | undefined): Promise<SearchedIndex | null> {
    const before = known === undefined ? null : await known.catch(() => null);
    const generations = new Generations(this.#cluster, this.#prefix, collection);
    if (before === null) return this.#describeLive(generations);
    try {
      const number = this.#changeNumber(before.index).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
      const [found, changeNumber] = await Promise.all([generations.live(checkShare), number]);
      const isSame = found?.index === before.index && changeNumber === before.status.changeNumber;
      return isSame ? before : await this.#describeLive(generations);
    } catch (error) {
      if (error instanceof SearchDownError) return before;
      throw error;
    }
  }

  /** Every write adds to it, and the refresh after which it is found, whichever server sent it. */
  async #changeNumber(index: string): Promise<number> {
    const { writes, refreshes } = await stateOf(index, (call) => this.#cluster.search(call, undefined, checkShare));
    return writes + refreshes;
  }

  async #describeLive(generations: Generations): Promise<SearchedIndex | null> {
    for (let look = 1; ; look += 1)
      try {
        return await this.#describe(await generations.live());
      } catch (error) {
        if (!isGone(error) || look === mostLooks) throw error;
      }
  }

  async #describe(found: DescribedIndex | null): Promise<SearchedIndex | null> {
    if (found === null) return null;
    const { index } = found;
    const { layout, status } = found.meta;
    if (status === null) throw new Error(`The live index ${index} was never finished.`);
    const path = `${index}/_count?filter_path=count`;
    const [{ count: itemCount }, changeNumber] = await Promise.all([
      this.#cluster.search<{ readonly count: number }>({ method: 'GET', path }),
      this.#changeNumber(index),
    ]);
    return { index, status: { ...status, itemCount, changeNumber }, hasGroups: layout.groupField !== null, ...formOf(layout) };
  }
}
