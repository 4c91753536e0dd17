import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type {
  CollectionLayout,
  DraftedQuery,
  Explanation,
  SearchResult,
  SearchSession,
  ResolvedSearch,
  SimilarTerm,
  TermCount,
} from '#engine/port.ts';
import { resolveSearch } from '#engine/query/resolve/resolve-search.ts';
import { type Cluster, ClusterRefusal } from './cluster.ts';
import { documentId } from './index/document.ts';
import { explainItem } from './explain.ts';
import { itemField } from './index/index-fields.ts';
import { countItems, searchGeneration, unknownGroups } from './search-generation.ts';
import type { LiveIndexes, SearchedIndex } from './searched-index.ts';
import { similarTerms, termsWithPrefix } from './term-lookup.ts';

const isGone = (error: unknown): boolean => error instanceof ClusterRefusal && error.status === 404;

/** Asks the index of the live generation. One that another server has just replaced and deleted is looked up again. */
export async function askLive<Answer>(
  live: LiveIndexes,
  collection: string,
  otherwise: Answer,
  ask: (index: SearchedIndex) => Promise<Answer>,
): Promise<Answer> {
  const index = await live.of(collection);
  if (index === null) return otherwise;
  try {
    return await ask(index);
  } catch (error) {
    if (!isGone(error)) throw error;
    live.forget(collection);
    const now = await live.of(collection);
    return now === null ? otherwise : ask(now);
  }
}

/** A search of the index that was live when it began. */
export class OpenSearchSession implements SearchSession {
  readonly #cluster: Cluster;
  readonly #lookUp: () => Promise<SearchedIndex | null>;
  readonly #signal: AbortSignal | undefined;
  #index: SearchedIndex | null = null;
  #hasAnswered = false;

  private constructor(cluster: Cluster, lookUp: () => Promise<SearchedIndex | null>, signal?: AbortSignal) {
    this.#cluster = cluster;
    this.#lookUp = lookUp;
    this.#signal = signal;
  }

  static async open(cluster: Cluster, live: LiveIndexes, collection: string, signal?: AbortSignal): Promise<OpenSearchSession> {
    // Others wait for the same look, so it is not cancelled with this search.
    const lookUp = (): Promise<SearchedIndex | null> => cluster.inOneSearch(() => live.of(collection));
    const session = new OpenSearchSession(
      cluster,
      () => {
        live.forget(collection);
        return lookUp();
      },
      signal,
    );
    session.#index = await lookUp();
    return session;
  }

  get layout(): CollectionLayout | null {
    return this.#index?.layout ?? null;
  }

  /** Before its first answer a search may still begin with another generation. */
  async #ask<Answer>(otherwise: Answer, ask: (index: SearchedIndex) => Promise<Answer>): Promise<Answer> {
    if (this.#index === null) return otherwise;
    try {
      const answer = await this.#askPinned(this.#index, ask);
      this.#hasAnswered = true;
      return answer;
    } catch (error) {
      if (!isGone(error)) throw error;
      if (this.#hasAnswered) throw new SearchDownError('The generation that this search began with is gone.', { cause: error });
      this.#index = await this.#lookUp();
      this.#hasAnswered = true;
      return this.#index === null ? otherwise : this.#askPinned(this.#index, ask);
    }
  }

  #askPinned<Answer>(index: SearchedIndex, ask: (index: SearchedIndex) => Promise<Answer>): Promise<Answer> {
    this.#signal?.throwIfAborted();
    return this.#cluster.inOneSearch(() => ask(index), this.#signal);
  }

  async search(plan: Plan): Promise<SearchResult> {
    const start = performance.now();
    const nothing = { hits: [], totalCount: 0, facets: [], unknownGroups: [] };
    const result = await this.#ask(nothing, (index) => searchGeneration(this.#cluster, index, plan));
    return { ...result, took: performance.now() - start };
  }

  resolve(query: DraftedQuery): Promise<ResolvedSearch> {
    return this.#cluster.inOneSearch(() => resolveSearch(this, query), this.#signal);
  }

  unknownGroups(plan: Plan): Promise<readonly number[]> {
    return this.#ask<readonly number[]>([], (index) => unknownGroups(this.#cluster, index, plan));
  }

  firstWith(least: number, plans: readonly Plan[]): Promise<number> {
    return this.#ask(plans.length - 1, async (index) => {
      const found = (await countItems(this.#cluster, index, plans, least)).findIndex((count) => count >= least);
      return found < 0 ? plans.length - 1 : found;
    });
  }

  similarTerms(words: readonly string[], limit: number): Promise<readonly (readonly SimilarTerm[])[]> {
    return this.#ask<SimilarTerm[][]>(
      words.map(() => []),
      ({ index }) => similarTerms(this.#cluster, index, words, limit),
    );
  }

  counts(plans: readonly Plan[]): Promise<readonly number[]> {
    return this.#ask<readonly number[]>(
      plans.map(() => 0),
      (index) => countItems(this.#cluster, index, plans),
    );
  }

  explain(plan: Plan, itemId: string): Promise<Explanation | null> {
    return this.#ask<Explanation | null>(null, (index) => explainItem(this.#cluster, index, plan, itemId));
  }

  items(ids: readonly string[]): Promise<Item[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.#ask<Item[]>([], async ({ index }) => {
      const path = `${index}/_mget?_source_includes=${itemField}&filter_path=docs._source`;
      // Absent where none of the items is there.
      type Found = { readonly docs?: readonly { readonly _source?: Readonly<Record<string, string>> }[] };
      const { docs = [] } = await this.#cluster.search<Found>({ method: 'POST', path, body: { ids: ids.map(documentId) } });
      return docs.flatMap(({ _source }) => (_source === undefined ? [] : [JSON.parse(_source[itemField] ?? '') as Item]));
    });
  }

  knownIds(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.#ask<readonly string[]>([], async ({ index }) => {
      const path = `${index}/_mget?_source=false&filter_path=docs.found`;
      type Found = { readonly docs?: readonly { readonly found?: boolean }[] };
      const { docs = [] } = await this.#cluster.search<Found>({ method: 'POST', path, body: { ids: ids.map(documentId) } });
      // They come in the order that was asked for.
      return ids.filter((_id, at) => docs[at]?.found === true);
    });
  }

  terms(prefix: string, limit: number): Promise<TermCount[]> {
    return this.#ask<TermCount[]>([], ({ index }) => termsWithPrefix(this.#cluster, index, prefix, limit));
  }

  /** The index stays for as long as one more generation is live. */
  close(): void {}
}
