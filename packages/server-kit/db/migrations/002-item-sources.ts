import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Several feeds fill a collection, imports tell what they change, and those that would harm are held. */
export const itemSources = (): Migration => ({
  async up(db: Kysely<unknown>) {
    const feed = () => db.schema.alterTable('feed');
    await feed()
      .addColumn('guard', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
    await feed()
      .addColumn('item_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    for (const name of ['counts', 'report', 'held']) await db.schema.alterTable('import').addColumn(name, 'text').execute();
    await sql`
      update feed set item_count = coalesce((
        select imported_count from import where import.feed_id = feed.id and state = 'done' order by id desc limit 1
      ), 0)`.execute(db);
  },
});
