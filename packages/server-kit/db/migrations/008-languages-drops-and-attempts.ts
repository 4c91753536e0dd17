import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/**
 * In which language people get their mails and feeds are written, which content of a feed was dropped last, and how often somebody has
 * tried what is limited.
 */
export const languagesDropsAndAttempts = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('user').addColumn('language', 'text').execute();
    await db.schema
      .alterTable('feed')
      .addColumn('feed_language', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('feed').addColumn('dropped_content', 'text').execute();

    await db.schema
      .createTable('attempt')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('attempt_ends_at').on('attempt').column('ends_at').execute();
  },
});
