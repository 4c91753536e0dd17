import { heldOf } from './import-report.store.ts';
import type { Database } from '#server/db/schema.ts';

export const builtImportStore = (db: Database) => ({
  async waiting(feedId?: number): Promise<Set<string>> {
    const held = db.selectFrom('import').select(['id', 'held']).where('held', 'is not', null);
    const rows = await (feedId === undefined ? held : held.where('feed_id', '=', feedId)).execute();
    return new Set(rows.flatMap((row) => heldOf(row)?.generation ?? []));
  },

  async busyFeeds(): Promise<Set<number>> {
    const rows = await db.selectFrom('import').select('feed_id').where('finished_at', 'is', null).execute();
    return new Set(rows.map((row) => row.feed_id));
  },

  async hasOther(feedId: number, importId: number): Promise<boolean> {
    const others = db.selectFrom('import').select('id').where('feed_id', '=', feedId).where('id', '!=', importId);
    return (await others.where('finished_at', 'is', null).executeTakeFirst()) !== undefined;
  },
});
