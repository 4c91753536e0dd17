import type { Analyser } from './analysis/analyser.ts';
import type { Boost, FacetRequest, Filter, SortBy, WordGroup } from '#engine/plan.ts';
import type { TraceEntry } from '#engine/port.ts';

/** The order in which rules act on a query. Built-in steps stand between them, see `pipelineSteps`. */
export const ruleStages = ['characters', 'fixit', 'stopwords', 'synonyms', 'phrases', 'boosts', 'curations'] as const;
export type RuleStage = (typeof ruleStages)[number];

/** Stages in which the first rule that changes a query is the only one; in the others, all rules act one after the other. */
export const singleStages: readonly RuleStage[] = ['fixit'];

/** A word that found items must not have. */
export interface UnwantedWord {
  readonly group: WordGroup;
  /** Items that say so themselves, such as `without lights`, are wanted all the same. */
  readonly unless: WordGroup | null;
}

/** A query on its way to a plan. Steps take one and return the next; they never change it in place. */
export interface QueryDraft {
  /** The text until words are made of it. */
  readonly text: string;
  /** Empty until the tokens step. */
  readonly groups: readonly WordGroup[];
  /** The groups as they were typed, with those that rules leave out later. */
  readonly typed: readonly WordGroup[];
  /** Indices of groups that form a known phrase with the group after them; set by the phrases stage. */
  readonly knownPairs?: readonly number[];
  readonly unwanted: readonly UnwantedWord[];
  readonly boosts: readonly Boost[];
  /** Whether a boosted field counts with `overriddenWeight`, whatever its own. */
  readonly overridesWeights?: boolean;
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
  /** Set when the answer is an address instead of items. */
  readonly redirect: string | null;
  readonly trace: readonly TraceEntry[];
}

export interface PhraseSuggestion {
  readonly text: string;
  readonly itemCount: number;
}

/** One kind of rule, compiled for one project and language. Pure: no clock, no I/O. */
export interface Rule {
  readonly stage: RuleStage;
  apply(draft: QueryDraft): QueryDraft;
  /** Phrases that begin as what is being typed, best first; rules of the stage `phrases` know some. */
  readonly suggest?: (typed: string, limit: number) => readonly PhraseSuggestion[];
  /** Whether people don't want this to be suggested. */
  readonly hides?: (text: string) => boolean;
}

export type CompileRule<Row> = (rows: readonly Row[], analyser: Analyser) => Rule;

/** How stored rows of one kind become a rule: each by itself, then all of them together. */
export interface RuleCompiler<Row, Prepared> {
  /** Called once for a row as it stands, so it may take its time. Throws for a row that makes no sense, which is then left out. */
  readonly prepare: (row: Row, analyser: Analyser) => Prepared;
  /** Called after every change of any row, so it must be quick. Rows come in their order. */
  readonly merge: (prepared: readonly Prepared[], analyser: Analyser) => Rule;
}

/** Makes a rule of all rows at once. */
export const compileWith =
  <Row, Prepared>({ prepare, merge }: RuleCompiler<Row, Prepared>): CompileRule<Row> =>
  (rows, analyser) =>
    merge(
      rows.map((row) => prepare(row, analyser)),
      analyser,
    );

/** What a shop or a tester asks for, already validated. */
export interface SearchRequest {
  readonly query: string;
  readonly filters: readonly Filter[];
  readonly facets: readonly FacetRequest[];
  readonly sort: readonly SortBy[];
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly wantsHighlights?: boolean;
}

/** A request as it is asked on some day, in days since 1970; boosts by dates count from it. */
export interface DatedRequest extends SearchRequest {
  readonly today: number;
}
