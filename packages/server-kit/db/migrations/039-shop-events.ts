import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** What visitors of shops did with items, event by event, and how often on which day. */
export const shopEvents = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        )
        .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
        // Without a reference: what was done in a collection outlives it, and never fails to be written because it is gone.
        .addColumn('collection_id', 'bigint', (column) => column.notNull())
        .addColumn('day', kind.sortedText as never, (column) => column.notNull())
        .addColumn('type', kind.sortedText as never, (column) => column.notNull())
        .addColumn('item_id', kind.sortedText as never, (column) => column.notNull());
    await table('shop_event')
      .addColumn('event_id', kind.sortedText as never, (column) => column.notNull())
      .addColumn('happened_at', 'bigint', (column) => column.notNull())
      .addColumn('query_id', 'text')
      .addColumn('position', 'integer')
      .addColumn('quantity', 'integer')
      .addColumn('price', 'double precision')
      .addColumn('currency', 'text')
      .addColumn('visitor', 'text', (column) => column.notNull())
      .addUniqueConstraint('shop_event_once', ['project_id', 'event_id'])
      .execute();
    await db.schema.createIndex('shop_event_day').on('shop_event').column('day').execute();
    await table('item_event')
      .addColumn('event_count', 'integer', (column) => column.notNull())
      .addUniqueConstraint('item_event_once', ['project_id', 'collection_id', 'day', 'type', 'item_id'])
      .execute();
    await db.schema.createIndex('item_event_day').on('item_event').column('day').execute();
  },
});
