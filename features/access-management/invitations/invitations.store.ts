import type { Invitation } from './invitations.contract.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

interface NewInvitation {
  readonly email: string;
  readonly userGroups: readonly number[];
  readonly invitedBy: number;
  readonly expiresAt: number;
}

/** Open invitations. One person has at most one into a project. */
export const invitationStore = (db: Database) => {
  const openFor = (email: string) =>
    db
      .selectFrom('invitation')
      .innerJoin('project', 'project.id', 'invitation.project_id')
      .innerJoin('user', 'user.id', 'invitation.invited_by')
      .where('invitation.email', '=', email)
      .where('invitation.expires_at', '>', Date.now())
      .where('project.deleted_at', 'is', null);

  return {
    /** The language in which somebody who has signed up already reads; null for all others. */
    async languageOf(email: string): Promise<string | null> {
      return (await db.selectFrom('user').select('language').where('email', '=', email).executeTakeFirst())?.language ?? null;
    },

    async listFor(email: string): Promise<Invitation[]> {
      const rows = await openFor(email)
        .select(['invitation.id', 'invitation.expires_at', 'project.name as project_name', 'user.name', 'user.surname'])
        .orderBy('invitation.id')
        .execute();
      return rows.map(({ name, surname, ...row }) => ({ ...row, invited_by: `${name} ${surname}` }));
    },

    /** Adds an invitation, or renews the one that is there. */
    async insert(project: ProjectScope, { email, userGroups, invitedBy, expiresAt }: NewInvitation): Promise<number> {
      const values = { user_groups: JSON.stringify(userGroups), invited_by: invitedBy, expires_at: expiresAt };
      const row = await db
        .insertInto('invitation')
        .values({ ...values, project_id: project.id, email, created_at: Date.now() })
        .onConflict((conflict) => conflict.columns(['project_id', 'email']).doUpdateSet(values))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    isMember: async (project: ProjectScope, email: string): Promise<boolean> =>
      (await db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.user_id')
        .where('member.project_id', '=', project.id)
        .where('user.email', '=', email)
        .select('member.id')
        .executeTakeFirst()) !== undefined,

    /** Takes the invitation away; the one who gets it answered may act on it. Null when it is gone or someone else's. */
    async take(email: string, id: number): Promise<{ projectId: number; userGroups: string } | null> {
      const open = openFor(email).where('invitation.id', '=', id).select('invitation.id');
      const row = await db
        .deleteFrom('invitation')
        .where('id', 'in', open)
        .returning(['project_id', 'user_groups'])
        .executeTakeFirst();
      return row ? { projectId: row.project_id, userGroups: row.user_groups } : null;
    },

    async join(projectId: number, userId: number, userGroups: string): Promise<string> {
      await db
        .insertInto('member')
        .values({ project_id: projectId, user_id: userId, is_owner: 0, user_groups: userGroups })
        .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
        .execute();
      const { token } = await db.selectFrom('project').select('token').where('id', '=', projectId).executeTakeFirstOrThrow();
      return token;
    },
  };
};
