import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import {
  type ChangeOutcome,
  type CollectionLayout,
  type Explanation,
  GenerationStateError,
  type ItemChange,
  maxChangesAtOnce,
  type GenerationBuild,
  type GenerationStatus,
  type SearchEngine,
  type SearchResult,
  type SimilarTerm,
  type TermCount,
} from '#engine/port.ts';
import { ChangeWriter } from './changes/change-writer.ts';
import { Rewriter } from './changes/fork-rewrite.ts';
import { explainInGeneration } from './explain-generation.ts';
import { EmbeddedBuild } from './generation-build.ts';
import { CollectionFiles } from './generation-files.ts';
import { loadGeneration } from './generation.ts';
import type { Generation } from './generation.ts';
import { defaultMemoryBudgetBytes, rewriteAfterItems, rewriteAfterShare, rewriteAtLeastItems } from './limits.ts';
import { InOrder } from './in-order.ts';
import { LoadedCollections } from './loaded-collections.ts';
import { searchGeneration } from './search-generation.ts';
import { similarTerms, termsWithPrefix } from './term-lookup.ts';

export interface EmbeddedEngineOptions {
  /** Holds one folder per collection. Made when absent. */
  readonly directory: string;
  /** How much memory loaded collections may take; the least recently searched ones leave first. */
  readonly memoryBudgetBytes?: number;
  /** Builds write a segment after so many items; fewer take less memory. */
  readonly flushItemCount?: number;
  /** A generation with so many changed items is rewritten in the background. */
  readonly rewriteAfterItems?: number;
  /** Told about damaged files and what was done about them. Warns on the console when absent. */
  readonly onProblem?: (message: string) => void;
}

const nothing: Omit<SearchResult, 'took'> = { hits: [], totalCount: 0, facets: [], unknownGroups: [] };

class EmbeddedEngine implements SearchEngine {
  readonly #directory: string;
  readonly #flushItemCount: number | undefined;
  readonly #onProblem: (message: string) => void;
  readonly #loaded: LoadedCollections;
  readonly #writer = new ChangeWriter();
  /** What writes to one collection. */
  readonly #writes = new InOrder();
  readonly #rewriter = new Rewriter();
  readonly #rewriting = new Set<string>();
  readonly #rewriteAfterItems: number;
  #isClosed = false;

  constructor(options: EmbeddedEngineOptions) {
    this.#directory = options.directory;
    this.#loaded = new LoadedCollections(options.memoryBudgetBytes ?? defaultMemoryBudgetBytes);
    this.#flushItemCount = options.flushItemCount;
    this.#rewriteAfterItems = options.rewriteAfterItems ?? rewriteAfterItems;
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

  publish(collection: string, generation: string): Promise<void> {
    return this.#writes.run(collection, async () => {
      const files = this.#files(collection);
      const manifest = files.manifest(generation);
      if (manifest === null) throw new GenerationStateError(`Generation ${generation} of ${collection} is not finished.`);
      const loaded = await this.#load(files, generation);
      const live = files.live();
      const previous = live?.current === generation ? live.previous : (live?.current ?? null);
      files.writeLive({ current: generation, previous });
      this.#loaded.set(collection, loaded);
      for (const name of files.generations()) {
        const builtAt = files.manifest(name)?.builtAt;
        if (name === generation || name === previous || builtAt === undefined || builtAt > manifest.builtAt) continue;
        await this.#remove(files, name);
      }
    });
  }

  rollback(collection: string): Promise<string | null> {
    return this.#writes.run(collection, async () => {
      const files = this.#files(collection);
      const live = files.live();
      if (live === null || live.previous === null) return null;
      const loaded = await this.#load(files, live.previous);
      files.writeLive({ current: live.previous, previous: live.current });
      this.#loaded.set(collection, loaded);
      return live.previous;
    });
  }

  change(collection: string, changes: readonly ItemChange[]): Promise<readonly ChangeOutcome[]> {
    if (changes.length > maxChangesAtOnce) throw new RangeError(`At most ${maxChangesAtOnce} changes are taken at once.`);
    return this.#writes.run(collection, async () => {
      const generation = await this.#live(collection);
      if (generation === null) throw new GenerationStateError(`${collection} has no live generation to change.`);
      const changed = this.#files(collection).changed(generation.name, generation.manifest);
      const { outcomes, state } = await this.#writer.change(changed, changes).catch(async (error: unknown) => {
        // The log decides what was changed; it is read again with the next search.
        await this.#loaded.remove(collection);
        throw error;
      });
      generation.follow(state);
      if (this.#isWorthRewriting(generation)) void this.#rewrite(collection, generation);
      return outcomes;
    });
  }

  #isWorthRewriting({ changedCount, manifest }: Generation): boolean {
    return (
      changedCount >= Math.min(this.#rewriteAfterItems, Math.max(rewriteAtLeastItems, manifest.itemCount * rewriteAfterShare))
    );
  }

  /** Builds a generation of what is live by now beside it, and serves that one with what was changed meanwhile. */
  async #rewrite(collection: string, { name, manifest }: Generation): Promise<void> {
    if (this.#rewriting.has(collection)) return;
    this.#rewriting.add(collection);
    const files = this.#files(collection);
    try {
      const { generation, upTo } = await this.#rewriter.rewrite({ directory: this.#directory, collection, generation: name });
      if (this.#isClosed) return;
      await this.#writes.run(collection, async () => {
        const live = files.live();
        const rewritten = files.manifest(generation);
        if (live?.current !== name || rewritten === null) return this.#remove(files, generation);
        await this.#writer.carry(files.changed(name, manifest), upTo, files.changed(generation, rewritten));
        const loaded = await this.#load(files, generation);
        files.writeLive({ ...live, current: generation });
        this.#loaded.set(collection, loaded);
        await this.#remove(files, name);
      });
    } catch (error) {
      const isStillWanted = !this.#isClosed && files.live()?.current === name;
      if (isStillWanted) this.#onProblem(`Generation ${name} of ${collection} could not be rewritten: ${String(error)}`);
    } finally {
      this.#rewriting.delete(collection);
    }
  }

  async #remove(files: CollectionFiles, generation: string): Promise<void> {
    const manifest = files.manifest(generation);
    if (manifest !== null) await this.#writer.release(files.changed(generation, manifest));
    files.remove(generation);
  }

  async discard(collection: string, generation: string): Promise<void> {
    const files = this.#files(collection);
    const live = files.live();
    if (live?.current === generation || live?.previous === generation)
      throw new GenerationStateError(`Generation ${generation} of ${collection} is live or kept for rollback.`);
    await this.#remove(files, generation);
  }

  drop(collection: string): Promise<void> {
    return this.#writes.run(collection, async () => {
      const files = this.#files(collection);
      await this.#loaded.remove(collection);
      for (const generation of files.generations()) await this.#remove(files, generation);
      rmSync(files.folder, { recursive: true, force: true });
    });
  }

  /** The live generation, read when it is first asked for; null when nothing was ever published. */
  #live(collection: string): Promise<Generation | null> {
    return this.#loaded.get(collection, () => this.#loadWhole(collection));
  }

  /** Reads a generation with what was changed since its build. */
  async #load(files: CollectionFiles, name: string): Promise<Generation> {
    const generation = await loadGeneration(files, name);
    if (!files.wasChanged(name)) return generation;
    const { state } = await this.#writer.state(files.changed(name, generation.manifest));
    generation.follow(state);
    return generation;
  }

  /** A damaged generation gives way to the one before it, and somebody is told. */
  async #loadWhole(collection: string): Promise<Generation | null> {
    const files = this.#files(collection);
    const live = files.live();
    if (live === null) return null;
    try {
      return await this.#load(files, live.current);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (live.previous === null) {
        this.#onProblem(`The live generation of ${collection} can't be read and there is none before it: ${reason}`);
        throw error;
      }
      this.#onProblem(`The live generation of ${collection} can't be read, so ${live.previous} serves instead: ${reason}`);
      return this.#load(files, live.previous);
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
    this.#isClosed = true;
    this.#rewriter.close();
    await this.#writes.idle();
    await this.#loaded.close();
    await this.#writer.close();
  }
}

/** The search engine that needs no server: immutable segments in files, items in SQLite. */
export function openEmbeddedEngine(options: EmbeddedEngineOptions): SearchEngine {
  return new EmbeddedEngine(options);
}
