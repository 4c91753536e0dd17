import type { Invitation } from '#features/access-management/invitations/invitations.contract.ts';
import { inviterRights, mayGrant } from './inviter.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret } from '#server/secrets/secrets.ts';

interface NewInvitation {
  readonly email: string;
  readonly userGroups: readonly number[];
  readonly invitedBy: number;
  readonly expiresAt: number;
  /** The groups of the open invitation that is renewed, as they were when it was looked at. */
  readonly seenGroups: string | null;
}

/** What somebody accepted or declined. */
interface TakenInvitation {
  readonly projectId: number;
  readonly userGroups: string;
  readonly invitedBy: number;
}

/** As its token shows it to whoever has the mail. */
export interface InvitationRow extends Invitation {
  readonly email: string;
  readonly has_account: boolean;
}

/** Open invitations. One person has at most one into a project. */
export const invitationStore = (db: Database) => {
  const inProjects = () =>
    inviterRights(db)
      .innerJoin('project', 'project.id', 'invitation.project_id')
      .select(['invitation.id', 'invitation.email', 'invitation.expires_at', 'invitation.invited_by', 'invitation.project_id'])
      .where('project.deleted_at', 'is', null);
  const openFor = (email: string) =>
    inProjects().where('invitation.email', '=', email).where('invitation.expires_at', '>', Date.now());

  return {
    /** The language in which somebody who has signed up already reads; null for all others. */
    async languageOf(email: string): Promise<string | null> {
      return (await db.selectFrom('user').select('language').where('email', '=', email).executeTakeFirst())?.language ?? null;
    },

    async listFor(email: string): Promise<Invitation[]> {
      const rows = await openFor(email).select('project.name as project_name').orderBy('invitation.id').execute();
      return rows.filter(mayGrant).map(invitationOf);
    },

    /** Also one that has expired, so that its person learns why it doesn't work. */
    async findByToken(token: string): Promise<InvitationRow | null> {
      const row = await inProjects()
        .leftJoin('user as invited', 'invited.email', 'invitation.email')
        .select(['project.name as project_name', 'invited.id as invited_id'])
        .where('invitation.token_hash', '=', hashSecret(token))
        .executeTakeFirst();
      if (!row || !mayGrant(row)) return null;
      return { ...invitationOf(row), email: row.email, has_account: row.invited_id !== null };
    },

    sent: (project: ProjectScope) => inviterRights(db).where('invitation.project_id', '=', project.id).execute(),

    /** The open invitation of an address into a project. */
    find: (project: ProjectScope, email: string) =>
      openFor(email).select('invitation.mailed_at').where('invitation.project_id', '=', project.id).executeTakeFirst(),

    /** Adds or renews it. Null when the groups of an open one are no longer `seenGroups`: somebody has changed it meanwhile. */
    async save(
      project: ProjectScope,
      { email, userGroups, invitedBy, expiresAt, seenGroups }: NewInvitation,
    ): Promise<number | null> {
      const created_at = Date.now();
      const values = { user_groups: JSON.stringify(userGroups), invited_by: invitedBy, expires_at: expiresAt };
      const row = await db
        .insertInto('invitation')
        .values({ ...values, project_id: project.id, email, created_at })
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'email'])
            .doUpdateSet(values)
            .where((old) =>
              old.or([old('invitation.expires_at', '<=', created_at), old('invitation.user_groups', '=', seenGroups ?? '')]),
            ),
        )
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** Whether it may be mailed now; then only the new token opens it. */
    async markMailed(id: number, token: string, mailedBefore: number): Promise<boolean> {
      const marked = await db
        .updateTable('invitation')
        .set({ mailed_at: Date.now(), token_hash: hashSecret(token) })
        .where('id', '=', id)
        .where((row) => row.or([row('mailed_at', 'is', null), row('mailed_at', '<', mailedBefore)]))
        .returning('id')
        .execute();
      return marked.length > 0;
    },

    /** From now on only this token opens it. */
    async setToken(id: number, token: string): Promise<void> {
      await db
        .updateTable('invitation')
        .set({ token_hash: hashSecret(token) })
        .where('id', '=', id)
        .execute();
    },

    isMember: async (project: ProjectScope, email: string): Promise<boolean> =>
      (await db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.user_id')
        .where('member.project_id', '=', project.id)
        .where('user.email', '=', email)
        .select('member.id')
        .executeTakeFirst()) !== undefined,

    /** Takes the invitation away; the one who gets it answered may act on it. Null when it is gone, void or someone else's. */
    async take(email: string, id: number): Promise<TakenInvitation | null> {
      const open = await openFor(email).where('invitation.id', '=', id).executeTakeFirst();
      if (!open || !mayGrant(open)) return null;
      const row = await db
        .deleteFrom('invitation')
        .where('id', '=', id)
        .where('invited_by', '=', open.invited_by)
        .where('user_groups', '=', open.user_groups)
        .returning(['project_id', 'user_groups', 'invited_by'])
        .executeTakeFirst();
      return row ? { projectId: row.project_id, userGroups: row.user_groups, invitedBy: row.invited_by } : null;
    },

    /** Takes back what nobody has answered. Answers the address that was invited, or null when there is no such invitation. */
    async withdraw(project: ProjectScope, id: number): Promise<string | null> {
      const withdrawn = db.deleteFrom('invitation').where('project_id', '=', project.id).where('id', '=', id);
      return (await withdrawn.returning('email').executeTakeFirst())?.email ?? null;
    },

    async join({ projectId, userGroups, invitedBy }: TakenInvitation, userId: number): Promise<string> {
      const joined = { project_id: projectId, user_id: userId, joined_at: Date.now(), invited_by: invitedBy };
      await db
        .insertInto('member')
        .values({ ...joined, is_owner: 0, user_groups: userGroups })
        .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
        .execute();
      const { token } = await db.selectFrom('project').select('token').where('id', '=', projectId).executeTakeFirstOrThrow();
      return token;
    },
  };
};

const invitationOf = (row: Omit<Invitation, 'invited_by'> & { readonly name: string; readonly surname: string }): Invitation => ({
  id: row.id,
  project_name: row.project_name,
  invited_by: `${row.name} ${row.surname}`,
  expires_at: row.expires_at,
});
