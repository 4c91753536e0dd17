import { allows, type Rights } from '#contract/permission.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { Database } from '#server/db/schema.ts';

/** Invitations, each with who invites and what they are in the project now. */
export const inviterRights = (db: Database) =>
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

/** Whether who invites may still give what they gave: they may have been removed, blocked or given other groups since. */
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

/** Nobody grants a group that they don't hold. */
export const holdsAll = (rights: Rights, groups: readonly number[]): boolean =>
  rights.is_admin || rights.is_owner || groups.every((group) => rights.user_groups.some(({ id }) => id === group));
