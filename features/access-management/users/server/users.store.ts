import type { ProjectUser } from '#features/access-management/users/users.contract.ts';
import { lastSeen } from '#server/secrets/sessions.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export const projectUserStore = (db: Database) => {
  const members = (project: ProjectScope) =>
    db
      .selectFrom('member')
      .innerJoin('user', 'user.id', 'member.user_id')
      .leftJoin('user as inviter', 'inviter.id', 'member.invited_by')
      .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
      .select('second_factor.on_since as second_factor_since')
      .select([
        'user.id',
        'user.name',
        'user.surname',
        'user.email',
        'user.photo',
        'user.is_admin',
        'user.is_blocked as is_account_blocked',
      ])
      .select(['member.id as member_id', 'member.is_owner', 'member.user_groups', 'member.is_blocked', 'member.joined_at'])
      .select(['inviter.name as inviter_name', 'inviter.surname as inviter_surname'])
      .where('member.project_id', '=', project.id);
  type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>;

  return {
    async members(project: ProjectScope): Promise<ProjectUser[]> {
      const seen = await lastSeen(db, project);
      return (await members(project).execute()).map((row) => memberOf(row, seen));
    },

    async find(project: ProjectScope, id: number): Promise<ProjectUser | null> {
      const row = await members(project).where('user.id', '=', id).executeTakeFirst();
      return row ? memberOf(row, await lastSeen(db, project)) : null;
    },

    /** Includes expired ones. Void: the inviter may no longer grant the groups. */
    async invited(
      project: ProjectScope,
      { hasMailServer }: { hasMailServer: boolean },
      voidIds: ReadonlySet<number>,
      now = Date.now(),
    ): Promise<ProjectUser[]> {
      const rows = await db
        .selectFrom('invitation')
        .innerJoin('user', 'user.id', 'invitation.invited_by')
        .select(['invitation.id', 'invitation.email', 'invitation.user_groups', 'invitation.expires_at', 'invitation.created_at'])
        .select(['user.name', 'user.surname'])
        .where('invitation.project_id', '=', project.id)
        .execute();
      return rows.map(({ id, email, user_groups: groups, expires_at: end, created_at: since, name, surname }) => ({
        ...nobodyYet,
        invitation_id: id,
        email,
        user_groups: groupsOf(groups, 'invitation.user_groups', id),
        status: end > now && !voidIds.has(id) ? 'invited' : 'invitationExpired',
        since,
        invited_by: `${name} ${surname}`,
        is_link_shown: !hasMailServer,
      }));
    },

    async setGroups(project: ProjectScope, id: number, groups: readonly number[]): Promise<void> {
      const user_groups = JSON.stringify([...new Set(groups)].toSorted((one, other) => one - other));
      await ofMember(project, id).set({ user_groups }).execute();
    },

    /** `by` is null to unblock. */
    async setBlocked(project: ProjectScope, id: number, by: number | null): Promise<void> {
      await ofMember(project, id)
        .set({ is_blocked: by === null ? 0 : 1, blocked_by: by })
        .execute();
    },

    async remove(project: ProjectScope, id: number): Promise<void> {
      await db.deleteFrom('member').where('project_id', '=', project.id).where('user_id', '=', id).execute();
    },
  };

  function ofMember(project: ProjectScope, id: number) {
    return db.updateTable('member').where('project_id', '=', project.id).where('user_id', '=', id);
  }

  function memberOf(row: MemberRow, seen: ReadonlyMap<number, number>): ProjectUser {
    const { id, name, surname, email, inviter_name: inviter, inviter_surname: inviterSurname } = row;
    return {
      id,
      invitation_id: null,
      name,
      surname,
      email,
      photo: row.photo,
      user_groups: groupsOf(row.user_groups, 'member.user_groups', row.member_id),
      is_owner: row.is_owner === 1,
      is_admin: row.is_admin === 1,
      has_second_factor: row.second_factor_since !== null,
      status: row.is_blocked === 1 || row.is_account_blocked === 1 ? 'blocked' : 'active',
      last_seen_at: seen.get(id) ?? null,
      since: row.joined_at,
      invited_by: inviter === null ? null : `${inviter} ${inviterSurname ?? ''}`.trim(),
      is_account_blocked: row.is_account_blocked === 1,
      is_link_shown: false,
    };
  }
};

const groupsOf = (json: string, column: 'member.user_groups' | 'invitation.user_groups', id: number): { id: number }[] =>
  jsonOf<number[]>(json, [], column, id).map((group) => ({ id: group }));

const nobodyYet = {
  id: null,
  name: '',
  surname: '',
  photo: null,
  is_owner: false,
  is_admin: false,
  has_second_factor: false,
  last_seen_at: null,
  is_account_blocked: false,
} as const;
