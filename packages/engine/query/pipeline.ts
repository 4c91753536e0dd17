import type { Analyser } from './analysis/analyser.ts';
import type { Banner } from '#contract/search.ts';
import type { Boost, FacetRequest, Filter, SortBy, WordGroup } from '#engine/plan.ts';
import type { TraceEntry } from '#engine/port.ts';

export const ruleStages = ['characters', 'fixit', 'stopwords', 'synonyms', 'phrases', 'boosts', 'curations'] as const;
export type RuleStage = (typeof ruleStages)[number];

export const singleStages: readonly RuleStage[] = ['fixit'];

export interface UnwantedWord {
  readonly group: WordGroup;
  readonly unless: WordGroup | null;
}

/** A query on its way to a plan. Steps take one and return the next; they never change it in place. */
export interface QueryDraft {
  readonly text: string;
  /** The category whose items alone are wanted, where no words are searched. */
  readonly category?: string;
  readonly groups: readonly WordGroup[];
  readonly typed: readonly WordGroup[];
  readonly knownPairs?: readonly number[];
  /** The query is in quotes: all words are required, without corrections. */
  readonly isQuoted?: boolean;
  readonly unwanted: readonly UnwantedWord[];
  readonly boosts: readonly Boost[];
  readonly overridesWeights?: boolean;
  readonly promoted: readonly string[];
  readonly promotedGroups?: readonly string[];
  readonly promotedPlaces?: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
  readonly hiddenGroups?: readonly string[];
  readonly banners?: readonly Banner[];
  readonly redirect: string | null;
  readonly trace: readonly TraceEntry[];
}

export interface PhraseSuggestion {
  readonly text: string;
  readonly itemCount: number;
}

export interface Rule {
  readonly stage: RuleStage;
  apply(draft: QueryDraft): QueryDraft;
  readonly suggest?: (typed: string, limit: number) => readonly PhraseSuggestion[];
  readonly hides?: (text: string) => boolean;
  /** Folded words of the queries that it acts on, to which a misspelt word may be corrected. */
  readonly words?: () => readonly string[];
}

export type CompileRule<Row> = (rows: readonly Row[], analyser: Analyser) => Rule;

export interface RuleCompiler<Row, Prepared> {
  /** Once per row; may be slow. Throws for a row that makes no sense, which is skipped. */
  readonly prepare: (row: Row, analyser: Analyser) => Prepared;
  /** After every change of any row, so it must be quick. */
  readonly merge: (prepared: readonly Prepared[], analyser: Analyser) => Rule;
}

export const compileWith =
  <Row, Prepared>({ prepare, merge }: RuleCompiler<Row, Prepared>): CompileRule<Row> =>
  (rows, analyser) =>
    merge(
      rows.map((row) => prepare(row, analyser)),
      analyser,
    );

export interface SearchRequest {
  readonly query: string;
  readonly filters: readonly Filter[];
  readonly facets: readonly FacetRequest[];
  readonly sort: readonly SortBy[];
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly wantsHighlights?: boolean;
  /** The last word is being typed. */
  readonly isTyping?: true;
  /** The category that is browsed, which is among the filters, too. */
  readonly category?: string;
}

/** A request as it is asked on some day, in days since 1970; boosts by dates count from it. */
export interface DatedRequest extends SearchRequest {
  readonly today: number;
}
