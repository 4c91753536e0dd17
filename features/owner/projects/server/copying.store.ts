import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { allGroups } from './projects.store.ts';

/** Databases limit the parameters of an insert. */
const rowsAtOnce = 500;

export const copyingStore = (db: Database) => {
  /** Without item counts. A type that waits for a build becomes the type of the copy. */
  async function copyFields(from: ProjectScope, to: ProjectScope, collections: { from: number; to: number }): Promise<void> {
    const fields = db.selectFrom('field').selectAll().where('project_id', '=', from.id).orderBy('id').limit(rowsAtOnce);
    for (let last = 0; ;) {
      const rows = await fields.where('collection_id', '=', collections.from).where('id', '>', last).execute();
      if (rows.length > 0)
        await db
          .insertInto('field')
          .values(
            rows.map(({ id: _id, temp_type: waiting, ...row }) => ({
              ...row,
              project_id: to.id,
              collection_id: collections.to,
              type: waiting ?? row.type,
              temp_type: null,
              found_count: null,
            })),
          )
          .execute();
      if (rows.length < rowsAtOnce) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  return {
    async collections(from: ProjectScope, to: ProjectScope, hasFields: boolean): Promise<number[]> {
      const made: number[] = [];
      const rows = await db.selectFrom('collection').selectAll().where('project_id', '=', from.id).orderBy('id').execute();
      for (const { id, name, relevant_rate, force_stopwords, lower_unwanted, in_stock_first, fuses_meaning, learning } of rows) {
        const settings = { relevant_rate, force_stopwords, lower_unwanted, in_stock_first, fuses_meaning, learning };
        const values = { project_id: to.id, name, ...settings, created_at: Date.now() };
        const copy = await db.insertInto('collection').values(values).returning('id').executeTakeFirstOrThrow();
        if (hasFields) await copyFields(from, to, { from: id, to: copy.id });
        made.push(copy.id);
      }
      return made;
    },

    async shopCalls(from: ProjectScope, to: ProjectScope): Promise<void> {
      const settings = db.selectFrom('project').select(['currency', 'visitor_calls_per_second', 'project_calls_per_second']);
      const own = await settings.where('id', '=', from.id).executeTakeFirstOrThrow();
      await db.updateTable('project').set(own).where('id', '=', to.id).returning('id').execute();
      const rows = await db.selectFrom('endpoint_caching').selectAll().where('project_id', '=', from.id).execute();
      const copies = rows.map(({ id: _id, ...row }) => ({ ...row, project_id: to.id }));
      if (copies.length > 0) await db.insertInto('endpoint_caching').values(copies).execute();
    },

    /** Its looks; who sees it is each shop's own. */
    async plugin(from: ProjectScope, to: ProjectScope): Promise<void> {
      const own = await db.selectFrom('plugin').select('settings').where('project_id', '=', from.id).executeTakeFirst();
      if (own)
        await db
          .insertInto('plugin')
          .values({ project_id: to.id, ...own })
          .execute();
    },

    async feeds(
      from: ProjectScope,
      to: ProjectScope,
      isCopied: (address: string) => boolean,
    ): Promise<{ readonly id: number; readonly isActive: boolean }[]> {
      const namesakes = await db
        .selectFrom('collection')
        .innerJoin('collection as copy', 'copy.name', 'collection.name')
        .where('collection.project_id', '=', from.id)
        .where('copy.project_id', '=', to.id)
        .select(['collection.id', 'copy.id as copied'])
        .execute();
      const collectionIds = new Map(namesakes.map(({ id, copied }) => [id, copied]));
      const feeds = await db.selectFrom('feed').selectAll().where('project_id', '=', from.id).orderBy('id').execute();
      const unread = { need_import: 0, item_count: 0, etag: null, last_modified: null, created_at: Date.now() };
      const made: { id: number; isActive: boolean }[] = [];
      for (const { id, ...feed } of feeds) {
        const collection_id = collectionIds.get(feed.collection_id);
        if (collection_id === undefined || !isCopied(feed.feed_url)) continue;
        const values = { ...feed, ...unread, collection_id, project_id: to.id };
        const copy = await db.insertInto('feed').values(values).returning('id').executeTakeFirstOrThrow();
        made.push({ id: copy.id, isActive: feed.activated === 1 });
        const schedule = await db
          .selectFrom('feed_schedule')
          .select(['schedule', 'schedule_time', 'availability_url', 'availability_minutes'])
          .where('feed_id', '=', id)
          .executeTakeFirst();
        const unplanned = { next_at: null, retry_count: 0, availability_failure_count: 0 };
        if (schedule)
          await db
            .insertInto('feed_schedule')
            .values({ ...schedule, ...unplanned, feed_id: copy.id, project_id: to.id })
            .execute();
      }
      return made;
    },

    /** Former owners get all groups. */
    async users(from: ProjectScope, to: ProjectScope, ownerId: number): Promise<void> {
      const members = db.selectFrom('member').selectAll().where('project_id', '=', from.id).where('user_id', '!=', ownerId);
      const rows = await members.where('is_blocked', '=', 0).execute();
      const copies = rows.map(({ user_id, is_owner: isOwner, user_groups: groups }) => ({
        project_id: to.id,
        user_id,
        is_owner: 0 as const,
        user_groups: isOwner === 1 ? allGroups : groups,
        joined_at: Date.now(),
        invited_by: ownerId,
      }));
      if (copies.length > 0) await db.insertInto('member').values(copies).execute();
    },

    async feedSettings(from: ProjectScope, to: ProjectScope, feedId: number): Promise<void> {
      const first = await db
        .selectFrom('feed')
        .innerJoin('feed_schedule', 'feed_schedule.feed_id', 'feed.id')
        .select(['feed.guard', 'feed.activated'])
        .select(['feed_schedule.schedule', 'feed_schedule.schedule_time', 'feed_schedule.availability_minutes'])
        .where('feed.project_id', '=', from.id)
        .orderBy('feed.id')
        .executeTakeFirst();
      if (!first) return;
      const { guard, activated, ...schedule } = first;
      await db.updateTable('feed').set({ guard, activated }).where('project_id', '=', to.id).where('id', '=', feedId).execute();
      const own = db.updateTable('feed_schedule').set(schedule).where('project_id', '=', to.id);
      await own.where('feed_id', '=', feedId).execute();
    },
  };
};
