import type { Item } from '#contract/item.ts';
import { DamagedFileError } from '#engine/index/files/checksums.ts';
import type { Answer, QuestionArguments, QuestionName } from '#engine/search/questions/questions.ts';
import type { Awaitable } from '#process-kit/work.ts';
import { maxResultWindow, type Plan, type SearchField } from '#engine/plan.ts';
import { ResultWindowError, SearchDownError } from '#engine/port-errors.ts';
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
import { storageFailure } from '#process-kit/storage-failure.ts';
import { beginSession } from './loaded-collections.ts';
import type { ServedGeneration } from './served-generation.ts';

export const nothingFound: SearchResult = { hits: [], totalCount: 0, facets: [], unknownGroups: [], took: 0 };

function checkWindow({ from, size }: Plan): void {
  const end = from + size;
  if (end > maxResultWindow) throw new ResultWindowError(end);
}

/** Who loads generations, and another one after damage. */
interface Damageable {
  noteDamage(collection: string, generation: string, error: DamagedFileError): Promise<void>;
}

export class EmbeddedSession implements SearchSession {
  readonly layout: CollectionLayout | null;
  readonly #live: Damageable;
  readonly #collection: string;
  readonly #generation: ServedGeneration | null;
  readonly #signal: AbortSignal | undefined;
  readonly #end: (() => void) | null;

  constructor(live: Damageable, collection: string, generation: ServedGeneration | null, signal?: AbortSignal) {
    this.#live = live;
    this.#collection = collection;
    this.#generation = generation;
    this.#signal = signal;
    this.#end = generation && beginSession(generation);
    this.layout = generation?.manifest.layout ?? null;
  }

  #ask<Name extends QuestionName>(
    name: Name,
    otherwise: () => Answer<Name>,
    ...rest: QuestionArguments<Name>
  ): Awaitable<Answer<Name>> {
    this.#signal?.throwIfAborted();
    if (this.#generation === null) return otherwise();
    const failed = (error: unknown): never => this.#fail(error);
    try {
      const answer = this.#generation.ask(name, ...rest);
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch (error) {
      return failed(error);
    }
  }

  #fail(error: unknown): never {
    if (storageFailure(error) !== null) throw new SearchDownError("The index can't be read now.", { cause: error });
    if (!(error instanceof DamagedFileError)) throw error;
    // Another one serves from the next search on, or says that none does.
    const name = this.#generation?.name ?? '';
    void this.#live.noteDamage(this.#collection, name, error).catch(() => null);
    throw new SearchDownError(`The index is damaged: ${error.message}`, { cause: error });
  }

  search(plan: Plan): Awaitable<SearchResult> {
    checkWindow(plan);
    return this.#ask('search', () => nothingFound, plan);
  }

  resolve(query: DraftedQuery): Awaitable<ResolvedSearch> {
    checkWindow(query.plan);
    const { plan, highlightStemmed } = query;
    const highlights = highlightStemmed && new Map();
    const found = {
      plan,
      ...nothingFound,
      relaxed: false,
      foundAsTyped: 0,
      correctedQuery: null,
      unknown: [],
      trace: [],
      spellings: new Map(),
      highlights,
    };
    return this.#ask('resolve', () => found, query);
  }

  unknownGroups(plan: Plan): Awaitable<readonly number[]> {
    return this.#ask('unknownGroups', () => [], plan);
  }

  firstWith(least: number, plans: readonly Plan[]): Awaitable<number> {
    return this.#ask('firstWith', () => plans.length - 1, least, plans);
  }

  similarTerms(words: readonly string[], limit: number): Awaitable<readonly (readonly SimilarTerm[])[]> {
    return this.#ask('similarTerms', () => words.map(() => []), words, limit);
  }

  beginningsLike(word: string, limit: number): Awaitable<readonly SimilarTerm[]> {
    return this.#ask('beginningsLike', () => [], word, limit);
  }

  compounds(words: readonly string[], language: string): Awaitable<readonly (readonly string[])[]> {
    return this.#ask('compounds', () => words.map(() => []), words, language);
  }

  counts(plans: readonly Plan[]): Awaitable<readonly number[]> {
    return this.#ask('counts', () => plans.map(() => 0), plans);
  }

  explain(plan: Plan, itemId: string): Awaitable<Explanation | null> {
    return this.#ask('explain', () => null, plan, itemId);
  }

  items(ids: readonly string[]): Awaitable<Item[]> {
    return this.#ask('items', () => [], ids);
  }

  knownIds(ids: readonly string[]): Awaitable<readonly string[]> {
    return this.#ask('knownIds', () => [], ids);
  }

  terms(
    prefix: string,
    limit: number,
    fields: readonly SearchField[] | null = null,
    among: Plan | null = null,
  ): Awaitable<readonly TermCount[]> {
    return this.#ask('terms', () => [], prefix, limit, fields, among);
  }

  close(): void {
    this.#end?.();
  }
}
