import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the host of a feed said with its live items belongs to the feed. It stood beside the feed's schedule. */
export const validatorsOfFeeds = (): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const name of ['etag', 'last_modified']) {
      await db.schema.alterTable('feed').addColumn(name, 'text').execute();
      const value = sql`(select ${sql.ref(name)} from feed_schedule where feed_schedule.feed_id = feed.id)`;
      await sql`update feed set ${sql.ref(name)} = ${value}`.execute(db);
      await db.schema.alterTable('feed_schedule').dropColumn(name).execute();
    }
  },
});
