import type { Insertable, RawBuilder, Selectable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { RuleRow, TimedRuleRow } from '#server/db/tables/row.ts';

export type RowTableName = {
  [Table in keyof Schema]: Schema[Table] extends RuleRow ? Table : never;
}[keyof Schema];

/** What the kit writes into every row. */
type Envelope = keyof TimedRuleRow | 'collection_id';
export type Columns<Table extends RowTableName> = Omit<Insertable<Schema[Table]>, Envelope>;

type ColumnName<Table extends RowTableName> = keyof Selectable<Schema[Table]> & string;
type SortKey<Table extends RowTableName> = ColumnName<Table> | RawBuilder<number>;

export interface RowTable<Table extends RowTableName, Fields, Sort extends string> {
  readonly toFields: (row: Selectable<Schema[Table]>) => Fields;
  readonly toColumns: (fields: Fields) => Columns<Table>;
  /** Whether what was stored is built as it should be; lists are read without a row that isn't. */
  readonly isSound?: (fields: NoInfer<Fields>) => boolean;
  /** The texts that a person would search a row by. */
  readonly texts: (fields: Fields) => readonly string[];
  /** The same for two rows that a person would take for one. */
  readonly key: (fields: Fields) => string;
  /** What a list is sorted by for each name: a column, or what other tables count of a row. */
  readonly sorts: Readonly<Record<Sort, SortKey<Table>>>;
  /** Which rows a list has for a value that it is narrowed by, besides their state; by the names of the filters. */
  readonly filters?: Readonly<Record<string, (value: string) => RawBuilder<boolean>>>;
  /** How a list is sorted otherwise, and what comes of the same; the newest first where nothing is said. */
  readonly order?: readonly (readonly [SortKey<Table>, 'asc' | 'desc'])[];
  /** For tables of rules that may begin and end by themselves. */
  readonly isTimed?: Schema[Table] extends TimedRuleRow ? true : false;
  /** Rows with a value that fewer may have than there may be rows; `field` is told about where they are too many. */
  readonly scarce?: ScarceRows<ColumnName<Table>>;
  /** What another project gets of a row; null for nothing. */
  readonly toCopy?: (fields: NoInfer<Fields>) => NoInfer<Fields> | null;
  /** The key of rules that go live later than they are saved. Deleted ones stay in the list until they are gone for searches, too. */
  readonly waitsAs?: string;
}

export interface ScarceRows<Column> {
  readonly column: Column;
  readonly value: string | number;
  readonly field: string;
  readonly maximum: number;
}
