import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** What answers to shops hold, by collection and kind of answer, and the columns under the search box of a project. */
export const resultSettings = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const ofProject = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
        .addColumn('search_text', kind.sortedText as never, (column) => column.notNull())
        .addColumn('unique_key', kind.sortedText as never, (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_by', 'bigint')
        .addColumn('deleted_at', 'bigint');
    await ofProject('result_setting')
      .addColumn('collection_id', 'bigint', (column) => column.notNull().references('collection.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('results', 'text', (column) => column.notNull())
      .addColumn('per_page', 'integer')
      .addColumn('sort', 'text', (column) => column.notNull())
      .addColumn('facets', 'text', (column) => column.notNull())
      .addColumn('path_field', 'text')
      .addColumn('path_sorts', 'text', (column) => column.notNull())
      .addUniqueConstraint('result_setting_once', ['collection_id', 'unique_key'] as never)
      .execute();
    await ofProject('autocomplete_panel')
      .addColumn('columns', 'text', (column) => column.notNull())
      .addUniqueConstraint('autocomplete_panel_once', ['project_id', 'unique_key'] as never)
      .execute();
    await db.schema.createIndex('result_setting_project').on('result_setting').column('project_id').execute();
    for (const table of ['result_setting', 'autocomplete_panel'])
      await sql`create index ${sql.ref(`${table}_deleted_at`)} on ${sql.table(table)} (deleted_at) where deleted_at is not null`.execute(
        db,
      );
  },
});
