import type { Database } from '#server/db/schema.ts';
import type { Account, AccountState } from '#features/super-admin/all-users/all-users.contract.ts';
import { sessionStore } from '#server/secrets/sessions.ts';

export interface AccountRow extends Pick<
  Account,
  'id' | 'name' | 'surname' | 'email' | 'is_admin' | 'has_second_factor' | 'created_at' | 'managed_at'
> {
  readonly status: AccountState;
}
export type ByUser = ReadonlyMap<number, number>;

interface Known {
  readonly lastSeen: ByUser;
  readonly onlyOwned: readonly { readonly user_id: number; readonly name: string }[];
}

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

/** Complete by `deleted-accounts.databases.server.test.ts`. */
const ownTables = [
  'session',
  'member',
  'sign_in_place',
  'account_activity',
  'email_change',
  'password_reset',
  'muted_mail',
  'weekly_report',
  'message_dismissal',
  'announcement_dismissal',
  'second_factor',
  'recovery_code',
  'sign_in_ticket',
  'provider_person',
] as const;

/** Give the transaction that read the account. */
export const managedAccount = (db: Database, id: number) => {
  const account = () => db.updateTable('user').where('id', '=', id);

  return {
    async changer(): Promise<string | null> {
      const row = await db
        .selectFrom('user')
        .innerJoin('user as changer', 'changer.id', 'user.managed_by')
        .select(['changer.name', 'changer.surname'])
        .where('user.id', '=', id)
        .executeTakeFirst();
      return row ? `${row.name} ${row.surname}` : null;
    },

    async mark(managed_by: number, before: number): Promise<void> {
      await account()
        .set({ managed_by, managed_at: Math.max(Date.now(), before + 1) })
        .execute();
    },

    async block(): Promise<void> {
      await account().set({ is_blocked: 1 }).execute();
      await sessionStore(db).closeAll(id);
    },

    async unblock(): Promise<void> {
      await account().set({ is_blocked: 0, deactivated_at: null }).execute();
    },

    async setAdministrator(isAdmin: boolean): Promise<void> {
      await account()
        .set({ is_admin: isAdmin ? 1 : 0 })
        .execute();
    },

    /** Keeps the name, which signs past changes. Frees the address. */
    async erase(email: string): Promise<void> {
      for (const table of ownTables) await db.deleteFrom(table).where('user_id', '=', id).execute();
      await db.deleteFrom('invitation').where('email', '=', email).execute();
      await db.deleteFrom('sign_up').where('email', '=', email).execute();
      await account()
        .set({
          email: `deleted:${id}`,
          password_hash: '',
          is_admin: 0,
          is_blocked: 1,
          email_proven_at: null,
          language: null,
          console_language: null,
          company_name: '',
          job: '',
          phone: '',
          company_site: '',
          photo: null,
          erased_at: Date.now(),
        })
        .execute();
    },
  };
};
