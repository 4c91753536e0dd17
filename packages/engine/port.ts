import type { FieldType, FieldValue, Item } from '#contract/item.ts';
import type { Boost, Filter, Plan, SearchField, SortBy } from '#engine/plan.ts';
import type { Awaitable, Work } from '#process-kit/work.ts';

/**
 * Both adapters keep each promise stated here; `testing/compliance.ts` tests them. A collection is served from one immutable generation.
 * The last two published generations are kept for rollback.
 */
export interface SearchEngine {
  /** With a `source`, the build replaces the items of that source and keeps all others; without one, the whole collection. */
  build(collection: string, layout: CollectionLayout, source?: number): Promise<GenerationBuild>;
  /**
   * Durable when it returns. First brings in what was changed since the build of a source began. Keeps unpublished generations of other
   * sources. Throws `GenerationStateError` if it isn't finished, `GenerationDamagedError` if its files are damaged.
   */
  publish(collection: string, generation: string): Promise<void>;
  /** Returns the name of the generation before, or null. */
  rollback(collection: string): Promise<string | null>;
  /** For generations that are neither live nor kept for rollback. */
  discard(collection: string, generation: string): Promise<void>;
  /**
   * In order; durable and searchable when it returns. No concurrent change of an item is lost. All or nothing, except after
   * `SearchDownError`: then any may be made, and all may be sent again. Throws `GenerationStateError` if nothing is published.
   */
  change(collection: string, changes: readonly ItemChange[]): Promise<readonly ChangeOutcome[]>;
  /** Indexes the live items again, with all later changes, and publishes them. Throws `GenerationStateError` if another generation went live. */
  recreate(collection: string, layout: CollectionLayout, watch?: RecreateWatch): Promise<GenerationStatus>;
  drop(collection: string): Promise<void>;
  generations(collection: string): Promise<KeptGeneration[]>;

  /** A search of several asks of one generation. */
  open(collection: string, signal?: AbortSignal): Awaitable<SearchSession>;
  search(collection: string, plan: Plan): Promise<SearchResult>;
  items(collection: string, ids: readonly string[]): Promise<Item[]>;
  /** `after` is the `next` of the page before. May include items that were just removed or moved to another source. */
  idsOfSource(collection: string, source: number, after: string | null): Promise<SourcePage>;
  /** The last page costs what the first does. Items that change in between may come in either state, twice, or not at all. */
  itemPage(collection: string, after: string | null): Promise<ItemPage>;
  /** Any number of items, without the window of searches. */
  documents(collection: string, query: DocumentQuery): Promise<DocumentPage>;
  status(collection: string): Awaitable<LiveStatus | null>;
  /** Collections indexed by another version of Aisle: searches and changes throw `SearchDownError` until `recreate` or a publish. */
  outdated(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The part that the front API uses. */
export type ShopEngine = Pick<SearchEngine, 'open' | 'status'>;

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
  /** null removes a field. */
  | { readonly kind: 'patch'; readonly id: string; readonly fields: Readonly<Record<string, FieldValue | null>> }
  /** With a `source` only if the item is of that source. */
  | { readonly kind: 'remove'; readonly id: string; readonly source?: number };

export type ChangeOutcome = 'created' | 'updated' | 'unchanged' | 'removed' | 'notFound';

export interface CarriedItems {
  /** Own items that did not come again. */
  gone(items: readonly Item[]): void;
  taken(items: readonly Item[]): void;
}

/** Writes one generation. May live in another process than the engine that publishes it. */
export interface GenerationBuild {
  readonly generation: string;
  /** Items that were live when the build of a source began. */
  standing(ids: readonly string[]): Promise<ReadonlyMap<string, Item>>;
  /** The first item of an id stays; repeated ids are returned. */
  add(items: readonly Item[]): Promise<{ readonly duplicates: readonly string[] }>;
  /** Once its items are added: takes over the items of other sources. */
  carryOver(report?: CarriedItems): Promise<void>;
  finish(): Promise<GenerationStatus>;
  abandon(): Promise<void>;
}

export interface FieldLayout {
  readonly name: string;
  readonly type: FieldType;
  readonly searchable: boolean;
  readonly stemmer: boolean;
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
  /** Differs after every change; changes of other servers are noticed within a second. */
  readonly changeNumber: number;
}

/** `degraded`: whole, but without copies or being rebuilt; `bad`: not whole; `outdated`: indexed by another version of Aisle. */
export type GenerationHealth = 'good' | 'degraded' | 'bad' | 'outdated';

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
  /** Indices of groups that it doesn't match, where fewer than all are needed; absent if it is promoted or matches all. */
  readonly lacking?: readonly number[];
}

export interface FacetValue {
  readonly value: string | number | boolean;
  readonly count: number;
}

export interface Facet {
  readonly field: string;
  /** Counted as if this field had no filter, unless the request narrows it. */
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
  /** Indices of groups that no item matches, whatever the filters. */
  readonly unknownGroups: readonly number[];
  /** Those whose first alternative no item matches. Without it, `unknownGroups` of these alternatives alone finds them. */
  readonly unwrittenGroups?: readonly number[];
  readonly took: number;
}

export interface DocumentQuery {
  readonly from: number;
  readonly size: number;
  readonly filters: readonly Filter[];
  readonly sort: readonly SortBy[];
}

export interface DocumentPage {
  readonly items: readonly Item[];
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

/** Base and all parts add up to the score. */
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
    readonly score: number;
  }[];
  readonly score: number;
}

export interface PhraseExplanation {
  readonly field: string;
  readonly words: readonly [string, string];
  readonly score: number;
}

export interface BoostExplanation {
  readonly boost: Boost;
  /** Factor or summand. */
  readonly amount: number;
  /** The item's number, or its age in days. */
  readonly number: number | null;
  readonly isAge: boolean;
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
  /** Score of a near item; otherwise 0. */
  readonly nearness: number;
  /** 1 if there are no words and something multiplies scores. */
  readonly base: number;
  readonly boosts: readonly BoostExplanation[];
  readonly lowered: readonly LoweringExplanation[];
  readonly missingWords: readonly string[];
  readonly isFound: boolean;
  readonly reasonsNotFound: readonly ('tooFewWords' | 'excludedWord' | 'filtered' | 'hidden')[];
}

export interface TracedRow {
  readonly id: number;
  readonly name: string;
}

export interface TraceEntry {
  readonly step: string;
  readonly before: string;
  readonly after: string;
  readonly ruleId?: number;
  readonly rows?: readonly TracedRow[];
}

export interface OtherSpelling {
  readonly words: readonly string[];
  /** Below 0. */
  readonly score: number;
}

/** Plain text, never HTML. */
export interface HighlightPart {
  readonly text: string;
  readonly isMatch: boolean;
}
export type Fragment = readonly HighlightPart[];
export type Highlights = Readonly<Record<string, readonly Fragment[]>>;

/** Plain data: resolved in the thread that has the items. */
export interface DraftedQuery {
  readonly plan: Plan;
  readonly text: string;
  readonly language: string;
  readonly highlightStemmed: readonly string[] | null;
  /** Neither corrected nor relaxed. */
  readonly isQuoted?: boolean;
  /** Items that lack words are found only if no item has all. */
  readonly isTyping?: boolean;
}

/** Places from 1; null if not among the first of that ranking. */
export interface FusedRanks {
  readonly words: number | null;
  readonly meaning: number | null;
}

export interface ResolvedSearch {
  readonly plan: Plan;
  readonly hits: readonly Hit[];
  readonly totalCount: number;
  readonly facets: readonly Facet[];
  readonly relaxed: boolean;
  /** Items found before corrections and relaxation. */
  readonly foundAsTyped: number;
  readonly correctedQuery: string | null;
  /** Indices of the plan's groups that no item has as typed, even written apart. */
  readonly unknown: readonly number[];
  readonly trace: readonly TraceEntry[];
  /** By item id. */
  readonly spellings: ReadonlyMap<string, OtherSpelling>;
  /** By item id; null if not wanted. */
  readonly highlights: ReadonlyMap<string, Highlights> | null;
  /** Items with all words; absent if no hit lacks any. */
  readonly allWordsCount?: number;
  /** Near items without enough words; absent without any. */
  readonly semanticCount?: number;
  /** By item id, best first, where words and meaning rank together. The plan promotes these items. */
  readonly fused?: ReadonlyMap<string, FusedRanks>;
  /** Items by meaning couldn't be looked up now. */
  readonly lacksMeaning?: boolean;
  /** Typed words that an item lacks, by its id; absent if none lacks any. */
  readonly missingWords?: ReadonlyMap<string, readonly string[]>;
}

export interface GenerationAsks {
  search(plan: Plan): Awaitable<SearchResult>;
  /** Indices of groups that no item matches, whatever the filters. */
  unknownGroups(plan: Plan): Awaitable<readonly number[]>;
  /** Index of the first plan that finds `least` items, or of the last plan. */
  firstWith(least: number, plans: readonly Plan[]): Awaitable<number>;
  /** None needs to be counted beyond `most`. */
  counts(plans: readonly Plan[], most?: number): Awaitable<readonly number[]>;
  /** Per word: terms a typo away, nearest first, then most frequent. */
  similarTerms(words: readonly string[], limit: number): Awaitable<readonly (readonly SimilarTerm[])[]>;
  /** Terms of which a beginning is one typo away from the word, its first letter apart; most frequent first. */
  beginningsLike(word: string, limit: number): Awaitable<readonly SimilarTerm[]>;
  /** Per word: terms that begin with another word of the index and end in a form of this one, most frequent first. */
  compounds(words: readonly string[], language: string): Awaitable<readonly (readonly string[])[]>;
}

export interface SearchAsks extends GenerationAsks {
  /** null when nothing was ever published. */
  readonly layout: CollectionLayout | null;
  resolve(query: DraftedQuery): Awaitable<ResolvedSearch>;
}

/** Every ask is of the generation that was live when the session was opened. Throws `SearchDownError` if two more went live since. */
export interface SearchSession extends SearchAsks {
  /** Runs work, from its beginning after each round trip and with guesses for what isn't known yet, for fewer of them. */
  foresee?<Result>(work: (asks: SearchAsks) => Work<Result>): Promise<Result>;
  explain(plan: Plan, itemId: string): Awaitable<Explanation | null>;
  /** In the order of `ids`, without unknown ones. */
  items(ids: readonly string[]): Awaitable<Item[]>;
  /** Ids that exist; cheaper than reading the items. */
  knownIds(ids: readonly string[]): Awaitable<readonly string[]>;
  /** Most frequent first; of the items of a plan of words, if there is one. */
  terms(
    prefix: string,
    limit: number,
    fields?: readonly SearchField[] | null,
    among?: Plan | null,
  ): Awaitable<readonly TermCount[]>;
  close(): void;
}

export async function inSession<Result>(
  engine: Pick<SearchEngine, 'open'>,
  collection: string,
  work: (session: SearchSession) => Awaitable<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const session = await engine.open(collection, signal);
  try {
    return await work(session);
  } finally {
    session.close();
  }
}
