import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Items that come first for queries of a collection, and items that never come. */
export const curations = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const sorted = kind.sortedText as never;
    await db.schema
      .createTable('curation')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('collection_id', 'bigint', (column) => column.notNull().references('collection.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('queries', 'text', (column) => column.notNull())
      .addColumn('promoted', 'text', (column) => column.notNull())
      .addColumn('hidden', 'text', (column) => column.notNull())
      .addColumn('search_text', sorted, (column) => column.notNull())
      .addColumn('unique_key', sorted, (column) => column.notNull())
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_by', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .addUniqueConstraint('curation_once', ['collection_id', 'unique_key'] as never)
      .execute();
    await db.schema.createIndex('curation_project').on('curation').column('project_id').execute();
    await sql`create index curation_deleted_at on curation (deleted_at) where deleted_at is not null`.execute(db);
  },
});
