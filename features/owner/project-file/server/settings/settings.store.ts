import type { Selectable } from 'kysely';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema, StoredAddress } from '#server/db/schema.ts';

export interface FeedWithSchedule extends Selectable<Schema['feed']> {
  /** null for a feed without a schedule. */
  readonly schedule: string | null;
  readonly schedule_time: string | null;
  readonly availability_url: StoredAddress | null;
  readonly availability_minutes: number | null;
}

export const settingsStore = (db: Database) => ({
  project: async ({ id }: ProjectScope) =>
    db
      .selectFrom('project')
      .select(['id', 'name', 'url', 'language', 'time_zone', 'currency', 'type', 'data_source'])
      .select(['visitor_calls_per_second', 'project_calls_per_second'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),

  async setDataSource({ id }: ProjectScope, data_source: string): Promise<void> {
    await db.updateTable('project').set({ data_source }).where('id', '=', id).returning('id').execute();
  },

  /** Drafts of the relevance that began before are refused as conflicts. */
  async noteRelevance({ id, collectionId }: CollectionScope, userId: number | null, at: number): Promise<void> {
    await db
      .updateTable('collection')
      .set({ relevance_updated_at: at, relevance_updated_by: userId })
      .where('project_id', '=', id)
      .where('id', '=', collectionId)
      .returning('id')
      .execute();
  },

  feeds: async ({ id, collectionId }: CollectionScope): Promise<FeedWithSchedule[]> =>
    db
      .selectFrom('feed')
      .leftJoin('feed_schedule', 'feed_schedule.feed_id', 'feed.id')
      .selectAll('feed')
      .select([
        'feed_schedule.schedule',
        'feed_schedule.schedule_time',
        'feed_schedule.availability_url',
        'feed_schedule.availability_minutes',
      ])
      .where('feed.project_id', '=', id)
      .where('feed.collection_id', '=', collectionId)
      .orderBy('feed.id')
      .execute(),
});
