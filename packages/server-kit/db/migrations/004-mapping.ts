import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** What owners decided about the fields of feeds, and records of feeds to show them what comes of it. */
export const mapping = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('feed')
      .addColumn('own_mapping', 'text', (column) => column.notNull().defaultTo('{"rules":[],"left_out":[]}'))
      .execute();
    await db.schema
      .createTable('feed_sample')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('feed_id', 'bigint', (column) => column.notNull().references('feed.id').onDelete('cascade'))
      .addColumn('records', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await sql`create unique index feed_sample_feed on feed_sample (feed_id)`.execute(db);
  },
});
