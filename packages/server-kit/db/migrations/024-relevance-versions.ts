import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the relevance of a collection was saved last, and by whom. */
export const relevanceVersions = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('collection').addColumn('relevance_updated_at', 'bigint').execute();
    await db.schema.alterTable('collection').addColumn('relevance_updated_by', 'bigint').execute();
  },
});
