import type { Database } from '#server/db/schema.ts';
import { sessionStore } from '#server/secrets/sessions.ts';

/** Tables that hold what is one person's own. `deleted-accounts.databases.server.test.ts` holds them against the database. */
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

/** What administrators do with an account. Give the transaction that has looked at it. */
export const managedAccount = (db: Database, id: number) => {
  const account = () => db.updateTable('user').where('id', '=', id);

  return {
    /** The name of who changed it last; null where that isn't known. */
    async changer(): Promise<string | null> {
      const row = await db
        .selectFrom('user')
        .innerJoin('user as changer', 'changer.id', 'user.managed_by')
        .select(['changer.name', 'changer.surname'])
        .where('user.id', '=', id)
        .executeTakeFirst();
      return row ? `${row.name} ${row.surname}` : null;
    },

    /** Says who has changed it, and makes its next version. */
    async mark(managed_by: number, before: number): Promise<void> {
      await account()
        .set({ managed_by, managed_at: Math.max(Date.now(), before + 1) })
        .execute();
    },

    /** Its sessions are over, and don't come back with it. */
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

    /** Everything goes but the name, which what the person has changed is signed with. The address is free for somebody else. */
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
