import { mkdirSync } from 'node:fs';
import type { Item } from '#contract/item.ts';
import { maxResultWindow, plainPlan, type Plan } from '#engine/plan.ts';
import { ResultWindowError } from '#engine/port-errors.ts';
import type {
  ChangeOutcome,
  CollectionLayout,
  DocumentPage,
  DocumentQuery,
  Explanation,
  GenerationBuild,
  GenerationStatus,
  ItemChange,
  KeptGeneration,
  RecreateWatch,
  SearchEngine,
  SearchResult,
  SimilarTerm,
  SourcePage,
  TermCount,
} from '#engine/port.ts';
import { EmbeddedBuild } from './generation-build.ts';
import { collectionNames } from './generation-files.ts';
import { keptGenerations } from './kept-generations.ts';
import { GenerationWrites } from './generation-writes.ts';
import { defaultMemoryBudgetBytes, rewriteAfterItems } from './limits.ts';
import { LiveGenerations } from './live-generations.ts';
import { statusOf } from './served-generation.ts';

export interface EmbeddedEngineOptions {
  /** Holds one folder per collection. Made when absent. */
  readonly directory: string;
  /** How much memory loaded collections may take; the least recently searched ones leave first. */
  readonly memoryBudgetBytes?: number;
  /** How many threads search beside this one; 0, the default, searches in this one. */
  readonly searchThreads?: number;
  /** Builds write a segment after so many items; fewer take less memory. */
  readonly flushItemCount?: number;
  /** A generation with so many changed items is rewritten in the background. */
  readonly rewriteAfterItems?: number;
  /** Told about damaged files and what was done about them. Warns on the console when absent. */
  readonly onProblem?: (message: string) => void;
}

const nothing: SearchResult = { hits: [], totalCount: 0, facets: [], unknownGroups: [], took: 0 };

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
      threadCount: options.searchThreads ?? 0,
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

  async build(collection: string, layout: CollectionLayout, source?: number): Promise<GenerationBuild> {
    const files = this.#live.files(collection);
    await files.removeOrphansAside();
    return new EmbeddedBuild(files, layout, { flushItemCount: this.#flushItemCount, source });
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

  recreate(collection: string, layout: CollectionLayout, watch?: RecreateWatch): Promise<GenerationStatus> {
    return this.#writes.recreate(collection, layout, watch);
  }

  drop(collection: string): Promise<void> {
    return this.#writes.drop(collection);
  }

  async generations(collection: string): Promise<KeptGeneration[]> {
    return keptGenerations(this.#live.files(collection), await this.#live.get(collection));
  }

  async search(collection: string, plan: Plan): Promise<SearchResult> {
    const generation = await this.#live.get(collection);
    if (generation === null) return nothing;
    const end = plan.from + plan.size;
    if (end > maxResultWindow) throw new ResultWindowError(end);
    return generation.ask('search', plan);
  }

  async explain(collection: string, plan: Plan, itemId: string): Promise<Explanation | null> {
    const generation = await this.#live.get(collection);
    return generation === null ? null : generation.ask('explain', plan, itemId);
  }

  async items(collection: string, ids: readonly string[]): Promise<Item[]> {
    const generation = await this.#live.get(collection);
    return generation === null ? [] : generation.ask('items', ids);
  }

  async idsOfSource(collection: string, source: number, after: string | null): Promise<SourcePage> {
    const generation = await this.#live.get(collection);
    return generation === null ? { ids: [], next: null } : generation.ask('idsOfSource', source, after);
  }

  async documents(collection: string, query: DocumentQuery): Promise<DocumentPage> {
    const generation = await this.#live.get(collection);
    if (generation === null) return { items: [], totalCount: 0 };
    const { hits, totalCount } = await generation.ask('search', { ...plainPlan, ...query });
    return { items: hits.map(({ item }) => item), totalCount };
  }

  async terms(collection: string, prefix: string, limit: number): Promise<TermCount[]> {
    const generation = await this.#live.get(collection);
    return generation === null ? [] : generation.ask('terms', prefix, limit);
  }

  async similarTerms(collection: string, word: string, limit: number): Promise<SimilarTerm[]> {
    const generation = await this.#live.get(collection);
    return generation === null ? [] : generation.ask('similarTerms', word, limit);
  }

  async status(collection: string): Promise<GenerationStatus | null> {
    const generation = await this.#live.get(collection);
    return generation === null ? null : statusOf(generation);
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
