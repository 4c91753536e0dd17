import type { Rule } from '#engine/query/pipeline.ts';
import type { SortBy } from '#engine/plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import type { LearnedTable } from '#engine/query/learned.ts';
import type { Learning } from '#contract/values/learning.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';

export const resultKinds = ['autocomplete', 'search', 'catalog'] as const;
export type ResultKind = (typeof resultKinds)[number];

/** null for relevance. */
export interface SortChoice {
  readonly field: string | null;
  readonly order: SortBy['order'];
}

export interface ShownFacet {
  readonly field: string;
  readonly label: string;
  readonly limit: number;
  readonly order: 'count' | 'value';
}

export interface ResultSettings {
  /** null for all fields. */
  readonly fields: {
    readonly shown: readonly { readonly name: string; readonly maxLength: number | null }[];
    /** Whether other fields follow. */
    readonly hasOthers: boolean;
  } | null;
  readonly labels: ReadonlyMap<string, string>;
  /** null for the default. */
  readonly perPage: number | null;
  /** The first one is the default; none sorts by relevance. */
  readonly sorts: readonly SortChoice[];
  readonly facets: readonly ShownFacet[];
}

export interface CatalogSettings {
  /** null where no field has levels. */
  readonly pathField: string | null;
  /** By path; a category without one has that of its nearest ancestor. */
  readonly sorts: ReadonlyMap<string, SortChoice>;
}

export interface PanelColumn {
  readonly kind: 'phrases' | 'values' | 'items';
  /** null for phrases of the whole project. */
  readonly collection_id: number | null;
  /** Facet field for value lists; title field for item lists. */
  readonly field: string;
  readonly title: string;
  readonly limit: number;
}

export interface FrontSettings {
  readonly nameField: string | null;
  readonly hidden: readonly string[];
  readonly autocomplete: readonly string[];
  readonly results: Readonly<Record<ResultKind, ResultSettings>>;
  readonly catalog: CatalogSettings;
}

export interface CollectionRelease extends CollectionRelevance {
  readonly front: FrontSettings;
  readonly learning: Learning;
  /** Also while learning is off; null before anything was learned. */
  readonly learnedTable: LearnedTable | null;
}

/** By collection id. */
export type RelevanceByCollection = Readonly<Record<string, CollectionRelease>>;

export interface SkippedRow {
  readonly source: string;
  /** null for all rows of the source. */
  readonly id: number | null;
  readonly reason: string;
}

/** Group B of a running A/B test. */
export interface LiveVariant {
  readonly experimentId: number;
  /** Percent of visitors. */
  readonly share: number;
  /** All visitors get both in one list. */
  readonly isMixed: boolean;
  /** The live release with the rows of B. */
  readonly release: LiveRelease;
}

export interface LiveRelease {
  readonly number: number;
  /** By collection id; absent while no A/B test runs. */
  readonly variants?: ReadonlyMap<number, LiveVariant>;
  readonly rules: readonly Rule[];
  /** In the order in which they act. */
  rulesOf(collectionId: number): readonly Rule[];
  readonly relevance: RelevanceByCollection;
  /** null for the default panel. */
  readonly columns: readonly PanelColumn[] | null;
  readonly skipped: readonly SkippedRow[];
}

export const collectionIdsIn = ({ relevance }: Pick<LiveRelease, 'relevance'>): number[] => Object.keys(relevance).map(Number);

/** Settings beside rules: the project, its collections and their fields. */
export interface ReleaseSettings {
  readonly sources: readonly AnySource[];
  readonly compile: (rowsOf: (key: string) => readonly ReleasedRow[]) => {
    readonly language: string;
    readonly relevance: RelevanceByCollection;
    readonly columns: LiveRelease['columns'];
  };
}
