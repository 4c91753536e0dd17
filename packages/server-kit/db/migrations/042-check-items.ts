import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Items whose places people watch, the places that they had, and what the items of a collection were checked by last. */
export const checkItems = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const ofProject = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'));
    await ofProject('check_item')
      .addColumn('search_text', kind.sortedText as never, (column) => column.notNull())
      .addColumn('unique_key', kind.sortedText as never, (column) => column.notNull())
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_by', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .addColumn('collection_id', 'bigint', (column) => column.notNull().references('collection.id').onDelete('cascade'))
      .addColumn('elastic_item_id', 'text', (column) => column.notNull())
      .addColumn('term', 'text', (column) => column.notNull())
      .addColumn('alert_above', 'integer', (column) => column.notNull())
      .addColumn('asked_at', 'bigint')
      .addUniqueConstraint('check_item_once', ['collection_id', 'unique_key'] as never)
      .execute();
    await ofProject('check_place')
      .addColumn('check_item_id', 'bigint', (column) => column.notNull().references('check_item.id').onDelete('cascade'))
      .addColumn('watched_key', kind.sortedText as never, (column) => column.notNull())
      .addColumn('checked_at', 'bigint', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('position', 'integer')
      .addColumn('total_count', 'integer', (column) => column.notNull())
      .addColumn('cause', 'text', (column) => column.notNull())
      .addColumn('release', 'integer', (column) => column.notNull())
      .execute();
    await ofProject('check_mark')
      .addColumn('collection_id', 'bigint', (column) => column.notNull().unique().references('collection.id').onDelete('cascade'))
      .addColumn('checked_at', 'bigint', (column) => column.notNull())
      .addColumn('release', 'integer', (column) => column.notNull())
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('check_item_project').on('check_item').column('project_id').execute();
    await db.schema.createIndex('check_place_item').on('check_place').columns(['check_item_id', 'id']).execute();
    for (const table of ['check_place', 'check_mark'])
      await db.schema.createIndex(`${table}_project`).on(table).column('project_id').execute();
    await sql`create index check_item_deleted_at on check_item (deleted_at) where deleted_at is not null`.execute(db);
  },
});
