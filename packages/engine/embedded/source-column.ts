import type { DatabaseSync } from 'node:sqlite';

/** How the source of an item is selected from a table. Files that earlier versions wrote have no such column. */
export function sourceColumn(database: DatabaseSync, table: 'items' | 'changes'): string {
  return hasSource(database, table) ? 'source' : 'null as source';
}

export function hasSource(database: DatabaseSync, table: string): boolean {
  return database.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, 'source') !== undefined;
}
