import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** What administrators tell everybody on the server, one thing at a time. */
export const announcements = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const create = (table: string) =>
      db.schema
        .createTable(table)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        );
    await create('announcement')
      .addColumn('is_current', 'integer', (column) => column.notNull().unique())
      .addColumn('text_en', 'text', (column) => column.notNull())
      .addColumn('text_cs', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await create('announcement_dismissal')
      .addColumn('announcement_id', 'bigint', (column) => column.notNull().references('announcement.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addUniqueConstraint('announcement_dismissal_once', ['announcement_id', 'user_id'])
      .execute();
  },
});
