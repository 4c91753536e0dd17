import { mkdirSync } from 'node:fs';
import type { Item } from '#contract/item.ts';
import { plainPlan, type Plan } from '#engine/plan.ts';
import type {
  ChangeOutcome,
  CollectionLayout,
  DocumentPage,
  DocumentQuery,
  Explanation,
  GenerationBuild,
  GenerationStatus,
  ItemChange,
  SearchEngine,
  SearchResult,
  SimilarTerm,
  TermCount,
} from '#engine/port.ts';
import { explainInGeneration } from './explain-generation.ts';
import { EmbeddedBuild } from './generation-build.ts';
import { collectionNames } from './generation-files.ts';
import { GenerationWrites } from './generation-writes.ts';
import { defaultMemoryBudgetBytes, rewriteAfterItems } from './limits.ts';
import { LiveGenerations } from './live-generations.ts';
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
  readonly #live: LiveGenerations;
  readonly #writes: GenerationWrites;
  readonly #flushItemCount: number | undefined;

  constructor(options: EmbeddedEngineOptions) {
    const { directory, onProblem = console.warn } = options;
    this.#flushItemCount = options.flushItemCount;
    this.#live = new LiveGenerations({
      directory,
      onProblem,
      memoryBudgetBytes: options.memoryBudgetBytes ?? defaultMemoryBudgetBytes,
      rebuild: (collection, generation) => this.#writes.rewrite(collection, generation, true),
    });
    this.#writes = new GenerationWrites(this.#live, {
      directory,
      onProblem,
      rewriteAfterItems: options.rewriteAfterItems ?? rewriteAfterItems,
    });
    mkdirSync(directory, { recursive: true });
    for (const collection of collectionNames(directory)) {
      const files = this.#live.files(collection);
      if (files.isPointerDamaged()) onProblem(`live.json of ${collection} is damaged; its newest generation serves.`);
      files.removeUnwrittenPointer();
      files.removeOrphans();
    }
  }

  async build(collection: string, layout: CollectionLayout): Promise<GenerationBuild> {
    const files = this.#live.files(collection);
    files.removeOrphans();
    return new EmbeddedBuild(files, layout, this.#flushItemCount);
  }

  publish(collection: string, generation: string): Promise<void> {
    return this.#writes.publish(collection, generation);
  }

  rollback(collection: string): Promise<string | null> {
    return this.#writes.rollback(collection);
  }

  change(collection: string, changes: readonly ItemChange[]): Promise<readonly ChangeOutcome[]> {
    return this.#writes.change(collection, changes);
  }

  discard(collection: string, generation: string): Promise<void> {
    return this.#writes.discard(collection, generation);
  }

  drop(collection: string): Promise<void> {
    return this.#writes.drop(collection);
  }

  async search(collection: string, plan: Plan): Promise<SearchResult> {
    const generation = await this.#live.get(collection);
    const start = performance.now();
    const result = generation === null ? nothing : searchGeneration(generation, plan);
    return { ...result, took: performance.now() - start };
  }

  async explain(collection: string, plan: Plan, itemId: string): Promise<Explanation | null> {
    const generation = await this.#live.get(collection);
    return generation === null ? null : explainInGeneration(generation, plan, itemId);
  }

  async items(collection: string, ids: readonly string[]): Promise<Item[]> {
    const generation = await this.#live.get(collection);
    if (generation === null) return [];
    const docs = ids.map((id) => generation.store.docOf(id)).filter((doc) => doc >= 0);
    return docs.map((doc) => generation.store.item(doc));
  }

  async documents(collection: string, query: DocumentQuery): Promise<DocumentPage> {
    const generation = await this.#live.get(collection);
    if (generation === null) return { items: [], totalCount: 0 };
    const { hits, totalCount } = searchGeneration(generation, { ...plainPlan, ...query }, Infinity);
    return { items: hits.map(({ item }) => item), totalCount };
  }

  async terms(collection: string, prefix: string, limit: number): Promise<TermCount[]> {
    const generation = await this.#live.get(collection);
    return generation === null ? [] : termsWithPrefix(generation, prefix, limit);
  }

  async similarTerms(collection: string, word: string, limit: number): Promise<SimilarTerm[]> {
    const generation = await this.#live.get(collection);
    return generation === null ? [] : similarTerms(generation, word, limit);
  }

  async status(collection: string): Promise<GenerationStatus | null> {
    return (await this.#live.get(collection))?.status ?? null;
  }

  async close(): Promise<void> {
    await this.#writes.close();
    await this.#live.close();
  }
}

/** The search engine that needs no server: immutable segments in files, items in SQLite. */
export function openEmbeddedEngine(options: EmbeddedEngineOptions): SearchEngine {
  return new EmbeddedEngine(options);
}
