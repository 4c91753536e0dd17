import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import { GenerationStateError } from '#engine/port-errors.ts';
import type {
  CollectionLayout,
  Explanation,
  GenerationBuild,
  GenerationStatus,
  SearchEngine,
  SearchResult,
  SimilarTerm,
  TermCount,
} from '#engine/port.ts';
import { explainInGeneration } from './explain-generation.ts';
import { EmbeddedBuild } from './generation-build.ts';
import { CollectionFiles } from './generation-files.ts';
import { loadGeneration } from './generation.ts';
import type { Generation } from './generation.ts';
import { defaultMemoryBudgetBytes } from './limits.ts';
import { searchGeneration } from './search-generation.ts';
import { similarTerms, termsWithPrefix } from './term-lookup.ts';

export interface EmbeddedEngineOptions {
  /** Holds one folder per collection. Made when absent. */
  readonly directory: string;
  /** How much memory loaded collections may take; the least recently searched ones leave first. */
  readonly memoryBudgetBytes?: number;
  /** Builds write a segment after so many items; fewer take less memory. */
  readonly flushItemCount?: number;
  /** Told about damaged files and what was done about them. Warns on the console when absent. */
  readonly onProblem?: (message: string) => void;
}

const nothing: Omit<SearchResult, 'took'> = { hits: [], totalCount: 0, facets: [], unknownGroups: [] };

/** A live generation in memory or on its way there. */
interface LoadedCollection {
  readonly generation: Promise<Generation | null>;
  /** 0 until it is loaded. */
  bytes: number;
}

/** Closes a generation once the searches that already hold it are through: they run to their end in one go. */
async function release(loading: Promise<Generation | null>): Promise<void> {
  const generation = await loading.catch(() => null);
  await new Promise((resolve) => setImmediate(resolve));
  generation?.close();
}

class EmbeddedEngine implements SearchEngine {
  readonly #directory: string;
  readonly #memoryBudgetBytes: number;
  readonly #flushItemCount: number | undefined;
  readonly #onProblem: (message: string) => void;
  /** The collection searched last stands at the end. */
  readonly #loaded = new Map<string, LoadedCollection>();

  constructor(options: EmbeddedEngineOptions) {
    this.#directory = options.directory;
    this.#memoryBudgetBytes = options.memoryBudgetBytes ?? defaultMemoryBudgetBytes;
    this.#flushItemCount = options.flushItemCount;
    this.#onProblem = options.onProblem ?? ((message) => console.warn(message));
    mkdirSync(this.#directory, { recursive: true });
    for (const entry of readdirSync(this.#directory, { withFileTypes: true })) {
      if (!entry.isDirectory() || !/^[a-z0-9-]+$/.test(entry.name)) continue;
      const files = this.#files(entry.name);
      if (files.isPointerDamaged()) this.#onProblem(`live.json of ${entry.name} is damaged; its newest generation serves.`);
      files.removeOrphans();
    }
  }

  #files(collection: string): CollectionFiles {
    return new CollectionFiles(this.#directory, collection);
  }

  async build(collection: string, layout: CollectionLayout): Promise<GenerationBuild> {
    const files = this.#files(collection);
    files.removeOrphans();
    return new EmbeddedBuild(files, layout, this.#flushItemCount);
  }

  async publish(collection: string, generation: string): Promise<void> {
    const files = this.#files(collection);
    const manifest = files.manifest(generation);
    if (manifest === null) throw new GenerationStateError(`Generation ${generation} of ${collection} is not finished.`);
    const loaded = await loadGeneration(files, generation);
    const live = files.live();
    const previous = live?.current === generation ? live.previous : (live?.current ?? null);
    files.writeLive({ current: generation, previous });
    this.#serve(collection, loaded);
    for (const name of files.generations()) {
      const builtAt = files.manifest(name)?.builtAt;
      if (name !== generation && name !== previous && builtAt !== undefined && builtAt <= manifest.builtAt) files.remove(name);
    }
  }

  async rollback(collection: string): Promise<string | null> {
    const files = this.#files(collection);
    const live = files.live();
    if (live === null || live.previous === null) return null;
    const loaded = await loadGeneration(files, live.previous);
    files.writeLive({ current: live.previous, previous: live.current });
    this.#serve(collection, loaded);
    return live.previous;
  }

  async discard(collection: string, generation: string): Promise<void> {
    const files = this.#files(collection);
    const live = files.live();
    if (live?.current === generation || live?.previous === generation)
      throw new GenerationStateError(`Generation ${generation} of ${collection} is live or kept for rollback.`);
    files.remove(generation);
  }

  async drop(collection: string): Promise<void> {
    const { folder } = this.#files(collection);
    const entry = this.#loaded.get(collection);
    this.#loaded.delete(collection);
    if (entry !== undefined) await release(entry.generation);
    rmSync(folder, { recursive: true, force: true });
  }

  #serve(collection: string, generation: Generation): void {
    const before = this.#loaded.get(collection);
    this.#loaded.delete(collection);
    this.#loaded.set(collection, { generation: Promise.resolve(generation), bytes: generation.bytes });
    if (before !== undefined) void release(before.generation);
    this.#makeRoom(collection);
  }

  /** Lets go of the collections that were searched longest ago until the rest fits. */
  #makeRoom(keep: string): void {
    let total = [...this.#loaded.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [collection, entry] of this.#loaded) {
      if (total <= this.#memoryBudgetBytes) return;
      if (collection === keep || entry.bytes === 0) continue;
      total -= entry.bytes;
      this.#loaded.delete(collection);
      void release(entry.generation);
    }
  }

  /** The live generation, read when it is first asked for; null when nothing was ever published. */
  async #live(collection: string): Promise<Generation | null> {
    const known = this.#loaded.get(collection);
    const entry = known ?? { generation: this.#loadWhole(collection), bytes: 0 };
    this.#loaded.delete(collection);
    this.#loaded.set(collection, entry);
    if (known !== undefined) return known.generation;
    const generation = await entry.generation.catch((error: unknown) => {
      if (this.#loaded.get(collection) === entry) this.#loaded.delete(collection);
      throw error;
    });
    entry.bytes = generation?.bytes ?? 0;
    if (generation === null && this.#loaded.get(collection) === entry) this.#loaded.delete(collection);
    this.#makeRoom(collection);
    return generation;
  }

  /** A damaged generation gives way to the one before it, and somebody is told. */
  async #loadWhole(collection: string): Promise<Generation | null> {
    const files = this.#files(collection);
    const live = files.live();
    if (live === null) return null;
    try {
      return await loadGeneration(files, live.current);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (live.previous === null) {
        this.#onProblem(`The live generation of ${collection} can't be read and there is none before it: ${reason}`);
        throw error;
      }
      this.#onProblem(`The live generation of ${collection} can't be read, so ${live.previous} serves instead: ${reason}`);
      return loadGeneration(files, live.previous);
    }
  }

  async search(collection: string, plan: Plan): Promise<SearchResult> {
    const generation = await this.#live(collection);
    const start = performance.now();
    const result = generation === null ? nothing : searchGeneration(generation, plan);
    return { ...result, took: performance.now() - start };
  }

  async explain(collection: string, plan: Plan, itemId: string): Promise<Explanation | null> {
    const generation = await this.#live(collection);
    return generation === null ? null : explainInGeneration(generation, plan, itemId);
  }

  async items(collection: string, ids: readonly string[]): Promise<Item[]> {
    const generation = await this.#live(collection);
    if (generation === null) return [];
    const docs = ids.map((id) => generation.store.docOf(id)).filter((doc) => doc >= 0);
    return docs.map((doc) => generation.store.item(doc));
  }

  async terms(collection: string, prefix: string, limit: number): Promise<TermCount[]> {
    const generation = await this.#live(collection);
    return generation === null ? [] : termsWithPrefix(generation, prefix, limit);
  }

  async similarTerms(collection: string, word: string, limit: number): Promise<SimilarTerm[]> {
    const generation = await this.#live(collection);
    return generation === null ? [] : similarTerms(generation, word, limit);
  }

  async status(collection: string): Promise<GenerationStatus | null> {
    return (await this.#live(collection))?.status ?? null;
  }

  async close(): Promise<void> {
    const entries = [...this.#loaded.values()];
    this.#loaded.clear();
    await Promise.all(entries.map((entry) => release(entry.generation)));
  }
}

/** The search engine that needs no server: immutable segments in files, items in SQLite. */
export function openEmbeddedEngine(options: EmbeddedEngineOptions): SearchEngine {
  return new EmbeddedEngine(options);
}
