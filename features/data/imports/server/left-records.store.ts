import { heldOf } from './import-report.store.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** Which imports still need what they have built. */
export const builtImportStore = (db: Database) => ({
  /** The generations that wait for somebody to publish them, of one feed or of all. */
  async waiting(feedId?: number): Promise<Set<string>> {
    const held = db.selectFrom('import').select(['id', 'held']).where('held', 'is not', null);
    const rows = await (feedId === undefined ? held : held.where('feed_id', '=', feedId)).execute();
    return new Set(rows.flatMap((row) => heldOf(row)?.generation ?? []));
  },

  /** The feeds that are imported, or about to be. */
  async busyFeeds(): Promise<Set<number>> {
    const rows = await db.selectFrom('import').select('feed_id').where('finished_at', 'is', null).execute();
    return new Set(rows.map((row) => row.feed_id));
  },

  /** Whether a feed has an import under way besides this one. */
  async hasOther(feedId: number, importId: number): Promise<boolean> {
    const others = db.selectFrom('import').select('id').where('feed_id', '=', feedId).where('id', '!=', importId);
    return (await others.where('finished_at', 'is', null).executeTakeFirst()) !== undefined;
  },
});
