import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Database, Schema } from '#server-kit/db/schema.ts';

/**
 * Rows that nobody else is changing, which are the caller's until its transaction ends: it waits for nobody. Who writes SQLite is alone.
 */
export const ifFree = <Table extends keyof Schema, Row>(
  db: Database,
  rows: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? rows.forUpdate().skipLocked() : rows;
