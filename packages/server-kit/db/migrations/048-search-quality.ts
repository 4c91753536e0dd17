import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** How good the order of results was, week by week, as it can be told from clicks that are gone later. */
export const searchQuality = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('search_quality')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      // Without a reference, as the queries that it is of have none.
      .addColumn('collection_id', 'bigint', (column) => column.notNull())
      .addColumn('language', kind.sortedText as never, (column) => column.notNull())
      .addColumn('week', kind.sortedText as never, (column) => column.notNull())
      .addColumn('judged_at', 'bigint', (column) => column.notNull())
      .addColumn('clicked_count', 'integer', (column) => column.notNull())
      .addColumn('queries', 'integer', (column) => column.notNull())
      .addColumn('w', 'double precision', (column) => column.notNull())
      .addColumn('wx', 'double precision', (column) => column.notNull())
      .addColumn('ww', 'double precision', (column) => column.notNull())
      .addColumn('wwx', 'double precision', (column) => column.notNull())
      .addColumn('wwxx', 'double precision', (column) => column.notNull())
      .addUniqueConstraint('search_quality_once', ['project_id', 'week', 'collection_id', 'language'] as never)
      .execute();
  },
});
