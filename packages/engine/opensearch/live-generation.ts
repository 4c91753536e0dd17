import { createAnalyser, type Analyser } from '#engine/analysis/analyser.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { GenerationStatus } from '#engine/port.ts';
import type { Cluster } from './cluster.ts';
import { Generations, type LiveIndex } from './generations.ts';
import { indexFieldsOf, type IndexFields } from './index-fields.ts';
import { checkShare, liveCheckMs } from './limits.ts';
import { CollectionNames } from './names.ts';
import { TermStatistics } from './term-statistics.ts';

/** A live generation with what queries need to know of it. */
export interface LiveGeneration {
  readonly index: string;
  readonly status: GenerationStatus;
  readonly hasGroups: boolean;
  readonly fields: IndexFields;
  readonly analyser: Analyser;
  readonly terms: TermStatistics;
}

interface Known {
  readonly generation: Promise<LiveGeneration | null>;
  readonly checkedAt: number;
}

/**
 * Remembers which generation of each collection is live. A search asks for its index by name, so that it sees exactly one generation;
 * what other servers publish is noticed within a second.
 */
export class LiveGenerations {
  readonly #cluster: Cluster;
  readonly #prefix: string;
  readonly #known = new Map<string, Known>();

  constructor(cluster: Cluster, prefix: string) {
    this.#cluster = cluster;
    this.#prefix = prefix;
  }

  /** null when nothing was ever published. */
  async of(collection: string): Promise<LiveGeneration | null> {
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
  async #read(collection: string, known: Promise<LiveGeneration | null> | undefined): Promise<LiveGeneration | null> {
    const before = known === undefined ? null : await known.catch(() => null);
    const generations = new Generations(this.#cluster, new CollectionNames(this.#prefix, collection));
    if (before === null) return this.#describe(await generations.live());
    try {
      const found = await generations.live(checkShare);
      return found?.index === before.index ? before : await this.#describe(found);
    } catch (error) {
      if (error instanceof SearchDownError) return before;
      throw error;
    }
  }

  async #describe(found: LiveIndex | null): Promise<LiveGeneration | null> {
    if (found === null) return null;
    const { index } = found;
    const { layout, status } = found.meta;
    if (status === null) throw new Error(`The live index ${index} was never finished.`);
    const analyser = createAnalyser(layout.language);
    // Items may have come and gone since it was finished.
    const path = `${index}/_count?filter_path=count`;
    const { count: itemCount } = await this.#cluster.search<{ readonly count: number }>({ method: 'GET', path });
    return {
      index,
      status: { ...status, itemCount },
      hasGroups: layout.groupField !== null,
      fields: indexFieldsOf(layout, analyser.hasStemmer),
      analyser,
      terms: new TermStatistics(this.#cluster, index, itemCount),
    };
  }
}
