import type { RuleCompiler } from '#engine/query/pipeline.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database, Schema } from '#server/db/schema.ts';

/** When a saved change of a row acts on searches: with the save, or once somebody publishes or updates, or midnight comes. */
export type GoesLive = 'atOnce' | 'onPublish' | 'onUpdate' | 'atMidnight';

/** All that makes the rule what it is, and nothing of who changed it when. Members come in the same order. */
export interface ReleasedRow {
  readonly id: number;
  /** For rows that belong to one collection. */
  readonly collection_id?: number;
  /** Where the order of rows matters and people decide it; rows with the same position, or without one, come by their id. */
  readonly position?: number;
  /** Rows that are turned off are held and act on nothing. */
  readonly is_active?: boolean;
  /** Epoch milliseconds from which, and before which, a rule acts; none for no bound. */
  readonly valid_from?: number | null;
  readonly valid_to?: number | null;
}

/** The rows as they are saved, for one project at a time. */
export interface RuleStore<Row extends ReleasedRow> {
  some(project: ProjectScope, ids: readonly number[]): Promise<Row[]>;
  /** Up to `limit` rows with an id above `after`, by id. */
  following(project: ProjectScope, after: number, limit: number): Promise<Row[]>;
  /** Which of these rows can't be there beside another one, of another id, that people would take for the same. */
  takenBy?(project: ProjectScope, rows: readonly Row[]): Promise<{ readonly id: number; readonly by: number }[]>;
  /** Writes rows under the ids that they have, whether such rows are there or not, for the person who asks for it. */
  put(project: ProjectScope, rows: readonly Row[], userId: number | null): Promise<void>;
  removeAll(project: ProjectScope, ids: readonly number[]): Promise<void>;
  copy(from: ProjectScope, to: ProjectScope): Promise<void>;
}

export interface ReleaseSource<Row extends ReleasedRow> {
  /** Stands in the database with every release, so it is never changed. */
  readonly key: string;
  readonly goesLive: GoesLive;
  /** Raised whenever the meaning of stored content changes; `upgrade` then reads what was stored before. */
  readonly contentVersion: number;
  readonly upgrade?: (content: unknown, version: number) => Row;
  readonly table: keyof Schema;
  readonly deletedWith?: keyof Schema;
  readonly store: (db: Database) => RuleStore<Row>;
  /** Fields that no search depends on, such as what people call a row. Where nothing else differs, a change doesn't wait. */
  readonly silent?: readonly string[];
  readonly nameOf: (row: Row) => string;
}

/** One kind of rule. Those whose rows belong to a collection act on searches in that collection alone. */
export interface RuleSource<Row extends ReleasedRow, Prepared = unknown> extends ReleaseSource<Row>, RuleCompiler<Row, Prepared> {
  readonly scope: 'project' | 'collection';
}

/** A source of any rows; what is stored is checked where it is read. */
export type AnySource = ReleaseSource<ReleasedRow>;
export type AnyRuleSource = RuleSource<ReleasedRow>;
