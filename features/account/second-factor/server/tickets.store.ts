import type { Database } from '#server/db/schema.ts';
import { couldBeSecret, hashSecret, newSecret } from '#server/secrets/secrets.ts';

/** From the password to the code. */
const ticketMilliseconds = 10 * 60 * 1000;

interface SigningIn {
  readonly id: number;
  readonly email: string;
  readonly password_hash: string;
}

/** Sign-ins whose password was right and which wait for a code. A ticket opens nothing by itself, and works once. */
export const ticketStore = (db: Database, now: () => number = Date.now) => ({
  async open({ id, password_hash }: Pick<SigningIn, 'id' | 'password_hash'>): Promise<string> {
    const ticket = newSecret();
    const created_at = now();
    const times = { created_at, expires_at: created_at + ticketMilliseconds };
    const hashes = { token_hash: hashSecret(ticket), password_digest: hashSecret(password_hash) };
    await db
      .insertInto('sign_in_ticket')
      .values({ user_id: id, ...hashes, ...times })
      .execute();
    return ticket;
  },

  /** Whose it is; null when it is over, or their password is another one by now. */
  async find(ticket: string): Promise<SigningIn | null> {
    if (!couldBeSecret(ticket)) return null;
    const row = await db
      .selectFrom('sign_in_ticket')
      .innerJoin('user', 'user.id', 'sign_in_ticket.user_id')
      .select(['user.id', 'user.email', 'user.password_hash', 'sign_in_ticket.password_digest'])
      .where('sign_in_ticket.token_hash', '=', hashSecret(ticket))
      .where('sign_in_ticket.expires_at', '>', now())
      .where('user.is_blocked', '=', 0)
      .executeTakeFirst();
    if (!row || hashSecret(row.password_hash) !== row.password_digest) return null;
    const { id, email, password_hash } = row;
    return { id, email, password_hash };
  },

  /** Answers whether it was still there: of many who take it, one gets it. */
  take: async (ticket: string): Promise<boolean> =>
    (await db.deleteFrom('sign_in_ticket').where('token_hash', '=', hashSecret(ticket)).returning('id').execute()).length > 0,

  async forgetOver(): Promise<void> {
    await db.deleteFrom('sign_in_ticket').where('expires_at', '<=', now()).execute();
  },
});
