import type { Item } from '#contract/item.ts';
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
  maxChangesAtOnce,
  type SearchEngine,
  type SearchResult,
  type SimilarTerm,
  type TermCount,
} from '#engine/port.ts';
import { Cluster, ClusterRefusal } from './cluster.ts';
import { documentId } from './document.ts';
import { documentPage } from './document-page.ts';
import { explainInGeneration } from './explain-generation.ts';
import { startGeneration } from './generation-build.ts';
import { Generations } from './generations.ts';
import { itemField } from './index-fields.ts';
import { changeItems } from './item-changes.ts';
import { LiveGenerations, type LiveGeneration } from './live-generation.ts';
import { CollectionNames } from './names.ts';
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

const nothing: Omit<SearchResult, 'took'> = { hits: [], totalCount: 0, facets: [], unknownGroups: [] };

const addressesOf = (url: string): string[] =>
  url
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);

/** Passwords are nobody's business. */
const withoutAccounts = (url: string): string =>
  addressesOf(url)
    .map((address) => new URL(address).origin)
    .join(', ');

class OpenSearchEngine implements SearchEngine {
  readonly #cluster: Cluster;
  readonly #prefix: string;
  readonly #shardCount: number | undefined;
  readonly #live: LiveGenerations;

  constructor({ url, prefix, shardCount, searchMs }: OpenSearchOptions) {
    this.#cluster = new Cluster(addressesOf(url), searchMs);
    this.#prefix = prefix;
    this.#shardCount = shardCount;
    this.#live = new LiveGenerations(this.#cluster, prefix);
  }

  #names(collection: string): CollectionNames {
    return new CollectionNames(this.#prefix, collection);
  }

  #generations(collection: string): Generations {
    return new Generations(this.#cluster, this.#names(collection));
  }

  check(url: string): Promise<void> {
    return checkVersion(this.#cluster, withoutAccounts(url));
  }

  build(collection: string, layout: CollectionLayout): Promise<GenerationBuild> {
    return startGeneration(this.#cluster, this.#names(collection), layout, this.#shardCount);
  }

  async publish(collection: string, generation: string): Promise<void> {
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
    const live = await this.#generations(collection).live();
    const known = await this.#live.of(collection);
    if (live === null || known === null) throw new GenerationStateError(`${collection} has no live generation to change.`);
    const outcomes = await changeItems(this.#cluster, known, live.meta.layout, changes);
    // How rare words are has changed.
    this.#live.forget(collection);
    return outcomes;
  }

  discard(collection: string, generation: string): Promise<void> {
    return this.#generations(collection).discard(generation);
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
      type Found = { readonly docs: readonly { readonly _source?: Readonly<Record<string, string>> }[] };
      const { docs } = await this.#cluster.search<Found>({ method: 'POST', path, body: { ids: ids.map(documentId) } });
      return docs.flatMap(({ _source }) => (_source === undefined ? [] : [JSON.parse(_source[itemField] ?? '') as Item]));
    });
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

  close(): Promise<void> {
    return this.#cluster.close();
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
): Promise<GenerationBuild> {
  return startGeneration(new Cluster(addressesOf(url)), new CollectionNames(prefix, collection), layout, shardCount);
}
