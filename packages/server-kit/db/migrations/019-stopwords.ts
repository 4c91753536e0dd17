import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Words that are left out of queries. */
export const stopwords = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const sorted = kind.sortedText as never;
    await db.schema
      .createTable('stopword')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('search_text', sorted, (column) => column.notNull())
      .addColumn('unique_key', sorted, (column) => column.notNull())
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_by', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .addUniqueConstraint('stopword_once', ['project_id', 'unique_key'] as never)
      .execute();
    await sql`create index stopword_deleted_at on stopword (deleted_at) where deleted_at is not null`.execute(db);
  },
});
