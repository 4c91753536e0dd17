import type { BoostFunction } from '#contract/values/boost-amount.ts';

/**
 * The neutral query plan: what the pipeline hands to a search engine. It holds analysed terms, never raw text, so every
 * engine answers alike and one screen explains all of them.
 */

/** At most this many word groups take part in a query: the embedded engine notes the groups that an item matches in 16 bits. */
export const maxQueryWords = 16;

/** `from + size` of a plan; whoever wants more should filter. */
export const maxResultWindow = 10_000;

export type MatchKind = 'exact' | 'stem' | 'synonym' | 'weak' | 'prefix' | 'fuzzy';

/** One way to satisfy a word group. Several terms must stand in their order in one field, next to each other unless `gap` allows more. */
export interface Alternative {
  readonly kind: MatchKind;
  /** Folded surface terms for every kind but `stem`, whose single term is the output of the analyser's stemmer. */
  readonly terms: readonly string[];
  /** The terms are stems whatever the kind, so that a synonym matches in every inflection. */
  readonly isStemmed?: boolean;
  /** Words of the query written as one, or one of them written as several. */
  readonly isJoined?: true;
  /** How many other words may stand between two terms; none where nothing is said. */
  readonly gap?: number;
  /** Multiplies the score of a match, 0 to 1; 1 for what was typed. */
  readonly weight: number;
}

/** What stands for one typed word. A document that matches any alternative matches the group; the best one scores. */
export interface WordGroup {
  readonly word: string;
  readonly alternatives: readonly Alternative[];
}

/** Where the last of the terms stands, counted in words, where the first one stands at `start`; -1 where the others don't follow. */
export function endOfTerms(
  { terms, gap = 0 }: Pick<Alternative, 'terms' | 'gap'>,
  start: number,
  isAt: (place: number, term: string) => boolean,
): number {
  let place = start;
  for (const [at, term] of terms.entries()) {
    const most = at === 0 ? start : place + 1 + gap;
    let next = at === 0 ? start : place + 1;
    while (next <= most && !isAt(next, term)) next += 1;
    if (next > most) return -1;
    place = next;
  }
  return place;
}

/** How one field takes part in the score. Mirrors the relevance field of the specification. */
export interface SearchField {
  readonly name: string;
  /** BM25F weight, 0 and above. */
  readonly weight: number;
  /** The same as people set it, from 0 to 10, for explanations; the BM25F weight where nothing is said. */
  readonly shownWeight?: number;
  /** Weight of prefix matches of the last word relative to exact ones; 0 turns them off. */
  readonly wildcard: number;
  /** Added per adjacent pair of query words found adjacent in the field, times their idf; 0 turns it off. */
  readonly phraseWeight: number;
  /** Whether only pairs in `Plan.knownPairs` earn the phrase weight here. */
  readonly phraseCheck?: boolean;
  /** Whether typos are corrected by the words of this field. A corrected word is then looked for as a typed one is. */
  readonly fuzzy: boolean;
  /** Whether joined and split spellings are looked for in this field; they are where nothing is said. */
  readonly shingle?: boolean;
}

/** Whether a field is asked for an alternative of a word at all. */
export function isAskedFor(
  { wildcard, shingle }: Pick<SearchField, 'wildcard' | 'shingle'>,
  { kind, isJoined }: Pick<Alternative, 'kind' | 'isJoined'>,
): boolean {
  if (kind === 'prefix') return wildcard > 0;
  return isJoined !== true || shingle !== false;
}

export type Filter =
  | { readonly field: string; readonly anyOf: readonly (string | number | boolean)[] }
  | { readonly field: string; readonly from?: number; readonly to?: number };

/**
 * Changes the scores of matching items by what they hold. A value boost multiplies the score of items that have one of the values, or, by
 * words, a value with one of these folded words. A functional boost makes an amount of a number, or of the age in days where the field is
 * a date, and multiplies the score by it or adds it; `amountFor` says how. Items without the field stay as they are; of several numbers
 * the smallest counts, of several dates the earliest.
 */
export type Boost = {
  readonly ruleId?: number;
  readonly field: string;
  readonly factor: number;
} & (
  | { readonly kind: 'value'; readonly anyOf: readonly (string | number | boolean)[]; readonly by?: 'value' | 'word' }
  | ({ readonly kind: 'functional' } & BoostFunction)
);

/** Words that are not wanted in items, such as `lights` of `without lights`. */
export interface ExcludedWords {
  readonly group: WordGroup;
  readonly fields: readonly SearchField[];
  /** Items that match this are as wanted as others although they match `group`: those that say `without lights` themselves. */
  readonly unless?: WordGroup;
}

export interface FacetRequest {
  readonly field: string;
  /** How many values at most, most frequent first. */
  readonly limit: number;
  /** Whether filters on the field itself count, too: then every choice narrows those that are left. */
  readonly narrows?: boolean;
  /** Of a field with paths, only values one level below this one, or one of these; those of the first level for ''. */
  readonly under?: string | readonly string[];
  /** Only values of which a word begins with this text, however either is written. */
  readonly beginning?: string;
}

export interface SortBy {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface Plan {
  /** In typed order. None means every item matches with score 0. */
  readonly groups: readonly WordGroup[];
  /** How many groups an item must match, 1 to groups.length (0 without groups). */
  readonly minimumMatch: number;
  readonly fields: readonly SearchField[];
  /** Found items don't have them. */
  readonly excluded: readonly ExcludedWords[];
  /** Found items may have them: each multiplies their score by `loweredFactor`, after the boosts. Sorting by fields knows nothing of it. */
  readonly lowered: readonly ExcludedWords[];
  /** In their order. */
  readonly boosts: readonly Boost[];
  /** The day of the query, in days since 1970: boosts by dates count from it how old items are. */
  readonly today: number;
  /** Indices `i` of groups that form a known phrase with the group after them. */
  readonly knownPairs?: readonly number[];
  readonly filters: readonly Filter[];
  readonly facets: readonly FacetRequest[];
  /** Empty sorts by score; ties always fall to the item id. */
  readonly sort: readonly SortBy[];
  /** Item ids placed first, in this order, when they pass the filters. */
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
  /** Whether items that share the group field collapse to their best one, with a variant count. */
  readonly collapse: boolean;
  readonly from: number;
  readonly size: number;
}

/** What an item keeps of its score for each of the lowered words that it has. Half puts it behind nearly all others. */
export const loweredFactor = 0.5;

/** What every item scores before words: 0, and 1 where there are no words and something multiplies scores. */
export const startingScore = ({ groups, boosts, lowered }: Pick<Plan, 'groups' | 'boosts' | 'lowered'>): 0 | 1 =>
  groups.length === 0 && boosts.length + lowered.length > 0 ? 1 : 0;

/** A plan for nothing in particular, to be spread into one that says what it is about. */
export const plainPlan: Plan = {
  groups: [],
  minimumMatch: 0,
  fields: [],
  excluded: [],
  lowered: [],
  boosts: [],
  today: 0,
  filters: [],
  facets: [],
  sort: [],
  promoted: [],
  hidden: [],
  collapse: false,
  from: 0,
  size: 0,
};

/** Asks what the words alone find: filters, what people promote and the page say nothing of them. */
export const ofWordsAlone = (plan: Plan): Plan => ({
  ...plan,
  filters: [],
  facets: [],
  sort: [],
  promoted: [],
  from: 0,
  size: 0,
});

/** The weight of a field as explanations tell it. */
export function toldWeight({ fields }: Pick<Plan, 'fields'>, name: string): number {
  const field = fields.find((one) => one.name === name);
  return field?.shownWeight ?? field?.weight ?? 0;
}
