import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether somebody said if a phrase is suggested. Until now, phrases were suggested until somebody hid them. */
export const decidedPhrases = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('phrase')
      .addColumn('is_decided', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update phrase set is_decided = 1 where is_visible = 0 or boost <> 1 or source = 'added'`.execute(db);
  },
});
