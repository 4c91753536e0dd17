import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The secret before the present one, for as long as it still works. */
export const oldSecrets = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('project').addColumn('old_secret_hash', 'text').execute();
    await db.schema.alterTable('project').addColumn('old_secret_until', 'bigint').execute();
  },
});
