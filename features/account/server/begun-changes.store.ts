import type { Database } from '#server/db/schema.ts';

/** What somebody began by a mailed link, and what ends it: another password, another address, or the end of the account. */
export const begunChanges = (db: Database) => ({
  /** Links that set a new password open nothing any more. */
  async endResetLinks(userId: number): Promise<void> {
    await db.deleteFrom('password_reset').where('user_id', '=', userId).execute();
  },
  /** The address stays as it is. */
  async cancelEmailChange(userId: number): Promise<void> {
    await db.deleteFrom('email_change').where('user_id', '=', userId).execute();
  },
});
