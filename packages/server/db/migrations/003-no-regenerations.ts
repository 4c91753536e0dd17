import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Waiting changes go live within the call that asks for it, so no run is stored. */
export const noRegenerations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('regeneration').execute();
  },
};
