import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** The calls of the last days. They are read newest first, so every index ends with the id. */
export const apiLogs = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('api_call')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('answered_at', 'bigint', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('path', kind.sortedText as never, (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('took_milliseconds', 'integer', (column) => column.notNull())
      // Without references: what is written together must not be lost because one project or person is just gone.
      .addColumn('project_id', 'bigint')
      .addColumn('user_id', 'bigint')
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('failure_code', 'text')
      .addColumn('parameters', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('api_call_time').on('api_call').column('answered_at').execute();
    for (const column of ['project_id', 'user_id', 'path'])
      await db.schema.createIndex(`api_call_${column}`).on('api_call').columns([column, 'id']).execute();
    // Few calls fail or are slow, and they are what is looked for.
    const partial = (name: string, column: string, least: number) =>
      db.schema.createIndex(name).on('api_call').columns(['id', column]).where(sql.ref(column), '>=', sql.lit(least)).execute();
    await partial('api_call_failed', 'status', 400);
    await partial('api_call_slow', 'took_milliseconds', 500);
  },
});
