import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Falling boosts say up to which number all of them counts. Those that are there don't. */
export const fullBoosts = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('boost').addColumn('full_until', 'double precision').execute();
  },
});
