import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/**
 * Which items were clicked after which terms is counted as it happens, and kept for ever: single queries and events are not. Clicks that
 * are there already are counted once. Packs of months of visitors are made anew from those of their days, in smaller parts.
 */
export const clickedItems = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const text = kind.sortedText as never;
    await db.schema
      .createTable('clicked_item')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      // Without a reference, as the rows of queries and events have none.
      .addColumn('collection_id', 'bigint', (column) => column.notNull())
      .addColumn('day', text, (column) => column.notNull())
      .addColumn('result_object', text, (column) => column.notNull())
      .addColumn('language', text, (column) => column.notNull())
      .addColumn('term', text, (column) => column.notNull())
      .addColumn('item_id', text, (column) => column.notNull())
      .addColumn('click_count', 'integer', (column) => column.notNull())
      .addColumn('position_sum', 'bigint', (column) => column.notNull())
      .addColumn('position_count', 'integer', (column) => column.notNull())
      .addUniqueConstraint('clicked_item_once', [
        'project_id',
        'collection_id',
        'day',
        'result_object',
        'language',
        'term',
        'item_id',
      ] as never)
      .execute();
    // Clicks that are still looked at are counted by those looks.
    await sql`insert into clicked_item
        (project_id, collection_id, day, result_object, language, term, item_id, click_count, position_sum, position_count)
      select shop_event.project_id, shop_event.collection_id, shop_query.day, shop_query.result_object, shop_query.language,
        shop_query.term, shop_event.item_id, count(*), coalesce(sum(shop_event.position), 0), count(shop_event.position)
      from shop_event join shop_query
        on shop_query.project_id = shop_event.project_id and shop_query.query_id = shop_event.query_id
      where shop_event.type = 'click' and shop_event.looks_left = 0
      group by shop_event.project_id, shop_event.collection_id, shop_query.day, shop_query.result_object, shop_query.language,
        shop_query.term, shop_event.item_id`.execute(db);
    for (const index of ['shop_event_query', 'shop_event_item']) await db.schema.dropIndex(index).execute();
    await sql`delete from sum_pack where cube = 'visitors' and span = 'month'`.execute(db);
  },
});
