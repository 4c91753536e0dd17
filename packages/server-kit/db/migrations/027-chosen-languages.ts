import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The language of the console is the person's, not the browser's. */
export const chosenLanguages = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('user').addColumn('console_language', 'text').execute();
  },
});
