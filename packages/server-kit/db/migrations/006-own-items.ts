import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Items that come one by one, with the newest change of each; requests that may be sent twice; phrases that items are called by. */
export const ownItems = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const create = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'));

    await create('own_item')
      .addColumn('collection_id', 'bigint', (column) => column.notNull().references('collection.id').onDelete('cascade'))
      .addColumn('item_id', kind.sortedText as never, (column) => column.notNull())
      .addColumn('search_text', kind.sortedText as never, (column) => column.notNull())
      .addColumn('added_by', 'text', (column) => column.notNull())
      .addColumn('run', 'text')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('user_id', 'bigint')
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('before', 'text', (column) => column.notNull())
      .addColumn('after', 'text', (column) => column.notNull())
      .addUniqueConstraint('own_item_once', ['collection_id', 'item_id'])
      .execute();
    await db.schema.createIndex('own_item_changed_at').on('own_item').columns(['collection_id', 'changed_at']).execute();

    await create('api_request')
      .addColumn('request_key', 'text', (column) => column.notNull())
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('answer', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('api_request_once', ['project_id', 'request_key'])
      .execute();
    await db.schema.createIndex('api_request_created_at').on('api_request').column('created_at').execute();

    await create('phrase')
      .addColumn('collection_id', 'bigint', (column) => column.notNull().references('collection.id').onDelete('cascade'))
      .addColumn('stems', kind.sortedText as never, (column) => column.notNull())
      .addColumn('phrase', 'text', (column) => column.notNull())
      .addColumn('search_text', kind.sortedText as never, (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('item_count', 'integer', (column) => column.notNull())
      .addColumn('is_visible', 'integer', (column) => column.notNull())
      .addColumn('boost', 'double precision', (column) => column.notNull())
      .addUniqueConstraint('phrase_once', ['collection_id', 'stems'])
      .execute();
  },
});
