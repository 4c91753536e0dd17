import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** How the plugin looks in the shop of a project, who sees it before customers do, and where it was seen last. */
export const plugin = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('plugin')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().unique().references('project.id').onDelete('cascade'))
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint')
      .addColumn('updated_by', 'bigint')
      .addColumn('preview_round', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('preview_until', 'bigint')
      .addColumn('live_since', 'bigint')
      .addColumn('seen_host', 'text')
      .addColumn('seen_at', 'bigint')
      .execute();
  },
});
