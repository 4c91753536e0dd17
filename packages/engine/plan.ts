import type { PromotedPlaces } from '#contract/values/promoted-places.ts';
import type { BoostFunction } from '#contract/values/boost-amount.ts';

/** The neutral query plan: analysed terms, never raw text, so that every engine matches alike. */

/** The embedded engine notes matched groups in 16 bits. */
export const maxQueryWords = 16;

/** `from + size` of a plan; whoever wants more should filter. */
export const maxResultWindow = 10_000;

export type MatchKind = 'exact' | 'stem' | 'synonym' | 'weak' | 'prefix' | 'fuzzy';

/** Several terms must follow each other in one field, with at most `gap` words between. */
export interface Alternative {
  readonly kind: MatchKind;
  /** Folded terms; for `stem` a stem. */
  readonly terms: readonly string[];
  /** The terms are stems whatever the kind, so that a synonym matches in every inflection. */
  readonly isStemmed?: boolean;
  /** Words of the query written as one, or one of them written as several. */
  readonly isJoined?: true;
  readonly gap?: number;
  /** A compound whose last part is the word. */
  readonly isPart?: true;
  /** Only in fields that complete words, weighed as beginnings there. */
  readonly isInCompleted?: true;
  /** Multiplies the score of a match, 0 to 1; 1 for what was typed. */
  readonly weight: number;
}

/** A typed word: an item that matches any alternative matches the group; the best one scores. */
export interface WordGroup {
  readonly word: string;
  readonly alternatives: readonly Alternative[];
}

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

export interface SearchField {
  readonly name: string;
  /** BM25F weight, 0 and above. */
  readonly weight: number;
  readonly shownWeight?: number;
  /** Weight of prefixes relative to whole words; 0 turns them off. */
  readonly wildcard: number;
  /** Per adjacent pair of query words, times their idf; 0 turns it off. */
  readonly phraseWeight: number;
  /** Only pairs in `Plan.knownPairs` earn it. */
  readonly phraseCheck?: boolean;
  /** Typos are corrected by words of this field. */
  readonly fuzzy: boolean;
  /** Joined and split spellings match; default true. */
  readonly shingle?: boolean;
}

export function isAskedFor(
  { wildcard, shingle }: Pick<SearchField, 'wildcard' | 'shingle'>,
  { kind, isJoined, isInCompleted }: Pick<Alternative, 'kind' | 'isJoined' | 'isInCompleted'>,
): boolean {
  if (kind === 'prefix' || isInCompleted === true) return wildcard > 0;
  return isJoined !== true || shingle !== false;
}

export type Filter = {
  readonly field: string;
  /** Items that pass are excluded, also from the counts of the field. */
  readonly isExcluding?: true;
} & ({ readonly anyOf: readonly (string | number | boolean)[] } | { readonly from?: number; readonly to?: number });

/**
 * A value boost multiplies the score of items with one of the values. A functional boost makes an amount of a number or an age in days
 * (`amountFor`). Of several values the smallest counts.
 */
export type Boost = {
  readonly ruleId?: number;
  readonly field: string;
  readonly factor: number;
} & (
  | { readonly kind: 'value'; readonly anyOf: readonly (string | number | boolean)[]; readonly by?: 'value' | 'word' }
  | ({ readonly kind: 'functional' } & BoostFunction)
);

export interface ExcludedWords {
  readonly group: WordGroup;
  readonly fields: readonly SearchField[];
  /** Items that match this are wanted after all: `without lights`. */
  readonly unless?: WordGroup;
}

export interface FacetRequest {
  readonly field: string;
  readonly limit: number;
  /** Filters on the field itself count, too. */
  readonly narrows?: boolean;
  /** Only paths one level below one of these; '' for the first level. */
  readonly under?: string | readonly string[];
  /** Only values with a word that begins so. */
  readonly beginning?: string;
  /** Counted beyond the limit, too. */
  readonly chosen?: readonly (string | number | boolean)[];
}

export interface SortBy {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

/** Items that visitors chose more or less than others after one query; `logs` are logarithms of factors. */
export interface LearnedQuery {
  readonly ids: readonly string[];
  readonly logs: readonly number[];
  /** Visitors who chose the item after the query, rounded. */
  readonly chosen: readonly number[];
}

/** Factors for the first hits, learned from visitors' choices. Engines may put ordinals in the place of values. */
export interface Learned<Value = unknown> {
  /** Factors stay between 1 / `most` and `most`. */
  readonly most: number;
  readonly query: LearnedQuery | null;
  readonly fields: readonly {
    readonly field: string;
    readonly agreement: number;
    /** By word of the query; the strongest one counts. */
    readonly lifts: readonly ReadonlyMap<Value, number>[];
  }[];
  /** Items with this value never pass one without that was before them. */
  readonly last: { readonly field: string; readonly value: Value } | null;
}

/** The best hits, among which the order may change; later ones keep theirs. Few queries that nobody asked gain from more than a page. */
export const learnedWindows = { asked: 40, unasked: 20 } as const;

export const learnedWindowOf = ({ query }: Pick<Learned, 'query'>): number =>
  query === null ? learnedWindows.unasked : learnedWindows.asked;

/** Items close to the query by their vectors, nearest first. */
export interface NearItems {
  readonly ids: readonly string[];
  /** Above 0, added to the score of the words before boosts. */
  readonly scores: readonly number[];
}

export interface Plan {
  /** Without groups every item matches with score 0. */
  readonly groups: readonly WordGroup[];
  /** Groups an item must match; 0 without groups. */
  readonly minimumMatch: number;
  readonly fields: readonly SearchField[];
  readonly excluded: readonly ExcludedWords[];
  /** Each multiplies the score by `loweredFactor`, after the boosts. Ignored when sorting by fields. */
  readonly lowered: readonly ExcludedWords[];
  readonly boosts: readonly Boost[];
  /** Reorders the first hits, after boosts and lowered words. Ignored when sorting by fields. */
  readonly learned?: Learned;
  /** Days since 1970. */
  readonly today: number;
  /** Indices of groups that form a known phrase with the next one. */
  readonly knownPairs?: readonly number[];
  readonly filters: readonly Filter[];
  readonly facets: readonly FacetRequest[];
  /** Empty sorts by score. Ties by item id; of OpenSearch, equal scores of words are in any order that stays. */
  readonly sort: readonly SortBy[];
  /** Ids placed first, in this order, if they pass the filters. */
  readonly promoted: readonly string[];
  /** Promoted ids whose variants match, too, where items collapse: the best one takes the place of an id that doesn't pass. */
  readonly promotedGroups?: readonly string[];
  readonly promotedPlaces?: PromotedPlaces;
  /** Match whatever words they lack. Ignored without groups. */
  readonly near?: NearItems;
  readonly hidden: readonly string[];
  /** Hidden, too; where items collapse, with all of their group that isn't promoted. */
  readonly hiddenGroups?: readonly string[];
  /** Items of a group collapse to their best one. */
  readonly collapse: boolean;
  readonly from: number;
  readonly size: number;
}

/** Half puts an item behind nearly all others. */
export const loweredFactor = 0.5;

export const isLearned = ({ learned, sort, from, size }: Plan): boolean =>
  learned !== undefined && sort.length === 0 && size > 0 && from < learnedWindowOf(learned);

export type ScoredPart = Pick<Plan, 'groups' | 'boosts' | 'lowered' | 'learned'>;

/** 1 if there are no words and something multiplies scores. */
export const startingScore = ({ groups, boosts, lowered, learned }: ScoredPart): 0 | 1 =>
  groups.length === 0 && (boosts.length + lowered.length > 0 || learned !== undefined) ? 1 : 0;

/** Items may lack words. */
export const isLenient = ({ groups, minimumMatch }: Pick<Plan, 'groups' | 'minimumMatch'>): boolean =>
  groups.length > 1 && minimumMatch < groups.length;

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

/** Without filters, promotions and page. */
export const ofWordsAlone = ({ learned: _learned, ...plan }: Plan): Plan => ({
  ...plan,
  filters: [],
  facets: [],
  sort: [],
  promoted: [],
  promotedGroups: [],
  from: 0,
  size: 0,
});

/** With the filters, to count items that lack none. */
export const ofAllWords = (plan: Plan): Plan => ({
  ...ofWordsAlone(plan),
  filters: plan.filters,
  minimumMatch: plan.groups.length,
});

export function shownWeightOf({ fields }: Pick<Plan, 'fields'>, name: string): number {
  const field = fields.find((one) => one.name === name);
  return field?.shownWeight ?? field?.weight ?? 0;
}
