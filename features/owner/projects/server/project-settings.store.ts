import { dayOf } from '#contract/days.ts';
import type { ProjectSettings } from '#features/owner/projects/project-settings.contract.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

export const projectSettingsStore = (db: Database) => ({
  async version({ id }: ProjectScope) {
    const { created_at, updated_at, person, surname, ...saved } = await db
      .selectFrom('project')
      .leftJoin('user', 'user.id', 'project.updated_by')
      .select(['project.language', 'project.time_zone', 'project.created_at', 'project.updated_at'])
      .select(['user.name as person', 'user.surname'])
      .where('project.id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...saved, at: updated_at ?? created_at, by: person === null ? null : `${person} ${surname ?? ''}`.trim() };
  },

  async update(
    { id }: ProjectScope,
    settings: Partial<ProjectSettings>,
    author: { userId: number | null; at: number },
  ): Promise<void> {
    const { active, ...columns } = settings;
    await db
      .updateTable('project')
      .set({
        ...columns,
        ...(active !== undefined && { is_active: active ? 1 : 0 }),
        updated_at: author.at,
        updated_by: author.userId,
      })
      .where('id', '=', id)
      .execute();
  },

  /** Midnight of the current day in the new time zone has passed. */
  async beginDay({ id }: ProjectScope, timeZone: string, now: number): Promise<void> {
    await db
      .updateTable('project')
      .set({ midnight_day: dayOf(now, timeZone) })
      .where('id', '=', id)
      .execute();
  },
});
