import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

interface OwnedProject {
  readonly user_id: number;
  readonly project_id: number;
  readonly name: string;
}

/** A project needs somebody who owns it, and the server an administrator. Give the transaction that takes one of them away. */
export const lastOnes = (db: Database) => {
  const hold = {
    /** Until the transaction ends, whoever else changes who is in the project waits. */
    async project({ id }: ProjectScope): Promise<void> {
      await db
        .updateTable('project')
        .set((row) => ({ created_at: row.ref('created_at') }))
        .where('id', '=', id)
        .execute();
    },

    /** As `project`, for every project that somebody owns: one by one in one order, so that nobody waits for somebody who waits for them. */
    async projectsOf(userId: number): Promise<void> {
      const owned = db.selectFrom('member').select('project_id').where('user_id', '=', userId).where('is_owner', '=', 1);
      for (const { project_id: id } of await owned.orderBy('project_id').execute()) await hold.project({ id });
    },

    /** Until the transaction ends, whoever else changes who administers the server waits. It comes before projects. */
    async administrators(): Promise<void> {
      await db
        .updateTable('user')
        .set((row) => ({ is_first: row.ref('is_first') }))
        .where('is_first', '=', 1)
        .execute();
    },
  };

  const onlyOwned = (userIds: readonly number[]) =>
    db
      .selectFrom('member')
      .innerJoin('project', 'project.id', 'member.project_id')
      .select(['member.user_id', 'member.project_id', 'project.name'])
      .where('member.user_id', 'in', userIds)
      .where('member.is_owner', '=', 1)
      .where('project.deleted_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('member as other')
              .innerJoin('user', 'user.id', 'other.user_id')
              .select('other.id')
              .whereRef('other.project_id', '=', 'member.project_id')
              .whereRef('other.user_id', '!=', 'member.user_id')
              .where('other.is_owner', '=', 1)
              .where('other.is_blocked', '=', 0)
              .where('user.is_blocked', '=', 0),
          ),
        ),
      )
      .orderBy('project.name');

  return {
    hold,

    /** The names of projects that nobody else owns who can act: neither their account nor their membership is blocked. */
    async onlyOwned(userId: number, project?: ProjectScope): Promise<string[]> {
      const owned = onlyOwned([userId]);
      const rows = await (project ? owned.where('project.id', '=', project.id) : owned).execute();
      return rows.map(({ name }) => name);
    },

    /** As `onlyOwned`, of several people; there is at least one. */
    onlyOwnedBy: (userIds: readonly number[]): Promise<OwnedProject[]> => onlyOwned(userIds).execute(),

    /** Administrators who can act. */
    async administrators(): Promise<number[]> {
      const acting = db.selectFrom('user').select('id').where('is_admin', '=', 1).where('is_blocked', '=', 0);
      return (await acting.execute()).map(({ id }) => id);
    },
  };
};
