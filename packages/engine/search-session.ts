import type { Item } from '#contract/item.ts';
import type { Plan } from '#engine/plan.ts';
import type { CollectionLayout, Explanation, SearchEngine, SearchResult, SimilarTerm, TermCount } from '#engine/port.ts';
import type { DraftedQuery, SettledSearch } from '#engine/resolve/settle-search.ts';

/** What settling a query asks of one generation. */
export interface GenerationAsks {
  search(plan: Plan): Promise<SearchResult>;
  /** Indices of the plan's groups that no item of the generation can match. */
  unknownGroups(plan: Plan): Promise<readonly number[]>;
  /** The index of the first plan that finds at least `least` items; that of the last one where none does. */
  firstWith(least: number, plans: readonly Plan[]): Promise<number>;
  counts(plans: readonly Plan[]): Promise<readonly number[]>;
  /** For each word indexed surface terms a typo away from it, nearest first, then most frequent. */
  similarTerms(words: readonly string[], limit: number): Promise<readonly (readonly SimilarTerm[])[]>;
}

/**
 * All that one search asks. Every answer is of the generation that was live when the session was opened, whatever is published meanwhile;
 * changes of single items may come in between two asks. Answers of a collection that was never published are empty. Every ask throws the
 * signal's reason once the search is cancelled, and `SearchDownError` where the generation is gone because others went live twice.
 */
export interface SearchSession extends GenerationAsks {
  /** How the generation is indexed; null when nothing was ever published. */
  readonly layout: CollectionLayout | null;
  /** Answers a whole query: corrected, with as many words as find enough, in the spelling that was typed. */
  settle(query: DraftedQuery): Promise<SettledSearch>;
  /** The parts of one item's score; null when the generation has no such item. */
  explain(plan: Plan, itemId: string): Promise<Explanation | null>;
  /** Items in the order of `ids`; unknown ids are left out. */
  items(ids: readonly string[]): Promise<Item[]>;
  /** Those of the ids that items have; cheaper than the items. */
  knownIds(ids: readonly string[]): Promise<readonly string[]>;
  /** Indexed surface terms that start with `prefix`, most frequent first. */
  terms(prefix: string, limit: number): Promise<TermCount[]>;
  /** The generation may go from now on. */
  close(): void;
}

export async function inSession<Result>(
  engine: SearchEngine,
  collection: string,
  work: (session: SearchSession) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const session = await engine.open(collection, signal);
  try {
    return await work(session);
  } finally {
    session.close();
  }
}
