import type { ChangeKind } from '#contract/rows/rule-fields.ts';
import type { RuleCompiler } from '#engine/query/pipeline.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';

export type GoesLive = 'atOnce' | 'onPublish' | 'onUpdate' | 'atMidnight';

export interface RowKey {
  readonly source: string;
  readonly id: number;
}

export interface RowChange extends RowKey {
  /** null for rows of the whole project. */
  readonly collectionId: number | null;
  readonly kind: ChangeKind;
  readonly name: string;
}

/** A rule's content, without who changed it when. Rows are compared as JSON, so members always come in the same order. */
export interface ReleasedRow {
  readonly id: number;
  readonly collection_id?: number;
  /** For rows that people order; rows with the same position, or without one, are ordered by id. */
  readonly position?: number;
  readonly is_active?: boolean;
  /** Epoch milliseconds from which, and before which, a rule acts; none for no bound. */
  readonly valid_from?: number | null;
  readonly valid_to?: number | null;
}

export interface RuleStore<Row extends ReleasedRow> {
  some(project: ProjectScope, ids: readonly number[]): Promise<Row[]>;
  /** Up to `limit` rows with an id above `after`, by id. */
  following(project: ProjectScope, after: number, limit: number): Promise<Row[]>;
  takenBy?(project: ProjectScope, rows: readonly Row[]): Promise<{ readonly id: number; readonly by: number }[]>;
  put(project: ProjectScope, rows: readonly Row[], userId: number | null): Promise<void>;
  removeAll(project: ProjectScope, ids: readonly number[]): Promise<void>;
  copy(from: ProjectScope, to: ProjectScope): Promise<void>;
}

export interface ReleaseSource<Row extends ReleasedRow> {
  /** Stored with every release, so it never changes. */
  readonly key: string;
  readonly goesLive: GoesLive;
  readonly table: keyof Schema;
  readonly deletedWith?: keyof Schema;
  readonly store: (db: Database) => RuleStore<Row>;
  readonly nameOf: (row: Row) => string;
  /** Members that no search sees. A change of nothing else is live at once. */
  readonly unseen?: readonly (keyof Row & string)[];
  /** The part of a row that people set; null for a row of the server alone. Other differences aren't reported, compared or restored. */
  readonly setPart?: (row: Row) => unknown;
  /** For settings that a release restores in part: the row after restoring. `wanted` is null where the release has no such row. */
  readonly restoredAs?: (saved: Row, wanted: Row | null) => Row;
}

/** Rows of a collection act on searches in that collection only. */
export interface RuleSource<Row extends ReleasedRow, Prepared = unknown> extends ReleaseSource<Row>, RuleCompiler<Row, Prepared> {
  readonly scope: 'project' | 'collection';
}

/** The part of a rule source that compiles rules. */
export type CompiledSource = Pick<AnyRuleSource, 'key' | 'scope' | 'prepare' | 'merge'>;

export type AnySource = ReleaseSource<ReleasedRow>;
export type AnyRuleSource = RuleSource<ReleasedRow>;
