import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** More flags of fields, and the runs that build a collection anew. */
export const collectionsAndSchema = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const flag = (name: string, value: 0 | 1) =>
      db.schema
        .alterTable('field')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(value))
        .execute();
    await flag('autocomplete', 1);
    await flag('custom_data', 0);
    await db.schema.alterTable('field').addColumn('temp_type', 'text').execute();
    await db.schema.alterTable('field').addColumn('found_count', 'integer').execute();

    await db.schema
      .createTable('recreation')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('collection_id', 'bigint', (column) => column.notNull().references('collection.id').onDelete('cascade'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('built_count', 'integer', (column) => column.notNull())
      .addColumn('total_count', 'integer', (column) => column.notNull())
      .addColumn('failure', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('finished_at', 'bigint')
      .execute();
    await sql`create unique index recreation_once on recreation (collection_id) where finished_at is null`.execute(db);
    await db.schema.createIndex('recreation_collection_id').on('recreation').column('collection_id').execute();
    await db.schema.createIndex('field_collection_id').on('field').column('collection_id').execute();
  },
});
