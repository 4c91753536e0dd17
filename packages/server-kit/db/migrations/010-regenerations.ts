import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Runs that make waiting rules live, the last midnight of each project, and which release another one restores. */
export const regenerations = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('project').addColumn('midnight_day', 'text').execute();
    await db.schema.alterTable('release').addColumn('restored_number', 'integer').execute();
    await db.schema
      .createTable('regeneration')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('step', 'text', (column) => column.notNull())
      .addColumn('user_id', 'bigint')
      .addColumn('change_count', 'integer', (column) => column.notNull())
      .addColumn('release_number', 'integer')
      .addColumn('failure', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await sql`create unique index regeneration_once on regeneration (project_id) where finished_at is null`.execute(db);
  },
});
