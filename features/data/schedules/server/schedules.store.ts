import { type Selectable, sql } from 'kysely';
import {
  defaultAvailabilityMinutes,
  defaultSchedule,
  defaultScheduleTime,
  type Schedule,
} from '#features/data/schedules/schedules.contract.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema, StoredAddress } from '#server/db/schema.ts';

type ScheduleRow = Selectable<Schema['feed_schedule']>;

export interface ScheduledFeed extends Omit<ScheduleRow, 'schedule'> {
  readonly schedule: Schedule;
  readonly activated: 0 | 1;
  readonly is_fetched: boolean;
  readonly time_zone: string;
}

const noAddress = '' as StoredAddress;

const unplanned = {
  schedule: defaultSchedule,
  schedule_time: defaultScheduleTime,
  retry_count: 0,
  availability_url: noAddress,
  availability_minutes: defaultAvailabilityMinutes,
  availability_failure_count: 0,
} as const;

const isFetched = sql<boolean>`feed.feed_url like 'http%'`;

export const scheduleStore = (db: Database) => {
  const scheduled = () =>
    db
      .selectFrom('feed_schedule')
      .innerJoin('feed', 'feed.id', 'feed_schedule.feed_id')
      .innerJoin('project', 'project.id', 'feed_schedule.project_id')
      .selectAll('feed_schedule')
      .select(['feed.activated', 'feed.feed_url', 'project.time_zone'])
      .where('project.deleted_at', 'is', null)
      .orderBy('feed_schedule.feed_id');

  const acting = () => scheduled().where('feed.activated', '=', 1).where('project.is_active', '=', 1);

  const complete = (rows: readonly (ScheduleRow & { activated: 0 | 1; feed_url: string; time_zone: string })[]) =>
    rows.map(({ feed_url: url, ...row }): ScheduledFeed => {
      return { ...row, schedule: row.schedule as Schedule, is_fetched: url.startsWith('http') };
    });

  return {
    /** Adds missing schedules. */
    async addMissing(): Promise<void> {
      const known = db.selectFrom('feed_schedule').select('feed_id');
      const without = await db.selectFrom('feed').select(['id', 'project_id']).where('id', 'not in', known).execute();
      for (const { id, project_id: projectId } of without)
        await db
          .insertInto('feed_schedule')
          .values({ ...unplanned, feed_id: id, project_id: projectId })
          .onConflict((conflict) => conflict.column('feed_id').doNothing())
          .execute();
    },

    async insert(project: ProjectScope, feedId: number, availabilityUrl: StoredAddress): Promise<void> {
      const availability = { availability_url: availabilityUrl, availability_next_at: Date.now() };
      const row = { ...unplanned, ...availability, feed_id: feedId, project_id: project.id };
      await db.insertInto('feed_schedule').values(row).execute();
    },

    async list(project: ProjectScope): Promise<ScheduledFeed[]> {
      return complete(await scheduled().where('feed_schedule.project_id', '=', project.id).execute());
    },

    async find(project: ProjectScope, feedId: number): Promise<ScheduledFeed | null> {
      const ofFeed = scheduled().where('feed_schedule.project_id', '=', project.id).where('feed_id', '=', feedId);
      return complete(await ofFeed.execute())[0] ?? null;
    },

    async due(now: number): Promise<ScheduledFeed[]> {
      const active = acting().where(isFetched);
      return complete(await active.where((is) => is.or([is('next_at', 'is', null), is('next_at', '<=', now)])).execute());
    },

    async dueAvailability(now: number): Promise<ScheduledFeed[]> {
      const active = acting().where('availability_url', '!=', noAddress);
      return complete(await active.where('availability_next_at', '<=', now).execute());
    },

    async moveAvailability({ id, availability_next_at: from }: ScheduledFeed, to: number): Promise<boolean> {
      const ours = db.updateTable('feed_schedule').set({ availability_next_at: to }).where('id', '=', id);
      return (await ours.where('availability_next_at', '=', from).returning('id').execute()).length > 0;
    },

    /** Answers false when another server moved it first. */
    async move({ id, next_at: from }: Pick<ScheduledFeed, 'id' | 'next_at'>, to: number): Promise<boolean> {
      const ours = db.updateTable('feed_schedule').set({ next_at: to }).where('id', '=', id);
      const unmoved = from === null ? ours.where('next_at', 'is', null) : ours.where('next_at', '=', from);
      return (await unmoved.returning('id').execute()).length > 0;
    },

    /** After the time zone changed. */
    async replanDaily(project: ProjectScope): Promise<void> {
      const daily = db.updateTable('feed_schedule').set({ next_at: null, retry_count: 0 }).where('project_id', '=', project.id);
      await daily.where('schedule', '=', 'daily').execute();
    },

    async activate(project: ProjectScope, feedId: number, isActive: boolean): Promise<void> {
      const feed = db.updateTable('feed').set({ activated: isActive ? 1 : 0 });
      await feed.where('project_id', '=', project.id).where('id', '=', feedId).execute();
    },

    async update(project: ProjectScope, feedId: number, columns: Partial<Omit<ScheduleRow, 'id'>>): Promise<void> {
      await db
        .updateTable('feed_schedule')
        .set(columns)
        .where('project_id', '=', project.id)
        .where('feed_id', '=', feedId)
        .execute();
    },
  };
};
