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
import { run } from '#process-kit/work.ts';
import { resolveSearch } from '#engine/query/resolve/resolve-search.ts';
import { type Cluster, askIndex, bucketsOf, escaped, isGone } from './cluster.ts';
import { documentId, itemField, termsField } from './index/documents.ts';
import { explainItem } from './explain.ts';
import { PlanQuery } from './plan-query.ts';
import { countItems, documentPage, searchGeneration, unknownGroups } from './search-generation.ts';
import type { LiveIndexes, SearchedIndex } from './searched-index.ts';
import { allowedEdits, editDistance, mayBeMeant } from '#engine/query/analysis/typos.ts';
import { exactFacetValues, maxSuggestions } from './limits.ts';

const byCountThenTerm = (a: TermCount, b: TermCount): number => b.itemCount - a.itemCount || (a.term < b.term ? -1 : 1);

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

interface StoredDocument {
  readonly _source?: Readonly<Record<string, string>>;
  readonly found?: boolean;
}

interface SuggestAnswer {
  readonly suggest: Readonly<
    Record<string, readonly { readonly options: readonly { readonly text: string; readonly freq: number }[] }[]>
  >;
}

const suggester = {
  field: termsField,
  suggest_mode: 'always',
  prefix_length: 0,
  min_word_length: 1,
  size: maxSuggestions,
  shard_size: maxSuggestions,
  accuracy: 0,
};

async function similarTerms(cluster: Cluster, index: string, words: readonly string[], limit: number): Promise<SimilarTerm[][]> {
  const asked = words.flatMap((text, place) => {
    const edits = allowedEdits(text);
    return edits === 0 ? [] : [[place, { text, term: { ...suggester, max_edits: edits } }] as const];
  });
  if (asked.length === 0) return words.map(() => []);
  const answer = await askIndex(cluster, index, { size: 0, suggest: Object.fromEntries(asked) });
  const { suggest } = answer as unknown as SuggestAnswer;
  return words.map((word, place) =>
    (suggest[place] ?? [])
      .flatMap(({ options }) => options)
      .map(({ text, freq }) => ({ term: text, itemCount: freq, distance: editDistance(word, text, allowedEdits(word)) }))
      .filter(({ term, distance }) => mayBeMeant(word, term, distance))
      .sort((a, b) => a.distance - b.distance || byCountThenTerm(a, b))
      .slice(0, limit),
  );
}

export class OpenSearchSession implements SearchSession {
  readonly #cluster: Cluster;
  readonly #live: LiveIndexes;
  readonly #collection: string;
  readonly #signal: AbortSignal | undefined;
  #index: SearchedIndex | null = null;
  #hasAnswered = false;

  private constructor(cluster: Cluster, live: LiveIndexes, collection: string, signal?: AbortSignal) {
    this.#cluster = cluster;
    this.#live = live;
    this.#collection = collection;
    this.#signal = signal;
  }

  static async open(cluster: Cluster, live: LiveIndexes, collection: string, signal?: AbortSignal): Promise<OpenSearchSession> {
    const session = new OpenSearchSession(cluster, live, collection, signal);
    await session.#lookUp();
    return session;
  }

  /** Others wait for the same look, so it is not cancelled with this search. */
  async #lookUp(): Promise<SearchedIndex | null> {
    return (this.#index = await this.#cluster.inOneSearch(() => this.#live.of(this.#collection)));
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
    const index = this.#index;
    if (index === null) return otherwise;
    this.#signal?.throwIfAborted();
    try {
      const answer = await run(() => ask(index), this.#signal);
      this.#hasAnswered = true;
      return answer;
    } catch (error) {
      if (!isGone(error)) throw error;
      if (this.#hasAnswered) throw new SearchDownError('The generation that this search began with is gone.', { cause: error });
      this.#hasAnswered = true;
      this.#live.forget(this.#collection);
      await this.#lookUp();
      return this.#ask(otherwise, ask, run);
    }
  }

  async search(plan: Plan): Promise<SearchResult> {
    const start = performance.now();
    const nothing = { hits: [], totalCount: 0, facets: [], unknownGroups: [] };
    const result = await this.#ask(nothing, (index) => searchGeneration(this.#cluster, index, plan));
    return { ...result, took: performance.now() - start };
  }

  resolve(query: DraftedQuery): Promise<ResolvedSearch> {
    return this.#cluster.inOneSearch(async () => run(resolveSearch(this, query)), this.#signal);
  }

  unknownGroups(plan: Plan): Promise<readonly number[]> {
    return this.#ask<readonly number[]>([], (index) => unknownGroups(this.#cluster, index, new PlanQuery(index.fields, plan)));
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

  async #documents(ids: readonly string[], index: string, options: string): Promise<readonly StoredDocument[]> {
    const call = { method: 'POST', path: `${index}/_mget?${options}`, body: { ids: ids.map(documentId) } } as const;
    return (await this.#cluster.search<{ readonly docs?: readonly StoredDocument[] }>(call)).docs ?? [];
  }

  items(ids: readonly string[]): Promise<Item[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.#ask<Item[]>([], async ({ index }) => {
      const docs = await this.#documents(ids, index, `_source_includes=${itemField}&filter_path=docs._source`);
      return docs.flatMap(({ _source }) => (_source === undefined ? [] : [JSON.parse(_source[itemField] ?? '') as Item]));
    });
  }

  knownIds(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.#ask<readonly string[]>([], async ({ index }) => {
      const docs = await this.#documents(ids, index, '_source=false&filter_path=docs.found');
      return ids.filter((_id, at) => docs[at]?.found === true);
    });
  }

  terms(prefix: string, limit: number): Promise<TermCount[]> {
    return this.#ask<TermCount[]>([], ({ index }) => termsWithPrefix(this.#cluster, index, prefix, limit));
  }

  /** The index stays for as long as one more generation is live. */
  close(): void {}
}
