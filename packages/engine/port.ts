import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import type { Boost, Filter, Plan, SortBy } from '#engine/plan.ts';

/**
 * The port of a search engine. Both adapters answer for each duty stated here, and `testing/compliance.ts` asks them.
 *
 * A collection is served from one immutable generation. A new one is built beside it and becomes live in one step, so a search
 * always sees exactly one generation, whole. The last two published generations are kept for rollback.
 */
export interface SearchEngine {
  /**
   * Starts a generation that nobody sees until it is published. What an earlier, unfinished build left behind is removed. With a `source`
   * it is built of the items of that source and takes over those of all others; without one it is the whole collection.
   */
  build(collection: string, layout: CollectionLayout, source?: number): Promise<GenerationBuild>;
  /**
   * Makes a finished generation live. Durable when it returns. Refuses a generation that was not finished. What was changed since the
   * build of a source began, by `change` or by the publishing of another source, is brought into it before. Generations that other
   * sources have built and nobody has published yet are kept. Rejects with `GenerationStateError` when there is no such finished
   * generation, and with `GenerationDamagedError` when its files are damaged.
   */
  publish(collection: string, generation: string): Promise<void>;
  /** Goes back to the generation that was live before this one. Answers its name, or null when there is none. */
  rollback(collection: string): Promise<string | null>;
  /** Deletes a finished generation that is neither live nor kept for rollback, such as a held import that was dropped. */
  discard(collection: string, generation: string): Promise<void>;
  /**
   * Changes single items of the live generation, in order; up to `maxChangesAtOnce`. Durable and searchable when it returns. Of changes
   * that come to one item at once, whoever sends them, none is lost: each acts on what the one before has left. When it rejects, none of
   * them is made; only with `SearchDownError` each may be made or not, and all of them may be sent again. Rejects with
   * `GenerationStateError` while nothing is published.
   */
  change(collection: string, changes: readonly ItemChange[]): Promise<readonly ChangeOutcome[]>;
  /**
   * Builds a generation of the items of the live one with a layout, in a process of its own, and makes it live with all that was changed
   * meanwhile; the one before is kept for rollback. Durable when it returns. Rejects with `GenerationStateError` while nothing is published
   * or when another generation went live meanwhile, and with the signal's reason when it is aborted; what was live then stays.
   */
  recreate(collection: string, layout: CollectionLayout, watch?: RecreateWatch): Promise<GenerationStatus>;
  drop(collection: string): Promise<void>;
  generations(collection: string): Promise<KeptGeneration[]>;

  /** Begins a search of several asks, all of them of the generation that is live now. Once the signal is aborted, asks reject. */
  open(collection: string, signal?: AbortSignal): Promise<SearchSession>;
  /** Answers from the live generation. A collection that was never published answers with no items. */
  search(collection: string, plan: Plan): Promise<SearchResult>;
  /** Items of the live generation in the order of `ids`; unknown ids are left out. */
  items(collection: string, ids: readonly string[]): Promise<Item[]>;
  /**
   * Ids of items that a source has brought, a page of them. Items that were removed or came to another source lately may be among them.
   * `after` is the `next` of the page before, null for the first.
   */
  idsOfSource(collection: string, source: number, after: string | null): Promise<SourcePage>;
  /**
   * All items, a page of them, for whoever goes through a whole collection: the last page costs what the first does. Every item that
   * stays as it is all the while comes once; one that comes, changes or goes meanwhile may come as it was, as it is, as both, or not at
   * all. `after` is the `next` of the page before, null for the first.
   */
  itemPage(collection: string, after: string | null): Promise<ItemPage>;
  /** Items of the live generation in the order of `sort`, then of their ids by code point; any number of them, without the window of searches. */
  documents(collection: string, query: DocumentQuery): Promise<DocumentPage>;
  /** null when nothing was ever published. */
  status(collection: string): Promise<LiveStatus | null>;
  /**
   * Collections whose live generation another version of Aisle has indexed. Their items are kept, and `recreate` indexes them again; until
   * then, or until a source is published, searches and changes reject with `SearchDownError`.
   */
  outdated(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface SourcePage {
  readonly ids: readonly string[];
  readonly next: string | null;
}

export interface ItemPage {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export interface RecreateWatch {
  readonly signal?: AbortSignal;
  readonly onProgress?: (builtCount: number, totalCount: number) => void;
}

export const maxChangesAtOnce = 5_000;

export type ItemChange =
  | { readonly kind: 'put'; readonly item: Item }
  /** Sets some fields of an item; null takes a field away. */
  | { readonly kind: 'patch'; readonly id: string; readonly fields: Readonly<Record<string, FieldValue | null>> }
  /** With a `source` only if the item is of that source. */
  | { readonly kind: 'remove'; readonly id: string; readonly source?: number };

/** What one change did. Only `put` creates; an unknown id is otherwise not found. */
export type ChangeOutcome = 'created' | 'updated' | 'unchanged' | 'removed' | 'notFound';

/** Hears, in portions, what became of items that were live when the build of a source began. */
export interface CarriedItems {
  /** Own items that did not come again. */
  gone(items: readonly Item[]): void;
  /** Items of others that were taken over. */
  taken(items: readonly Item[]): void;
}

/** Writes one generation. May live in another process than the engine that publishes it. */
export interface GenerationBuild {
  readonly generation: string;
  /** Those of these items that were live when the build of a source began, by id. Empty for the build of a whole collection. */
  standing(ids: readonly string[]): Promise<ReadonlyMap<string, Item>>;
  /** Adds items in bulk. An id that was added before is refused and returned; the first one stays. They are of the build's source. */
  add(items: readonly Item[]): Promise<{ readonly duplicates: readonly string[] }>;
  /**
   * Once the items of a source are added: takes over those that others have brought, unless the source has brought them, too. Does
   * nothing for the build of a whole collection.
   */
  carryOver(told?: CarriedItems): Promise<void>;
  /** Syncs everything to disk. The generation can be published from now on. */
  finish(): Promise<GenerationStatus>;
  abandon(): Promise<void>;
}

/** How a field is indexed. A change needs a new generation. */
export interface FieldLayout {
  readonly name: string;
  readonly type: FieldType;
  readonly searchable: boolean;
  readonly stemmer: boolean;
  /** Its values can be filtered, counted and sorted by. */
  readonly facet: boolean;
  /** Its values are paths; every ancestor counts as a value. */
  readonly path: boolean;
}

export interface CollectionLayout {
  /** ISO 639-1 code that chooses stemmer and folding. */
  readonly language: string;
  readonly fields: readonly FieldLayout[];
  /** The field whose equal values make items variants of one result (`one_key`). */
  readonly groupField: string | null;
}

export interface GenerationStatus {
  readonly generation: string;
  readonly itemCount: number;
  readonly bytes: number;
  readonly builtAt: number;
}

export interface LiveStatus extends GenerationStatus {
  /** Another one after every change of single items; changes that came through another server are noticed within a second. */
  readonly changeNumber: number;
}

/**
 * `good`: whole; `degraded`: it answers whole, but what keeps it safe is missing, such as copies on other nodes, or it is being built
 * again; `bad`: it can't answer whole; `outdated`: another version of Aisle has indexed it.
 */
export type GenerationHealth = 'good' | 'degraded' | 'bad' | 'outdated';

/** A generation with what it takes on disk by now. */
export interface KeptGeneration extends GenerationStatus {
  readonly isLive: boolean;
  readonly layout: CollectionLayout;
  readonly health: GenerationHealth;
}

export interface Hit {
  readonly id: string;
  readonly score: number;
  readonly item: Item;
  /** Matching items of the same group, this one included. 1 without a group. */
  readonly variantCount: number;
  readonly promoted: boolean;
}

export interface FacetValue {
  readonly value: string | number | boolean;
  readonly count: number;
}

export interface Facet {
  readonly field: string;
  /** Counted as if this field had no filter of its own, so that other choices stay visible, unless the request narrows it. */
  readonly values: readonly FacetValue[];
  /** Numeric fields only: bounds over the same items. */
  readonly min?: number;
  readonly max?: number;
}

export interface SearchResult {
  readonly hits: readonly Hit[];
  /** Exact, after filters; collapsed groups count once. */
  readonly totalCount: number;
  readonly facets: readonly Facet[];
  /** Indices of the plan's groups that no item of the generation can match, whatever the filters. */
  readonly unknownGroups: readonly number[];
  readonly took: number;
}

/** A page of all items that pass the filters. Items without a sort value come last. */
export interface DocumentQuery {
  readonly from: number;
  readonly size: number;
  readonly filters: readonly Filter[];
  readonly sort: readonly SortBy[];
}

export interface DocumentPage {
  readonly items: readonly Item[];
  /** Of those that pass the filters. */
  readonly totalCount: number;
}

export interface TermCount {
  readonly term: string;
  readonly itemCount: number;
}

export interface SimilarTerm extends TermCount {
  /** Damerau-Levenshtein edits from the word that was asked for. */
  readonly distance: number;
}

/** One matched term of the score of an item. The base and the scores of all matches, phrases, boosts and lowered words add up to the total. */
export interface MatchExplanation {
  readonly word: string;
  readonly kind: Plan['groups'][number]['alternatives'][number]['kind'];
  readonly term: string;
  readonly fields: readonly {
    readonly field: string;
    readonly termFrequency: number;
    readonly fieldLength: number;
    /** As people set it, from 0 to 10. */
    readonly weight: number;
    /** This field's share of the match's score. */
    readonly score: number;
  }[];
  readonly inverseDocumentFrequency: number;
  readonly score: number;
}

export interface PhraseExplanation {
  readonly field: string;
  readonly words: readonly [string, string];
  readonly score: number;
}

export interface BoostExplanation {
  readonly boost: Boost;
  /** What the item's score is multiplied by, or what is added to it. */
  readonly amount: number;
  /** What a functional boost makes the amount of: the item's number, or its age in days. */
  readonly number: number | null;
  readonly isAge: boolean;
  /** What the score grew by; below 0 where the boost lowered it. */
  readonly score: number;
}

export interface LoweringExplanation {
  readonly word: string;
  /** What it took off the score: below 0. */
  readonly score: number;
}

export interface Explanation {
  readonly itemId: string;
  readonly score: number;
  readonly matches: readonly MatchExplanation[];
  readonly phrases: readonly PhraseExplanation[];
  /** What every item scores before words and boosts: `startingScore` of the plan. */
  readonly base: number;
  /** Only those that changed the score. */
  readonly boosts: readonly BoostExplanation[];
  /** Unwanted words that the item has, and that lower its score. */
  readonly lowered: readonly LoweringExplanation[];
  /** Typed words that the item does not have. */
  readonly missingWords: readonly string[];
  /** Whether it is in the result at all: enough words, no excluded ones, filters passed, not hidden. */
  readonly isFound: boolean;
  readonly reasonsNotFound: readonly ('tooFewWords' | 'excludedWord' | 'filtered' | 'hidden')[];
}

export interface TracedRow {
  readonly id: number;
  readonly name: string;
}

/** Texts are as a person would write them; those of `relax` are how many words an item must have. */
export interface TraceEntry {
  readonly step: string;
  readonly before: string;
  readonly after: string;
  readonly ruleId?: number;
  /** The rows of rules that had a part in it, where they are known. */
  readonly rows?: readonly TracedRow[];
}

/** What an item lost because of words that it has in another spelling only. */
export interface OtherSpelling {
  readonly words: readonly string[];
  /** Below 0. */
  readonly score: number;
}

/** A part of a text. It is plain text, whatever the feed held: to be shown as it is, never read as HTML. */
export interface HighlightPart {
  readonly text: string;
  /** It answers a word of the query. */
  readonly isMatch: boolean;
}
/** A piece of a field. An ellipsis stands where it was cut out. */
export type Fragment = readonly HighlightPart[];
/** By field name; only fields that answer a word of the query. */
export type Highlights = Readonly<Record<string, readonly Fragment[]>>;

/** A query after its rules, ready to be asked. Plain data: it is resolved in the thread that has the items. */
export interface DraftedQuery {
  readonly plan: Plan;
  /** What was typed, with its diacritics. */
  readonly text: string;
  readonly language: string;
  /** The fields that are indexed by their stems, where highlights are wanted; null where they aren't. */
  readonly highlightStemmed: readonly string[] | null;
}

export interface ResolvedSearch {
  /** What was asked in the end: after corrections and asking for fewer words. */
  readonly plan: Plan;
  readonly hits: readonly Hit[];
  readonly totalCount: number;
  readonly facets: readonly Facet[];
  readonly relaxed: boolean;
  /** As it was typed: items with enough words, or promoted for it where its words had to be read otherwise. */
  readonly foundAsTyped: number;
  readonly correctedQuery: string | null;
  readonly trace: readonly TraceEntry[];
  /** By item id: which hits have words in another spelling than was typed. */
  readonly spellings: ReadonlyMap<string, OtherSpelling>;
  /** By item id; null where they are not wanted. */
  readonly highlights: ReadonlyMap<string, Highlights> | null;
}

/** What resolving a query asks of one generation. */
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
  resolve(query: DraftedQuery): Promise<ResolvedSearch>;
  /** The parts of one item's score; null when the generation has no such item. */
  explain(plan: Plan, itemId: string): Promise<Explanation | null>;
  /** Items in the order of `ids`; unknown ids are left out. */
  items(ids: readonly string[]): Promise<Item[]>;
  /** Ids that exist; cheaper than reading the items. */
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
