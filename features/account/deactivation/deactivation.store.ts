import { sql } from 'kysely';
import type { Database } from '#server-kit/db/schema.ts';
import type { User } from '#server-kit/sessions.ts';

/** What has to hold before somebody gives up their account, and what is left of it. */
export const deactivationStore = (db: Database) => ({
  /** Of two last owners or admins who leave at once, the second one waits, and then sees that the first has gone. */
  async waitForOthers({ id, isAdmin }: Pick<User, 'id' | 'isAdmin'>): Promise<void> {
    const owned = db.selectFrom('member').select('project_id').where('user_id', '=', id).where('is_owner', '=', 1);
    // One by one in one order, so that nobody waits for somebody who waits for them.
    for (const { project_id } of await owned.orderBy('project_id').execute())
      await db
        .updateTable('project')
        .set({ deleted_at: sql<number | null>`deleted_at` })
        .where('id', '=', project_id)
        .execute();
    if (isAdmin) await db.updateTable('user').set({ is_admin: 1 }).where('is_admin', '=', 1).execute();
  },

  /** The names of projects that nobody else owns who can sign in. */
  async onlyOwned(userId: number): Promise<string[]> {
    const others = db
      .selectFrom('member as other')
      .innerJoin('user', 'user.id', 'other.user_id')
      .select('other.project_id')
      .where('other.is_owner', '=', 1)
      .where('other.user_id', '!=', userId)
      .where('user.is_blocked', '=', 0);
    const rows = await db
      .selectFrom('member')
      .innerJoin('project', 'project.id', 'member.project_id')
      .select('project.name')
      .where('member.user_id', '=', userId)
      .where('member.is_owner', '=', 1)
      .where('project.deleted_at', 'is', null)
      .where('member.project_id', 'not in', others)
      .orderBy('project.name')
      .execute();
    return rows.map(({ name }) => name);
  },

  async isOnlyAdmin(userId: number): Promise<boolean> {
    const admins = await db.selectFrom('user').select('id').where('is_admin', '=', 1).where('is_blocked', '=', 0).execute();
    return admins.length === 1 && admins[0]?.id === userId;
  },

  /** Rules that they made keep their name. */
  async giveUp(userId: number): Promise<void> {
    await db.deleteFrom('member').where('user_id', '=', userId).execute();
    const given = { is_blocked: 1, deactivated_at: Date.now() } as const;
    await db.updateTable('user').set(given).where('id', '=', userId).execute();
  },
});
