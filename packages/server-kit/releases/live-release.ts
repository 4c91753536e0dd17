import type { Rule } from '#engine/pipeline.ts';
import type { CollectionRelevance } from '#engine/relevance.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';

/** How items of a collection are shown, and what of them is completed. */
export interface FrontSettings {
  /** The field whose value is shown as an item's name; null for none in particular. */
  readonly nameField: string | null;
  /** Fields that shops don't get. */
  readonly hidden: readonly string[];
  /** Searched fields that take part in autocomplete. */
  readonly autocomplete: readonly string[];
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
  readonly skipped: readonly SkippedRow[];
}

/** The collections that a release knows, by id. */
export const collectionIdsIn = ({ relevance }: Pick<LiveRelease, 'relevance'>): number[] => Object.keys(relevance).map(Number);

/** What a release holds beside rules: the project, its collections and their fields. */
export interface ReleaseSettings {
  readonly sources: readonly AnySource[];
  /** What searches make of the rows, which come by their ids. */
  readonly compile: (rowsOf: (key: string) => readonly ReleasedRow[]) => {
    readonly language: string;
    readonly relevance: RelevanceByCollection;
  };
}
