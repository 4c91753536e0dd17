import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Boosts by number fall, too. Those that are there rise. */
export const boostDirections = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('boost')
      .addColumn('direction', 'text', (column) => column.notNull().defaultTo('rising'))
      .execute();
  },
});
