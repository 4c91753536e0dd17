import { jsonOf } from '#server/db/json-column.ts';
import type { Database } from '#server/db/schema.ts';
import type { Account, AccountState, AccountWhole } from '#features/super-admin/all-users/all-users.contract.ts';

/** What lists are searched, narrowed and sorted by. */
export interface AccountRow extends Pick<
  Account,
  'id' | 'name' | 'surname' | 'email' | 'is_admin' | 'has_second_factor' | 'created_at' | 'managed_at'
> {
  readonly status: AccountState;
}
export type ByUser = ReadonlyMap<number, number>;

interface Known {
  readonly lastSeen: ByUser;
  /** Projects that nobody else owns. */
  readonly onlyOwned: readonly { readonly user_id: number; readonly name: string }[];
}

/** Everybody who has an account. Those that were deleted aren't here. */
export const accountStore = (db: Database) => {
  const accounts = () =>
    db
      .selectFrom('user')
      .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
      .select(['user.id', 'name', 'surname', 'email', 'is_admin', 'is_blocked', 'deactivated_at', 'created_at', 'managed_at'])
      .select('second_factor.on_since as second_factor_since')
      .where('erased_at', 'is', null);
  const memberships = () =>
    db.selectFrom('member').innerJoin('project', 'project.id', 'member.project_id').where('project.deleted_at', 'is', null);

  return {
    async all(): Promise<AccountRow[]> {
      return (await accounts().execute()).map(accountOf);
    },

    async find(id: number): Promise<AccountRow | null> {
      const row = await accounts().where('user.id', '=', id).executeTakeFirst();
      return row ? accountOf(row) : null;
    },

    async projectCounts(): Promise<ByUser> {
      const counted = memberships().select((row) => ['member.user_id', row.fn.countAll<number>().as('value')]);
      return byUser(await counted.groupBy('member.user_id').execute());
    },

    /** A session says when somebody was there until they sign out; where they sign in from is kept longer. */
    async lastSeen(): Promise<ByUser> {
      const sessions = db.selectFrom('session').select((row) => ['user_id', row.fn.max('last_seen_at').as('value')]);
      const places = db.selectFrom('sign_in_place').select((row) => ['user_id', row.fn.max('last_used_at').as('value')]);
      const seen = new Map(byUser(await sessions.groupBy('user_id').execute()));
      for (const [id, at] of byUser(await places.groupBy('user_id').execute())) seen.set(id, Math.max(seen.get(id) ?? 0, at));
      return seen;
    },

    /** With what is shown of them besides, in the same order. There is at least one. */
    async shown(rows: readonly AccountRow[], { lastSeen, onlyOwned }: Known): Promise<Account[]> {
      const ids = rows.map(({ id }) => id);
      const pictures = await db.selectFrom('user').select(['id', 'photo']).where('id', 'in', ids).execute();
      const sessions = await db.selectFrom('session').select('user_id').where('user_id', 'in', ids).execute();
      const members = await memberships().select(['user_id', 'is_owner']).where('user_id', 'in', ids).execute();
      return rows.map((row) => {
        const isTheirs = ({ user_id: id }: { readonly user_id: number }): boolean => id === row.id;
        const own = members.filter(isTheirs);
        return {
          ...row,
          photo: pictures.find(({ id }) => id === row.id)?.photo ?? null,
          project_count: own.length,
          owned_count: own.filter(({ is_owner: isOwner }) => isOwner === 1).length,
          only_owner_of: onlyOwned.filter(isTheirs).map(({ name }) => name),
          session_count: sessions.filter(isTheirs).length,
          last_seen_at: lastSeen.get(row.id) ?? null,
        };
      });
    },

    async projectsOf(id: number): Promise<AccountWhole['projects']> {
      const rows = await memberships()
        .select(['project.id', 'project.name', 'project.token'])
        .select(['member.id as member_id', 'member.is_owner', 'member.is_blocked', 'member.user_groups'])
        .where('member.user_id', '=', id)
        .orderBy('project.name')
        .execute();
      return rows.map(({ member_id: memberId, is_owner: isOwner, is_blocked: isBlocked, user_groups: groups, ...project }) => ({
        ...project,
        is_owner: isOwner === 1,
        is_blocked: isBlocked === 1,
        user_groups: jsonOf<number[]>(groups, [], 'member.user_groups', memberId).map((group) => ({ id: group })),
      }));
    },
  };
};

const byUser = (rows: readonly { user_id: number; value: unknown }[]): ByUser =>
  new Map(rows.map(({ user_id: id, value }) => [id, Number(value)]));

interface StoredAccount extends Omit<AccountRow, 'is_admin' | 'has_second_factor' | 'status'> {
  readonly is_admin: number;
  readonly is_blocked: number;
  readonly deactivated_at: number | null;
  readonly second_factor_since: number | null;
}

function accountOf({ is_admin, is_blocked, deactivated_at, second_factor_since: since, ...row }: StoredAccount): AccountRow {
  const blocked = is_blocked === 1 ? 'blocked' : 'active';
  return {
    ...row,
    is_admin: is_admin === 1,
    has_second_factor: since !== null,
    status: deactivated_at === null ? blocked : 'deactivated',
  };
}
