import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Who is mailed what visitors of a project searched for in a week; and raw queries and events are read by project, day after day. */
export const weeklyReports = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('weekly_report')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('last_monday', 'text', (column) => column.notNull())
      .addUniqueConstraint('weekly_report_once', ['project_id', 'user_id'])
      .execute();
    await db.schema.createIndex('weekly_report_user').on('weekly_report').column('user_id').execute();

    for (const table of ['shop_query', 'shop_event']) {
      await db.schema.dropIndex(`${table}_day`).execute();
      await db.schema.createIndex(`${table}_day`).on(table).columns(['day', 'project_id', 'id']).execute();
    }
  },
});
