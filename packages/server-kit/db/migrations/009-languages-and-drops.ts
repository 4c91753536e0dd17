import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** In which language people get their mails and feeds are written, and which content of a feed was dropped last. */
export const languagesAndDrops = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('user').addColumn('language', 'text').execute();
    await db.schema
      .alterTable('feed')
      .addColumn('feed_language', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('feed').addColumn('dropped_content', 'text').execute();
  },
});
