import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item } from '#contract/item.ts';
import type { Plan, SearchField } from '#engine/plan.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type {
  CollectionLayout,
  DocumentPage,
  DocumentQuery,
  DraftedQuery,
  Explanation,
  SearchAsks,
  SearchResult,
  SearchSession,
  ResolvedSearch,
  SimilarTerm,
  TermCount,
} from '#engine/port.ts';
import { completeTerm } from '#engine/query/resolve/complete-term.ts';
import { run, wait, type Awaitable, type Work } from '#process-kit/work.ts';
import { askAll, type Cluster, isGone } from './cluster.ts';
import { documentId, itemField } from './index/documents.ts';
import { explainItem } from './explain.ts';
import { type Answers, nothingThere, Pass } from './pass.ts';
import { documentPage } from './search-generation.ts';
import type { LiveIndexes, SearchedIndex } from './searched-index.ts';

interface StoredDocument {
  readonly _source?: Readonly<Record<string, string>>;
  readonly found?: boolean;
}

export class OpenSearchSession implements SearchSession {
  readonly #cluster: Cluster;
  readonly #live: LiveIndexes;
  readonly #collection: string;
  readonly #signal: AbortSignal | undefined;
  #index: SearchedIndex | null = null;
  #hasAnswered = false;
  readonly #answers: Answers = new Map();
  readonly #waiting = new Map<string, string>();
  #request: Promise<void> | null = null;

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
      this.#answers.clear();
      await this.#lookUp();
      return this.#ask(otherwise, ask, run);
    }
  }

  /** All that is asked for in one turn of the event loop is sent in one request. */
  async #send(index: SearchedIndex, words: string): Promise<void> {
    await nextTurn();
    this.#request = null;
    const bodies = [...this.#waiting];
    this.#waiting.clear();
    const texts = bodies.map(([, text]) => text);
    const answers = await askAll(this.#cluster, index, texts, words);
    for (const [at, [key]] of bodies.entries()) this.#answers.set(key, answers[at]!);
  }

  async #pass<Result>(index: SearchedIndex, work: (asks: Pass) => Work<Result>): Promise<Result> {
    for (;;) {
      const pass = new Pass(index, this.#answers);
      const step = work(pass).next();
      if (step.done === true && pass.open.size === 0) return step.value;
      for (const [key, text] of pass.open) this.#waiting.set(key, text);
      await (this.#request ??= this.#send(index, pass.words ?? ''));
    }
  }

  async foresee<Result>(work: (asks: SearchAsks) => Work<Result>): Promise<Result> {
    type Found = { readonly result: Result } | null;
    const found = await this.#ask<Found>(null, async (index) => ({ result: await this.#pass(index, work) }));
    return found === null ? run(work(nothingThere)) : found.result;
  }

  #by<Result>(ask: (asks: SearchAsks) => Awaitable<Result>): Promise<Result> {
    return this.foresee((asks) => wait(ask(asks)));
  }

  async search(plan: Plan): Promise<SearchResult> {
    const start = performance.now();
    const result = await this.#by((asks) => asks.search(plan));
    return { ...result, took: performance.now() - start };
  }

  resolve(query: DraftedQuery): Promise<ResolvedSearch> {
    return this.#by((asks) => asks.resolve(query));
  }

  unknownGroups(plan: Plan): Promise<readonly number[]> {
    return this.#by((asks) => asks.unknownGroups(plan));
  }

  firstWith(least: number, plans: readonly Plan[]): Promise<number> {
    return this.#by((asks) => asks.firstWith(least, plans));
  }

  similarTerms(words: readonly string[], limit: number): Promise<readonly (readonly SimilarTerm[])[]> {
    return this.#by((asks) => asks.similarTerms(words, limit));
  }

  beginningsLike(word: string, limit: number): Promise<readonly SimilarTerm[]> {
    return this.#by((asks) => asks.beginningsLike(word, limit));
  }

  compounds(words: readonly string[], language: string): Promise<readonly (readonly string[])[]> {
    return this.#by((asks) => asks.compounds(words, language));
  }

  counts(plans: readonly Plan[], most?: number): Promise<readonly number[]> {
    return this.#by((asks) => asks.counts(plans, most));
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

  terms(
    prefix: string,
    limit: number,
    fields: readonly SearchField[] | null = null,
    among: Plan | null = null,
  ): Promise<readonly TermCount[]> {
    const ask = (index: SearchedIndex) => this.#pass(index, (pass) => completeTerm(pass, prefix, limit, fields, among));
    return this.#ask<readonly TermCount[]>([], ask);
  }

  /** The index stays for as long as one more generation is live. */
  close(): void {}
}
