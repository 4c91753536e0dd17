import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Item } from '#contract/item.ts';
import { ForkedWork } from '#engine/forked-work.ts';
import type { Plan } from '#engine/plan.ts';
import { GenerationStateError } from '#engine/port-errors.ts';
import {
  type ChangeOutcome,
  type CollectionLayout,
  type DocumentPage,
  type DocumentQuery,
  type Explanation,
  type GenerationBuild,
  type GenerationStatus,
  type ItemChange,
  type KeptGeneration,
  maxChangesAtOnce,
  type RecreateWatch,
  type SearchEngine,
  type SearchResult,
  type SimilarTerm,
  type SourcePage,
  type TermCount,
} from '#engine/port.ts';
import { addressesOf } from './addresses.ts';
import { Cluster, ClusterRefusal } from './cluster.ts';
import { documentId } from './document.ts';
import { documentPage } from './document-page.ts';
import { idsOfSource } from './each-item.ts';
import { explainInGeneration } from './explain-generation.ts';
import { startGeneration } from './generation-build.ts';
import { Generations, type LiveIndex } from './generations.ts';
import { itemField } from './index-fields.ts';
import { changeItems } from './item-changes.ts';
import { keptGenerations } from './kept-generations.ts';
import { closedPauseMs, closedTooLongMs } from './limits.ts';
import { LiveGenerations, type LiveGeneration } from './live-generation.ts';
import { CollectionNames } from './names.ts';
import { type Copied, copyLive, type CopyTask, notedLive, takeOver, targetOf } from './recreate.ts';
import { searchGeneration } from './search-generation.ts';
import { similarTerms, termsWithPrefix } from './term-lookup.ts';
import { checkVersion } from './version.ts';

export interface OpenSearchOptions {
  /** Addresses of nodes of one cluster, separated by commas; user and password may stand in them. */
  readonly url: string;
  /** Small letters, digits and hyphens; indices of engines with another prefix are never touched. */
  readonly prefix: string;
  /** How many shards a generation has; as its size asks for when absent. */
  readonly shardCount?: number;
  /** How long a search may take before it has failed. */
  readonly searchMs?: number;
}

const copyProgram = fileURLToPath(new URL('copy-process.ts', import.meta.url));

const nothing: Omit<SearchResult, 'took'> = { hits: [], totalCount: 0, facets: [], unknownGroups: [] };

/** Passwords are nobody's business. */
const withoutAccounts = (url: string): string =>
  addressesOf(url)
    .map((address) => new URL(address).origin)
    .join(', ');

class OpenSearchEngine implements SearchEngine {
  readonly #cluster: Cluster;
  readonly #options: OpenSearchOptions;
  readonly #copying = new ForkedWork<CopyTask, Copied>(copyProgram);
  readonly #live: LiveGenerations;

  constructor(options: OpenSearchOptions) {
    this.#options = options;
    this.#cluster = new Cluster(addressesOf(options.url), options.searchMs);
    this.#live = new LiveGenerations(this.#cluster, options.prefix);
  }

  #names(collection: string): CollectionNames {
    return new CollectionNames(this.#options.prefix, collection);
  }

  #generations(collection: string): Generations {
    return new Generations(this.#cluster, this.#names(collection));
  }

  check(url: string): Promise<void> {
    return checkVersion(this.#cluster, withoutAccounts(url));
  }

  async build(collection: string, layout: CollectionLayout, source?: number): Promise<GenerationBuild> {
    const { shardCount } = this.#options;
    if (source !== undefined) await this.#noted(collection);
    return startGeneration(this.#cluster, this.#names(collection), layout, { shardCount, source });
  }

  async publish(collection: string, generation: string): Promise<void> {
    await this.#noted(collection);
    await this.#generations(collection).publish(generation);
    this.#live.forget(collection);
  }

  async rollback(collection: string): Promise<string | null> {
    const generation = await this.#generations(collection).rollback();
    this.#live.forget(collection);
    return generation;
  }

  async change(collection: string, changes: readonly ItemChange[]): Promise<readonly ChangeOutcome[]> {
    if (changes.length > maxChangesAtOnce) throw new RangeError(`At most ${maxChangesAtOnce} changes are taken at once.`);
    const generations = this.#generations(collection);
    const begunAt = performance.now();
    let live = await this.#noted(collection);
    for (;;) {
      if (live === null) throw new GenerationStateError(`${collection} has no live generation to change.`);
      const outcomes = await changeItems(this.#cluster, targetOf(live), changes);
      // How rare words are has changed.
      this.#live.forget(collection);
      if (outcomes === null) {
        await sleep(closedPauseMs);
        // Nobody who is still there leaves an index closed for so long.
        if (performance.now() - begunAt > closedTooLongMs) await generations.open(live.index);
      }
      const now = await generations.live();
      // Where another generation went live meanwhile, that one may have missed the changes.
      if (outcomes !== null && (now === null || now.index === live.index)) return outcomes;
      live = now;
    }
  }

  discard(collection: string, generation: string): Promise<void> {
    return this.#generations(collection).discard(generation);
  }

  async recreate(collection: string, layout: CollectionLayout, watch: RecreateWatch = {}): Promise<GenerationStatus> {
    const generations = this.#generations(collection);
    const live = await generations.live();
    if (live === null) throw new GenerationStateError(`${collection} has no live generation to recreate.`);
    const copied = await this.#copying.run(copyTask(this.#options, collection, live, layout), watch);
    const status = await takeOver(this.#cluster, generations, this.#names(collection), copied);
    this.#live.forget(collection);
    return status;
  }

  #noted(collection: string): Promise<LiveIndex | null> {
    return notedLive(this.#generations(collection), ({ meta }) => this.recreate(collection, meta.layout));
  }

  generations(collection: string): Promise<KeptGeneration[]> {
    return keptGenerations(this.#cluster, this.#generations(collection), this.#names(collection));
  }

  async drop(collection: string): Promise<void> {
    await this.#generations(collection).drop();
    this.#live.forget(collection);
  }

  /** Asks the live generation. One that another server has just replaced and deleted is looked up anew. */
  async #askWithoutHaste<Answer>(
    collection: string,
    otherwise: Answer,
    ask: (live: LiveGeneration) => Promise<Answer>,
  ): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const live = await this.#live.of(collection);
      if (live === null) return otherwise;
      try {
        return await ask(live);
      } catch (error) {
        if (attempt > 0 || !(error instanceof ClusterRefusal) || error.status !== 404) throw error;
        this.#live.forget(collection);
      }
    }
  }

  /** The same within the time of a search. */
  #ask<Answer>(collection: string, otherwise: Answer, ask: (live: LiveGeneration) => Promise<Answer>): Promise<Answer> {
    return this.#cluster.inOneSearch(() => this.#askWithoutHaste(collection, otherwise, ask));
  }

  async search(collection: string, plan: Plan): Promise<SearchResult> {
    const start = performance.now();
    const result = await this.#ask(collection, nothing, (live) => searchGeneration(this.#cluster, live, plan));
    return { ...result, took: performance.now() - start };
  }

  explain(collection: string, plan: Plan, itemId: string): Promise<Explanation | null> {
    return this.#ask(collection, null, (live) => explainInGeneration(this.#cluster, live, plan, itemId));
  }

  items(collection: string, ids: readonly string[]): Promise<Item[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.#ask<Item[]>(collection, [], async ({ index }) => {
      const path = `${index}/_mget?_source_includes=${itemField}&filter_path=docs._source`;
      // Absent where none of the items is there.
      type Found = { readonly docs?: readonly { readonly _source?: Readonly<Record<string, string>> }[] };
      const { docs = [] } = await this.#cluster.search<Found>({ method: 'POST', path, body: { ids: ids.map(documentId) } });
      return docs.flatMap(({ _source }) => (_source === undefined ? [] : [JSON.parse(_source[itemField] ?? '') as Item]));
    });
  }

  async idsOfSource(collection: string, source: number, after: string | null): Promise<SourcePage> {
    const { index } = (await this.#generations(collection).live()) ?? {};
    if (index === undefined) return { ids: [], next: null };
    return idsOfSource(this.#cluster, index, source, after);
  }

  documents(collection: string, query: DocumentQuery): Promise<DocumentPage> {
    return this.#askWithoutHaste<DocumentPage>(collection, { items: [], totalCount: 0 }, (live) =>
      documentPage(this.#cluster, live, query),
    );
  }

  terms(collection: string, prefix: string, limit: number): Promise<TermCount[]> {
    return this.#ask<TermCount[]>(collection, [], ({ index }) => termsWithPrefix(this.#cluster, index, prefix, limit));
  }

  similarTerms(collection: string, word: string, limit: number): Promise<SimilarTerm[]> {
    return this.#ask<SimilarTerm[]>(collection, [], ({ index }) => similarTerms(this.#cluster, index, word, limit));
  }

  status(collection: string): Promise<GenerationStatus | null> {
    return this.#ask<GenerationStatus | null>(collection, null, ({ status }) => Promise.resolve(status));
  }

  async close(): Promise<void> {
    await this.#copying.close();
    await this.#cluster.close();
  }
}

/** The search engine for shops that one machine is too small for: indices of an OpenSearch cluster. */
export function openOpenSearchEngine(options: OpenSearchOptions): SearchEngine {
  return new OpenSearchEngine(options);
}

/** As `openOpenSearchEngine`, once it is sure that the cluster can be used. Throws `EngineSettingError`. */
export async function connectOpenSearchEngine(options: OpenSearchOptions): Promise<SearchEngine> {
  const engine = new OpenSearchEngine(options);
  try {
    await engine.check(options.url);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Builds a generation in a process that doesn't serve. The engine that serves publishes it by its name. */
export async function startOpenSearchBuild(
  { url, prefix, shardCount }: OpenSearchOptions,
  collection: string,
  layout: CollectionLayout,
  source?: number,
): Promise<GenerationBuild> {
  const names = new CollectionNames(prefix, collection);
  const cluster = new Cluster(addressesOf(url));
  const generations = new Generations(cluster, names);
  const copy = async (live: LiveIndex): Promise<void> => {
    const copied = await copyLive(copyTask({ url, prefix, shardCount }, collection, live, live.meta.layout), () => undefined);
    await takeOver(cluster, generations, names, copied);
  };
  if (source !== undefined) await notedLive(generations, copy);
  return startGeneration(cluster, names, layout, { shardCount, source });
}

function copyTask(
  { url, prefix, shardCount }: Pick<OpenSearchOptions, 'url' | 'prefix'> & { readonly shardCount?: number | undefined },
  collection: string,
  { index, meta }: LiveIndex,
  layout: CollectionLayout,
): CopyTask {
  const options = { url, prefix, ...(shardCount !== undefined && { shardCount }) };
  return { options, collection, from: index, hasSources: meta.hasSources === true, layout };
}
