import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Whose uploaded files are kept. */
export const uploads = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('upload')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      // Without references: the file has to be deleted before its row.
      .addColumn('user_id', 'bigint')
      .addColumn('project_id', 'bigint')
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('upload_user_id').on('upload').column('user_id').execute();
    await db.schema.createIndex('upload_project_id').on('upload').column('project_id').execute();
  },
});
