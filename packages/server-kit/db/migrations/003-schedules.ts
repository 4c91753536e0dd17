import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** When feeds are fetched, what their hosts said, and what the people of a project should know. */
export const schedules = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    const create = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', kind.idType, (column) =>
          kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
        );
    const ofProject = (name: string) =>
      create(name).addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'));

    await ofProject('feed_schedule')
      .addColumn('feed_id', 'bigint', (column) => column.notNull().unique().references('feed.id').onDelete('cascade'))
      .addColumn('schedule', 'text', (column) => column.notNull())
      .addColumn('schedule_time', 'text', (column) => column.notNull())
      .addColumn('next_at', 'bigint')
      .addColumn('retry_count', 'integer', (column) => column.notNull())
      .addColumn('etag', 'text')
      .addColumn('last_modified', 'text')
      .addColumn('availability_url', 'text', (column) => column.notNull())
      .addColumn('availability_minutes', 'integer', (column) => column.notNull())
      .addColumn('availability_next_at', 'bigint')
      .addColumn('availability_etag', 'text')
      .addColumn('availability_last_modified', 'text')
      .addColumn('availability_failure_count', 'integer', (column) => column.notNull())
      .addColumn('availability_result', 'text')
      .execute();

    await ofProject('message')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('about', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('failure', 'text')
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('mailed_at', 'bigint')
      .addUniqueConstraint('message_once', ['project_id', 'kind', 'about'])
      .execute();
    await create('message_dismissal')
      .addColumn('message_id', 'bigint', (column) => column.notNull().references('message.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addUniqueConstraint('message_dismissal_once', ['message_id', 'user_id'])
      .execute();

    for (const column of ['next_at', 'availability_next_at', 'project_id'])
      await sql`create index ${sql.id(`feed_schedule_${column}`)} on feed_schedule (${sql.id(column)})`.execute(db);
  },
});
