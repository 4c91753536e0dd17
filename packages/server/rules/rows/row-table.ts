import type { RowTable, RowTableName, ScarceRows } from './row-description.ts';
import { rowEndings } from './row-endings.ts';
import { rowReads } from './row-reads.ts';
import { rowSelection } from './row-selection.ts';
import { rowWrites } from './row-writes.ts';
import type { Database } from '#server/db/schema.ts';

export { envelopeOf } from './kept-row.ts';
export type { Author, Envelope, ListQuery, RowInput, RowItem, StoredRow, Tracked } from './kept-row.ts';

/**
 * The statements of one table of rows that people keep. Every one carries the project; there is no way around it. Deleted rows stay for a
 * while, and are seen by `stored`, `restore` and `forget` alone. Whoever writes holds the project's turn, see `RowWriter`.
 */
export function rowTable<Table extends RowTableName, Fields, Sort extends string>(
  db: Database,
  table: Table,
  description: RowTable<Table, Fields, Sort>,
) {
  const { key, waitsAs, scarce, toCopy = (fields) => fields } = description;
  const selection = rowSelection(db, table, description);
  return {
    key,
    toCopy,
    /** What a person would call a row, for lists of many kinds. */
    titleOf: (fields: Fields) => description.texts(fields)[0] ?? '',
    waitsAs,
    isInTransaction: db.isTransaction,
    scarce: scarce as ScarceRows<string> | undefined,
    ...rowReads(selection, description),
    ...rowWrites(db, selection, description),
    ...rowEndings(db, selection),
  };
}

export type Rows<Fields, Sort extends string = never> = ReturnType<typeof rowTable<RowTableName, Fields, Sort>>;
