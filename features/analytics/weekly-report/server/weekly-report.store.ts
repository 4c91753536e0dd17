import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export const weeklyReportStore = (db: Database) => {
  const reports = () =>
    db
      .selectFrom('project')
      .select(['project.id', 'project.name', 'project.language', 'project.time_zone as timeZone', 'project.currency'])
      .where('project.deleted_at', 'is', null);

  return {
    async turnedOn(userId: number): Promise<ReadonlySet<number>> {
      const rows = await db.selectFrom('weekly_report').select('project_id').where('user_id', '=', userId).execute();
      return new Set(rows.map(({ project_id: id }) => id));
    },

    /** `lastMonday`: of this week. Keeps the value if already on. */
    async turnOn(userId: number, { id }: ProjectScope, lastMonday: string): Promise<void> {
      await db
        .insertInto('weekly_report')
        .values({ user_id: userId, project_id: id, last_monday: lastMonday })
        .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
        .execute();
    },

    async turnOff(userId: number, { id }: ProjectScope): Promise<void> {
      await db.deleteFrom('weekly_report').where('user_id', '=', userId).where('project_id', '=', id).execute();
    },

    reader: (userId: number) =>
      db.selectFrom('user').select(['email', 'language']).where('id', '=', userId).executeTakeFirstOrThrow(),

    project: ({ id }: ProjectScope) => reports().where('project.id', '=', id).executeTakeFirst(),

    before: (monday: string) =>
      reports()
        .innerJoin('weekly_report', 'weekly_report.project_id', 'project.id')
        .innerJoin('user', 'user.id', 'weekly_report.user_id')
        .select(['weekly_report.id as reportId', 'weekly_report.last_monday as lastMonday'])
        .select(['user.id as userId', 'user.email', 'user.language as userLanguage'])
        .select(['user.is_admin as isAdmin', 'user.is_blocked as isBlocked'])
        .where('weekly_report.last_monday', '<', monday)
        .orderBy('project.id')
        .orderBy('weekly_report.id')
        .execute(),

    /** Returns false if it was sent already. */
    async take(reportId: number, monday: string): Promise<boolean> {
      const taken = db.updateTable('weekly_report').set({ last_monday: monday }).where('id', '=', reportId);
      return (await taken.where('last_monday', '<', monday).returning('id').execute()).length > 0;
    },
  };
};
export type DueReport = Awaited<ReturnType<ReturnType<typeof weeklyReportStore>['before']>>[number];
