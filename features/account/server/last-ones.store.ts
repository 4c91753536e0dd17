import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

interface OwnedProject {
  readonly user_id: number;
  readonly project_id: number;
  readonly name: string;
}

/** Every project needs an owner, and the server an administrator. Give the transaction that removes one. */
export const lastOnes = (db: Database) => {
  const hold = {
    /** Locks the membership of the project until the transaction ends. */
    async project({ id }: ProjectScope): Promise<void> {
      await db
        .updateTable('project')
        .set((row) => ({ created_at: row.ref('created_at') }))
        .where('id', '=', id)
        .execute();
    },

    /** In order of id, against deadlocks. */
    async projectsOf(userId: number): Promise<void> {
      const owned = db.selectFrom('member').select('project_id').where('user_id', '=', userId).where('is_owner', '=', 1);
      for (const { project_id: id } of await owned.orderBy('project_id').execute()) await hold.project({ id });
    },

    /** Locks administrators until the transaction ends. Take it before projects, against deadlocks. */
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

    /** Names of projects without another unblocked owner. */
    async onlyOwned(userId: number, project?: ProjectScope): Promise<string[]> {
      const owned = onlyOwned([userId]);
      const rows = await (project ? owned.where('project.id', '=', project.id) : owned).execute();
      return rows.map(({ name }) => name);
    },

    onlyOwnedBy: (userIds: readonly number[]): Promise<OwnedProject[]> => onlyOwned(userIds).execute(),

    async administrators(): Promise<number[]> {
      const acting = db.selectFrom('user').select('id').where('is_admin', '=', 1).where('is_blocked', '=', 0);
      return (await acting.execute()).map(({ id }) => id);
    },
  };
};
