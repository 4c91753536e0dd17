import type { Database } from '#server/db/schema.ts';

/** What somebody is in a project. */
export interface Place {
  readonly isOwner: boolean;
  readonly userGroups: readonly number[];
}

/** What groups of the provider give and take. */
export const grantStore = (db: Database) => ({
  async setAdministrator(userId: number, isAdmin: boolean): Promise<void> {
    await db
      .updateTable('user')
      .set({ is_admin: isAdmin ? 1 : 0 })
      .where('id', '=', userId)
      .execute();
  },

  async isProject(id: number): Promise<boolean> {
    const projects = db.selectFrom('project').select('id').where('id', '=', id).where('deleted_at', 'is', null);
    return (await projects.executeTakeFirst()) !== undefined;
  },

  async owns(userId: number, projectId: number): Promise<boolean> {
    const places = db.selectFrom('member').select('is_owner').where('user_id', '=', userId).where('project_id', '=', projectId);
    return (await places.executeTakeFirst())?.is_owner === 1;
  },

  /** Somebody who is blocked in the project stays so. */
  async place(userId: number, projectId: number, { isOwner, userGroups }: Place): Promise<void> {
    const given = { is_owner: isOwner ? (1 as const) : (0 as const), user_groups: JSON.stringify(userGroups) };
    await db
      .insertInto('member')
      .values({ user_id: userId, project_id: projectId, ...given, joined_at: Date.now() })
      .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet(given))
      .execute();
  },

  async remove(userId: number, projectId: number): Promise<void> {
    await db.deleteFrom('member').where('user_id', '=', userId).where('project_id', '=', projectId).execute();
  },
});
