import type { Rule } from '#engine/query/pipeline.ts';
import type { SortBy } from '#engine/plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';

export const resultKinds = ['autocomplete', 'search', 'catalog'] as const;
export type ResultKind = (typeof resultKinds)[number];

/** What customers may sort by; null for how well an item answers the query. */
export interface SortChoice {
  readonly field: string | null;
  readonly order: SortBy['order'];
}

/** A filter that is offered beside results. Its values are the most frequent ones, by their count or in their own order. */
export interface ShownFacet {
  readonly field: string;
  readonly label: string;
  readonly limit: number;
  readonly order: 'count' | 'value';
}

/** What answers of one kind hold of the items of a collection. */
export interface ResultSettings {
  /** In their order; null for all that items have. */
  readonly fields: {
    readonly shown: readonly { readonly name: string; readonly maxLength: number | null }[];
    /** Whether what isn't among them comes after them; it is left out otherwise. */
    readonly hasOthers: boolean;
  } | null;
  /** What people call fields, by their names, where they call them otherwise. */
  readonly labels: ReadonlyMap<string, string>;
  /** null for as many as usual. */
  readonly perPage: number | null;
  /** The first is how answers are sorted where nobody chose; none sorts by relevance. */
  readonly sorts: readonly SortChoice[];
  readonly facets: readonly ShownFacet[];
}

export interface CatalogSettings {
  /** The field whose values are categories; null where no field has levels. */
  readonly pathField: string | null;
  /** By path; what is below one without its own is sorted as it. */
  readonly sorts: ReadonlyMap<string, SortChoice>;
}

/** What stands under the search box of a shop: phrases to search for, values of a field among what is found, or found items. */
export interface PanelColumn {
  readonly kind: 'phrases' | 'values' | 'items';
  /** null for phrases of the whole project. */
  readonly collection_id: number | null;
  /** Of values, the field that has them; of items, the one that is read first. */
  readonly field: string;
  readonly title: string;
  readonly limit: number;
}

export interface FrontSettings {
  /** The field whose value is shown as an item's name; null for none in particular. */
  readonly nameField: string | null;
  /** Fields that shops don't get. */
  readonly hidden: readonly string[];
  readonly autocomplete: readonly string[];
  readonly results: Readonly<Record<ResultKind, ResultSettings>>;
  readonly catalog: CatalogSettings;
}

export interface CollectionRelease extends CollectionRelevance {
  readonly front: FrontSettings;
}

/** The relevance of a project's collections by collection id, as a release holds it. */
export type RelevanceByCollection = Readonly<Record<string, CollectionRelease>>;

/** A row that a release holds and searches do without, because nothing could be made of it. */
export interface SkippedRow {
  readonly source: string;
  /** null when all rows of the source are left out together. */
  readonly id: number | null;
  readonly reason: string;
}

/** What searches use: compiled once, held in memory. */
export interface LiveRelease {
  readonly number: number;
  /** Of the whole project and of all its collections. */
  readonly rules: readonly Rule[];
  /** Those that act on searches in one collection, in the order in which they act. */
  rulesOf(collectionId: number): readonly Rule[];
  readonly relevance: RelevanceByCollection;
  /** In their order; null for a project that has set none. */
  readonly columns: readonly PanelColumn[] | null;
  readonly skipped: readonly SkippedRow[];
}

export const collectionIdsIn = ({ relevance }: Pick<LiveRelease, 'relevance'>): number[] => Object.keys(relevance).map(Number);

/** What a release holds beside rules: the project, its collections and their fields. */
export interface ReleaseSettings {
  readonly sources: readonly AnySource[];
  /** What searches make of the rows, which come by their ids. */
  readonly compile: (rowsOf: (key: string) => readonly ReleasedRow[]) => {
    readonly language: string;
    readonly relevance: RelevanceByCollection;
    readonly columns: LiveRelease['columns'];
  };
}
