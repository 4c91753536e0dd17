import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** All groups. */
const allGroups = '[1,2,3,4,5]';

export const ownershipStore = (db: Database) => {
  const member = ({ id }: ProjectScope, userId: number) =>
    db.updateTable('member').where('project_id', '=', id).where('user_id', '=', userId);

  return {
    /** Locks the membership of the project until the transaction ends. */
    async hold({ id }: ProjectScope): Promise<void> {
      const own = db.updateTable('project').set((row) => ({ created_at: row.ref('created_at') }));
      await own.where('id', '=', id).where('deleted_at', 'is', null).execute();
    },

    async isOwner({ id }: ProjectScope, userId: number): Promise<boolean> {
      const owner = db.selectFrom('member').select('id').where('project_id', '=', id).where('user_id', '=', userId);
      return (await owner.where('is_owner', '=', 1).where('is_blocked', '=', 0).executeTakeFirst()) !== undefined;
    },

    candidate: ({ id }: ProjectScope, userId: number) =>
      db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.user_id')
        .select(['user.id', 'user.name', 'user.surname', 'user.email', 'user.language', 'user.is_admin', 'member.is_owner'])
        .where('member.project_id', '=', id)
        .where('user.id', '=', userId)
        .where('member.is_blocked', '=', 0)
        .where('user.is_blocked', '=', 0)
        .executeTakeFirst(),

    person: (userId: number) =>
      db.selectFrom('user').select(['name', 'surname', 'email', 'language']).where('id', '=', userId).executeTakeFirstOrThrow(),

    async give(project: ProjectScope, userId: number): Promise<void> {
      await member(project, userId).set({ is_owner: 1 }).execute();
    },

    async takeBack(project: ProjectScope, userId: number): Promise<void> {
      await member(project, userId).set({ is_owner: 0, user_groups: allGroups }).execute();
    },

    async leave({ id }: ProjectScope, userId: number): Promise<void> {
      await db.deleteFrom('member').where('project_id', '=', id).where('user_id', '=', userId).execute();
    },
  };
};
