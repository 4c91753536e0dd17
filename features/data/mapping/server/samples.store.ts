import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

interface SampledRecord {
  readonly position: number;
  readonly fields: Readonly<Record<string, string | number | boolean | readonly string[] | readonly number[]>>;
}

export interface FeedSamples {
  readonly records: readonly SampledRecord[];
  readonly sampledAt: number;
}

export const sampleStore = (db: Database) => ({
  async keep(project: ProjectScope, feedId: number, records: readonly SampledRecord[]): Promise<void> {
    const row = { records: JSON.stringify(records), created_at: Date.now() };
    await db
      .insertInto('feed_sample')
      .values({ ...row, project_id: project.id, feed_id: feedId })
      .onConflict((conflict) => conflict.column('feed_id').doUpdateSet(row))
      .execute();
  },

  async find(project: ProjectScope, feedId: number): Promise<FeedSamples | null> {
    const row = await db
      .selectFrom('feed_sample')
      .select(['id', 'records', 'created_at'])
      .where('project_id', '=', project.id)
      .where('feed_id', '=', feedId)
      .executeTakeFirst();
    return row
      ? { records: jsonOf<SampledRecord[]>(row.records, [], 'feed_sample.records', row.id), sampledAt: row.created_at }
      : null;
  },
});
