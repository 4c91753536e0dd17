import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether items with what a query doesn't want come last, by collection. */
export const lowerUnwanted = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('collection')
      .addColumn('lower_unwanted', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
});
