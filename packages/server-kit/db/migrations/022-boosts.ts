import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Boosts of collections, and what is the same for all boosts of one. */
export const boosts = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const ofCollection = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
        .addColumn('collection_id', 'bigint', (column) => column.notNull().references('collection.id').onDelete('cascade'))
        .addColumn('search_text', kind.sortedText as never, (column) => column.notNull())
        .addColumn('unique_key', kind.sortedText as never, (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_by', 'bigint')
        .addColumn('deleted_at', 'bigint');
    await ofCollection('boost')
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('based', 'text', (column) => column.notNull())
      .addColumn('function', 'text', (column) => column.notNull())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('boost', 'double precision', (column) => column.notNull())
      .execute();
    await ofCollection('boost_setting')
      .addColumn('overrides_relevance', 'integer', (column) => column.notNull())
      .execute();
    for (const table of ['boost', 'boost_setting']) {
      await db.schema.createIndex(`${table}_project`).on(table).column('project_id').execute();
      await db.schema.createIndex(`${table}_collection`).on(table).column('collection_id').execute();
      await sql`create index ${sql.ref(`${table}_deleted_at`)} on ${sql.table(table)} (deleted_at) where deleted_at is not null`.execute(
        db,
      );
    }
  },
});
