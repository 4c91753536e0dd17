import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Phrases are kept as other rows are. Their stems have always kept them apart within a collection. */
export const keptPhrases = (): Migration => ({
  async up(db: Kysely<unknown>) {
    const now = Date.now();
    await db.schema.alterTable('phrase').renameColumn('stems', 'unique_key').execute();
    for (const [name, type, value] of [
      ['is_active', 'integer', 1],
      ['created_at', 'bigint', 0],
      ['updated_at', 'bigint', 0],
    ] as const)
      await db.schema
        .alterTable('phrase')
        .addColumn(name, type, (column) => column.notNull().defaultTo(value))
        .execute();
    await sql`update phrase set created_at = ${now}, updated_at = ${now}`.execute(db);
    await db.schema.alterTable('phrase').addColumn('updated_by', 'bigint').execute();
    await db.schema.alterTable('phrase').addColumn('deleted_at', 'bigint').execute();
    await sql`create index phrase_deleted_at on phrase (deleted_at) where deleted_at is not null`.execute(db);
  },
});
