import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When administrators last changed what an account may do, and accounts of which nothing but the name is left. */
export const managedAccounts = (): Migration => ({
  async up(db: Kysely<unknown>) {
    const user = () => db.schema.alterTable('user');
    await user()
      .addColumn('managed_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await user().addColumn('managed_by', 'bigint').execute();
    await user().addColumn('erased_at', 'bigint').execute();
  },
});
