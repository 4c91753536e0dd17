import type { Invitation } from '#features/access-management/invitations/invitations.contract.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret } from '#server/secrets/secrets.ts';
import { allows, type Rights } from '#contract/permission.ts';
import { jsonOf } from '#server/db/json-column.ts';

interface NewInvitation {
  readonly email: string;
  readonly userGroups: readonly number[];
  readonly invitedBy: number;
  readonly expiresAt: number;
  /** Groups of the open invitation when it was read. */
  readonly seenGroups: string | null;
}

interface TakenInvitation {
  readonly projectId: number;
  readonly userGroups: string;
  readonly invitedBy: number;
}

export interface InvitationRow extends Invitation {
  readonly email: string;
  readonly has_account: boolean;
}

export const invitationStore = (db: Database) => {
  const inProjects = () =>
    inviterRights(db)
      .innerJoin('project', 'project.id', 'invitation.project_id')
      .select(['invitation.id', 'invitation.email', 'invitation.expires_at', 'invitation.invited_by', 'invitation.project_id'])
      .where('project.deleted_at', 'is', null);
  const openFor = (email: string) =>
    inProjects().where('invitation.email', '=', email).where('invitation.expires_at', '>', Date.now());

  return {
    async languageOf(email: string): Promise<string | null> {
      return (await db.selectFrom('user').select('language').where('email', '=', email).executeTakeFirst())?.language ?? null;
    },

    async listFor(email: string): Promise<Invitation[]> {
      const rows = await openFor(email).select('project.name as project_name').orderBy('invitation.id').execute();
      return rows.filter(mayGrant).map(invitationOf);
    },

    /** Includes expired ones, so that the page can say so. */
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

    find: (project: ProjectScope, email: string) =>
      openFor(email).select('invitation.mailed_at').where('invitation.project_id', '=', project.id).executeTakeFirst(),

    /** Adds or renews. Null if the groups of an open one are no longer `seenGroups`. */
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

    /** Deletes it; of concurrent calls, one gets the row. Null if it is gone, void or someone else's. */
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

const inviterRights = (db: Database) =>
  db
    .selectFrom('invitation')
    .innerJoin('user', 'user.id', 'invitation.invited_by')
    .leftJoin('member as inviting', (join) =>
      join
        .onRef('inviting.project_id', '=', 'invitation.project_id')
        .onRef('inviting.user_id', '=', 'invitation.invited_by')
        .on('inviting.is_blocked', '=', 0),
    )
    .select(['invitation.id as invitation_id', 'invitation.user_groups'])
    .select(['user.name', 'user.surname', 'user.is_admin as inviter_is_admin', 'user.is_blocked as inviter_is_blocked'])
    .select(['inviting.is_owner as inviter_is_owner', 'inviting.user_groups as inviter_groups']);

type InviterRow = Pick<
  Awaited<ReturnType<ReturnType<typeof inviterRights>['executeTakeFirstOrThrow']>>,
  'invitation_id' | 'user_groups' | 'inviter_is_admin' | 'inviter_is_blocked' | 'inviter_is_owner' | 'inviter_groups'
>;

/** The inviter may have been removed, blocked or given other groups since. */
export function mayGrant(row: InviterRow): boolean {
  if (row.inviter_is_blocked === 1) return false;
  const groupsOf = (json: string | null): number[] => jsonOf<number[]>(json, [], 'invitation.user_groups', row.invitation_id);
  const rights = {
    is_admin: row.inviter_is_admin === 1,
    is_owner: row.inviter_is_owner === 1,
    user_groups: groupsOf(row.inviter_groups).map((id) => ({ id })),
  };
  return allows(rights, 'access') && holdsAll(rights, groupsOf(row.user_groups));
}

export const holdsAll = (rights: Rights, groups: readonly number[]): boolean =>
  rights.is_admin || rights.is_owner || groups.every((group) => rights.user_groups.some(({ id }) => id === group));
