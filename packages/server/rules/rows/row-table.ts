import type { Insertable, RawBuilder, Selectable } from 'kysely';
import type { PageQuery } from '#contract/page.ts';
import type { RowState } from '#contract/rows/rule-fields.ts';
import { rowReads } from './row-reads.ts';
import { rowWrites } from './row-writes.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';
import type { RuleRow, TimedRuleRow } from '#server/db/tables/row.ts';

export { envelopeOf } from './row-writes.ts';

export interface Envelope {
  readonly is_active: boolean;
  /** Epoch milliseconds from which, and before which, a rule acts; null for no bound. */
  readonly valid_from: number | null;
  readonly valid_to: number | null;
}
export type RowInput<Fields> = Fields & Partial<Envelope>;

export interface Tracked extends Envelope {
  readonly id: number;
  readonly created_at: number;
  readonly updated_at: number;
  /** A name; null for the server and deleted people. */
  readonly updated_by: string | null;
  readonly state: RowState;
}
export type RowItem<Fields> = Fields & Tracked;

export interface StoredRow<Fields> {
  readonly item: RowItem<Fields>;
  readonly fields: Fields;
  readonly scope: RowScope;
  readonly key: string;
  /** null while it is not deleted. */
  readonly deletedAt: number | null;
}

export interface Author {
  /** null for the server itself. */
  readonly userId: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface ListQuery<Sort extends string> extends Omit<PageQuery, 'sort'> {
  readonly sort?: Sort | undefined;
}

export type RowTableName = {
  [Table in keyof Schema]: Schema[Table] extends RuleRow ? Table : never;
}[keyof Schema];

export type Columns<Table extends RowTableName> = Omit<Insertable<Schema[Table]>, keyof TimedRuleRow | 'collection_id'>;

type ColumnName<Table extends RowTableName> = keyof Selectable<Schema[Table]> & string;
type SortKey<Table extends RowTableName> = ColumnName<Table> | RawBuilder<number>;

export interface RowTable<Table extends RowTableName, Fields, Sort extends string> {
  readonly toFields: (row: Selectable<Schema[Table]>) => Fields;
  readonly toColumns: (fields: Fields) => Columns<Table>;
  /** The texts that a person would search a row by; the first one is its title. */
  readonly texts: (fields: Fields) => readonly string[];
  /** Equal for two rows that a person would take for one. */
  readonly key: (fields: Fields) => string;
  readonly sorts: Readonly<Record<Sort, SortKey<Table>>>;
  readonly filters?: Readonly<Record<string, (value: string) => RawBuilder<boolean>>>;
  /** The order after the chosen sort; newest first by default. */
  readonly order?: readonly (readonly [SortKey<Table>, 'asc' | 'desc'])[];
  readonly isTimed?: Schema[Table] extends TimedRuleRow ? true : false;
  /** A value that only some of the rows may have; `field` is reported if more have it. */
  readonly scarce?: ScarceRows<ColumnName<Table>>;
  /** What another project gets of a row; null for nothing. */
  readonly toCopy?: (fields: NoInfer<Fields>) => NoInfer<Fields> | null;
  /** Throws for a row that people may not delete. */
  readonly refuseRemoval?: (fields: NoInfer<Fields>) => void;
  readonly inProjectFile?: InProjectFile<NoInfer<Fields>>;
  /** The key of rules that go live later than they are saved. Deleted ones stay listed while searches use them. */
  readonly waitsAs?: string;
}

export interface InProjectFile<Fields> {
  /** Other rows, which nobody created or changed by hand, stay out of the file. */
  readonly isPeoples?: (fields: Fields) => boolean;
  /** What becomes of a row that the file doesn't have; null deletes it. */
  readonly forgotten?: (fields: Fields) => Fields | null;
  /** Rows of which the first one acts, so the file has them in their order. */
  readonly isOrdered?: (fields: Fields) => boolean;
}

export interface ScarceRows<Column> {
  readonly column: Column;
  readonly value: string | number;
  readonly field: string;
  readonly maximum: number;
}

/**
 * The statements of one table of rows that people keep; every one carries the project. Deleted rows stay for a while, and only `stored`,
 * `restore` and `forget…` see them. Whoever writes holds the project's turn, see `RowWriter`.
 */
export function rowTable<Table extends RowTableName, Fields, Sort extends string>(
  db: Database,
  table: Table,
  description: RowTable<Table, Fields, Sort>,
) {
  const { key, waitsAs, scarce, toCopy = (fields) => fields, refuseRemoval, inProjectFile } = description;
  const usual: Required<InProjectFile<Fields>> = { isPeoples: () => true, forgotten: () => null, isOrdered: () => false };
  return {
    key,
    toCopy,
    refuseRemoval,
    inProjectFile: { ...usual, ...inProjectFile },
    titleOf: (fields: Fields) => description.texts(fields)[0] ?? '',
    waitsAs,
    scarce: scarce as ScarceRows<string> | undefined,
    ...rowReads(db, table, description),
    ...rowWrites(db, table, description),
  };
}

export type Rows<Fields, Sort extends string = never> = ReturnType<typeof rowTable<RowTableName, Fields, Sort>>;
