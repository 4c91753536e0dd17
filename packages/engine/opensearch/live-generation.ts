import { createAnalyser, type Analyser } from '#engine/analysis/analyser.ts';
import type { GenerationStatus } from '#engine/port.ts';
import type { Cluster } from './cluster.ts';
import { Generations, type IndexMeta } from './generations.ts';
import { indexFieldsOf, type IndexFields } from './index-fields.ts';
import { liveCheckMs } from './limits.ts';
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
  checkedAt: number;
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
    const before = known === undefined ? null : await known.generation.catch(() => null);
    const entry: Known = { generation: this.#read(collection, before), checkedAt: now };
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

  /** What is known of a generation that is still live stays. */
  async #read(collection: string, before: LiveGeneration | null): Promise<LiveGeneration | null> {
    const found = await new Generations(this.#cluster, new CollectionNames(this.#prefix, collection)).live();
    if (found === null) return null;
    return found.index === before?.index ? before : this.#describe(found.index, found.meta);
  }

  #describe(index: string, { layout, status }: IndexMeta): LiveGeneration {
    if (status === null) throw new Error(`The live index ${index} was never finished.`);
    const analyser = createAnalyser(layout.language);
    return {
      index,
      status,
      hasGroups: layout.groupField !== null,
      fields: indexFieldsOf(layout, analyser.hasStemmer),
      analyser,
      terms: new TermStatistics(this.#cluster, index, status.itemCount),
    };
  }
}
