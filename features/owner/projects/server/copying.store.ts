import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

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
    async collections(from: ProjectScope, to: ProjectScope): Promise<number[]> {
      const made: number[] = [];
      const rows = await db.selectFrom('collection').selectAll().where('project_id', '=', from.id).orderBy('id').execute();
      for (const { id, name, relevant_rate, force_stopwords, lower_unwanted } of rows) {
        const settings = { relevant_rate, force_stopwords, lower_unwanted };
        const values = { project_id: to.id, name, ...settings, created_at: Date.now() };
        const copy = await db.insertInto('collection').values(values).returning('id').executeTakeFirstOrThrow();
        await copyFields(from, to, { from: id, to: copy.id });
        made.push(copy.id);
      }
      return made;
    },

    async shopCalls(from: ProjectScope, to: ProjectScope): Promise<void> {
      const rates = db.selectFrom('project').select(['visitor_calls_per_second', 'project_calls_per_second']);
      const own = await rates.where('id', '=', from.id).executeTakeFirstOrThrow();
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
