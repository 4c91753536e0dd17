import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type {
  CollectionLayout,
  DocumentPage,
  DocumentQuery,
  DraftedQuery,
  Explanation,
  SearchResult,
  SearchSession,
  ResolvedSearch,
  SimilarTerm,
  TermCount,
} from '#engine/port.ts';
import { resolveSearch } from '#engine/query/resolve/resolve-search.ts';
import { type Cluster, askIndex, bucketsOf, isGone } from './cluster.ts';
import { documentId, itemField, termsField } from './index/documents.ts';
import { explainItem } from './explain.ts';
import { countItems, documentPage, searchGeneration, unknownGroups } from './search-generation.ts';
import type { LiveIndexes, SearchedIndex } from './searched-index.ts';
import { allowedEdits, editDistance, mayBeMeant } from '#engine/query/analysis/typos.ts';
import { exactFacetValues, maxSuggestions } from './limits.ts';

const byCountThenTerm = (a: TermCount, b: TermCount): number => b.itemCount - a.itemCount || (a.term < b.term ? -1 : 1);

/** Escapes signs of Lucene's regular expressions. */
const escaped = (text: string): string => text.replaceAll(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, String.raw`\$&`);

async function termsWithPrefix(cluster: Cluster, index: string, prefix: string, limit: number): Promise<TermCount[]> {
  if (limit <= 0) return [];
  const order = [{ _count: 'desc' }, { _key: 'asc' }];
  const terms = {
    field: termsField,
    include: `${escaped(prefix)}.*`,
    size: limit,
    shard_size: Math.max(limit, exactFacetValues),
    order,
  };
  const body = { query: { bool: { filter: [{ prefix: { [termsField]: prefix } }] } }, size: 0, aggs: { terms: { terms } } };
  const buckets = bucketsOf(await askIndex(cluster, index, body), 'terms');
  return buckets.map(({ key, doc_count }) => ({ term: key, itemCount: doc_count }));
}

interface SuggestAnswer {
  readonly suggest: Readonly<
    Record<string, readonly { readonly options: readonly { readonly text: string; readonly freq: number }[] }[]>
  >;
}

async function similarTerms(cluster: Cluster, index: string, words: readonly string[], limit: number): Promise<SimilarTerm[][]> {
  const asked = words.flatMap((word, place) => {
    const edits = allowedEdits(word);
    return edits === 0 ? [] : [[place, { text: word, term: suggester(edits) }] as const];
  });
  if (asked.length === 0) return words.map(() => []);
  const answer = await askIndex(cluster, index, { size: 0, suggest: Object.fromEntries(asked) });
  const { suggest } = answer as unknown as SuggestAnswer;
  return words.map((word, place) => {
    const edits = allowedEdits(word);
    return (suggest[place] ?? [])
      .flatMap(({ options }) => options)
      .map(({ text, freq }) => ({ term: text, itemCount: freq, distance: editDistance(word, text, edits) }))
      .filter(({ term, distance }) => mayBeMeant(word, term, distance))
      .sort((a, b) => a.distance - b.distance || byCountThenTerm(a, b))
      .slice(0, limit);
  });
}

function suggester(maxEdits: number): object {
  return {
    field: termsField,
    suggest_mode: 'always',
    max_edits: maxEdits,
    prefix_length: 0,
    min_word_length: 1,
    size: maxSuggestions,
    shard_size: maxSuggestions,
    accuracy: 0,
  };
}

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

  /** Before its first response a search may still begin with another generation. */
  async #ask<Answer>(
    otherwise: Answer,
    ask: (index: SearchedIndex) => Promise<Answer>,
    run: Cluster['inOneSearch'] = (work, signal) => this.#cluster.inOneSearch(work, signal),
  ): Promise<Answer> {
    const askPinned = (index: SearchedIndex): Promise<Answer> => {
      this.#signal?.throwIfAborted();
      return run(() => ask(index), this.#signal);
    };
    if (this.#index === null) return otherwise;
    try {
      const answer = await askPinned(this.#index);
      this.#hasAnswered = true;
      return answer;
    } catch (error) {
      if (!isGone(error)) throw error;
      if (this.#hasAnswered) throw new SearchDownError('The generation that this search began with is gone.', { cause: error });
      this.#index = await this.#lookUp();
      this.#hasAnswered = true;
      return this.#index === null ? otherwise : askPinned(this.#index);
    }
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

  /** Each call has the time of a search, as far pages take several. */
  documents(query: DocumentQuery): Promise<DocumentPage> {
    const run = <Answer>(work: () => Promise<Answer>): Promise<Answer> => work();
    return this.#ask<DocumentPage>({ items: [], totalCount: 0 }, (index) => documentPage(this.#cluster, index, query), run);
  }

  items(ids: readonly string[]): Promise<Item[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.#ask<Item[]>([], async ({ index }) => {
      const path = `${index}/_mget?_source_includes=${itemField}&filter_path=docs._source`;
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
      return ids.filter((_id, at) => docs[at]?.found === true);
    });
  }

  terms(prefix: string, limit: number): Promise<TermCount[]> {
    return this.#ask<TermCount[]>([], ({ index }) => termsWithPrefix(this.#cluster, index, prefix, limit));
  }

  /** The index stays for as long as one more generation is live. */
  close(): void {}
}
