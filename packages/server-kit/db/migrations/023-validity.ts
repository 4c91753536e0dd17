import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rules may begin and end by themselves. What was live is in force, and stays so. */
export const validity = (): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const table of ['synonym', 'fixit', 'curation', 'boost'])
      for (const name of ['valid_from', 'valid_to']) await db.schema.alterTable(table).addColumn(name, 'bigint').execute();
    await db.schema
      .alterTable('released_row')
      .addColumn('is_in_force', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('released_row').addColumn('changes_at', 'bigint').execute();
    await sql`create index released_row_changes_at on released_row (changes_at)
      where to_number is null and changes_at is not null`.execute(db);
  },
});
