import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { CollectionLayout, LiveStatus } from '#engine/port.ts';
import { type Cluster, ClusterRefusal } from './cluster.ts';
import { Generations, type DescribedIndex, CollectionNames } from './index/generations.ts';
import { indexFieldsOf, type IndexFields } from './index/documents.ts';
import { checkShare, liveCheckMs } from './limits.ts';

export interface SearchedIndex {
  readonly index: string;
  readonly status: LiveStatus;
  readonly layout: CollectionLayout;
  readonly hasGroups: boolean;
  readonly fields: IndexFields;
  readonly analyser: Analyser;
}

interface Known {
  readonly generation: Promise<SearchedIndex | null>;
  readonly checkedAt: number;
}

/** How often the live index is looked for where it is deleted before it is described. */
const mostLooks = 5;

/** Another call, or another server, may delete an index at any moment. */
const isGone = (error: unknown): boolean => error instanceof ClusterRefusal && error.status === 404;

/** An index that is gone has no number. */
function whenGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

/** A search asks by name, so it sees exactly one generation; what others publish is noticed within a second. */
export class LiveIndexes {
  readonly #cluster: Cluster;
  readonly #prefix: string;
  readonly #known = new Map<string, Known>();

  constructor(cluster: Cluster, prefix: string) {
    this.#cluster = cluster;
    this.#prefix = prefix;
  }

  /** null when nothing was ever published. */
  async of(collection: string): Promise<SearchedIndex | null> {
    const known = this.#known.get(collection);
    const now = performance.now();
    if (known !== undefined && now - known.checkedAt < liveCheckMs) return known.generation;
    // Set before anything is waited for, so that one of many searches looks for all of them.
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

  /** What is known of a generation that is still live stays; so it does where nobody can tell. */
  async #read(collection: string, known: Promise<SearchedIndex | null> | undefined): Promise<SearchedIndex | null> {
    const before = known === undefined ? null : await known.catch(() => null);
    const generations = new Generations(this.#cluster, new CollectionNames(this.#prefix, collection));
    if (before === null) return this.#describeLive(generations, await generations.live());
    try {
      const number = this.#changeNumber(before.index).catch(whenGone);
      const [found, changeNumber] = await Promise.all([generations.live(checkShare), number]);
      const isSame = found?.index === before.index && changeNumber === before.status.changeNumber;
      return isSame ? before : await this.#describeLive(generations, found);
    } catch (error) {
      if (error instanceof SearchDownError) return before;
      throw error;
    }
  }

  /** Every write counts it up, and once more when it can be found, whichever server sent it. */
  async #changeNumber(index: string): Promise<number> {
    const wanted = ['seq_no.max_seq_no', 'refresh.external_total'].map((one) => `indices.*.shards.*.${one}`).join();
    const path = `${index}/_stats/docs,refresh?level=shards&filter_path=${wanted}`;
    interface Copy {
      readonly seq_no: { readonly max_seq_no: number };
      readonly refresh: { readonly external_total: number };
    }
    type Stats = { readonly indices?: Readonly<Record<string, { readonly shards: Readonly<Record<string, readonly Copy[]>> }>> };
    const { indices } = await this.#cluster.search<Stats>({ method: 'GET', path }, undefined, checkShare);
    const shards = Object.values(indices?.[index]?.shards ?? {});
    const numbers = shards.flat().map(({ seq_no, refresh }) => seq_no.max_seq_no + refresh.external_total);
    return numbers.reduce((sum, number) => sum + number, 0);
  }

  /** `found`, or what is live instead once it is gone. */
  async #describeLive(generations: Generations, found: DescribedIndex | null): Promise<SearchedIndex | null> {
    let live = found;
    for (let look = 1; ; look += 1)
      try {
        return await this.#describe(live);
      } catch (error) {
        if (!isGone(error) || look === mostLooks) throw error;
        live = await generations.live();
      }
  }

  async #describe(found: DescribedIndex | null): Promise<SearchedIndex | null> {
    if (found === null) return null;
    const { index } = found;
    const { layout, status } = found.meta;
    if (status === null) throw new Error(`The live index ${index} was never finished.`);
    const analyser = analyserOf(layout.language);
    // Items may have come and gone since it was finished.
    const path = `${index}/_count?filter_path=count`;
    const [{ count: itemCount }, changeNumber] = await Promise.all([
      this.#cluster.search<{ readonly count: number }>({ method: 'GET', path }),
      this.#changeNumber(index),
    ]);
    return {
      index,
      status: { ...status, itemCount, changeNumber },
      layout,
      hasGroups: layout.groupField !== null,
      fields: indexFieldsOf(layout, analyser.hasStemmer),
      analyser,
    };
  }
}
