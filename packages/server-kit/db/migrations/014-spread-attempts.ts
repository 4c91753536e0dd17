import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';

/** Limits on tries remember when all of them are free again, instead of how many were taken. What was counted before is forgotten. */
export const spreadAttempts = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('attempt').execute();
    await db.schema
      .createTable('attempt')
      .addColumn('id', kind.idType, (column) =>
        kind.name === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('restored_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('attempt_restored_at').on('attempt').column('restored_at').execute();
  },
});
