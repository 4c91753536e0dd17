import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Terms that replace queries, and how often rows of any kind changed the searches of whom. */
export const fixits = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const ofProject = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'));

    await ofProject('fixit')
      .addColumn('term', 'text', (column) => column.notNull())
      .addColumn('is_regexp', 'integer', (column) => column.notNull())
      .addColumn('catalog_term', 'text', (column) => column.notNull())
      .addColumn('search_text', kind.sortedText as never, (column) => column.notNull())
      .addColumn('unique_key', kind.sortedText as never, (column) => column.notNull())
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_by', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema.createIndex('fixit_once').unique().on('fixit').columns(['project_id', 'unique_key']).execute();
    await sql`create index fixit_deleted_at on fixit (deleted_at) where deleted_at is not null`.execute(db);

    await ofProject('rule_use')
      .addColumn('stage', 'text', (column) => column.notNull())
      .addColumn('row_id', 'bigint', (column) => column.notNull())
      .addColumn('day', kind.sortedText as never, (column) => column.notNull())
      .addColumn('visitor', 'text', (column) => column.notNull())
      .addColumn('use_count', 'integer', (column) => column.notNull())
      .addUniqueConstraint('rule_use_once', ['stage', 'row_id', 'day', 'visitor'])
      .execute();
    await db.schema.createIndex('rule_use_day').on('rule_use').column('day').execute();
    await db.schema.createIndex('rule_use_project').on('rule_use').column('project_id').execute();
  },
});
