import type { Checks } from './provider.ts';
import type { Database } from '#server/db/schema.ts';
import type { Sealing } from '#server/secrets/sealing.ts';
import { couldBeSecret, hashSecret, newSecret } from '#server/secrets/secrets.ts';

/** From the button to the way back; at the provider, people may have to find a password first. */
const ticketMilliseconds = 15 * 60 * 1000;

interface Account {
  readonly id: number;
  readonly email: string;
  readonly isBlocked: boolean;
  readonly isAdmin: boolean;
}

/** Sign-ins with the provider that are under way. What they are ended by is sealed, and of many who take one, one gets it. */
export const providerTickets = (db: Database, sealing: Sealing, now: () => number = Date.now) => ({
  async open(checks: Checks): Promise<string> {
    const ticket = newSecret();
    const created_at = now();
    const times = { created_at, expires_at: created_at + ticketMilliseconds };
    await db
      .insertInto('provider_sign_in')
      .values({ token_hash: hashSecret(ticket), sealed_checks: sealing.seal(JSON.stringify(checks)), ...times })
      .execute();
    return ticket;
  },

  /** null when it is over, was taken before, or never was. */
  async take(ticket: string): Promise<Checks | null> {
    if (!couldBeSecret(ticket)) return null;
    const taken = db.deleteFrom('provider_sign_in').where('token_hash', '=', hashSecret(ticket));
    const row = await taken.returning(['sealed_checks', 'expires_at']).executeTakeFirst();
    const opened = row && row.expires_at > now() ? sealing.open(row.sealed_checks) : null;
    return opened === null ? null : (JSON.parse(opened) as Checks);
  },

  async forgetOver(): Promise<void> {
    await db.deleteFrom('provider_sign_in').where('expires_at', '<=', now()).execute();
  },
});

/** Which account somebody has who is known by a provider. */
export const providerPeople = (db: Database) => ({
  async find(issuer: string, subject: string): Promise<Account | null> {
    const row = await db
      .selectFrom('provider_person')
      .innerJoin('user', 'user.id', 'provider_person.user_id')
      .select(['user.id', 'user.email', 'user.is_blocked', 'user.is_admin'])
      .where('provider_person.issuer', '=', issuer)
      .where('provider_person.subject', '=', subject)
      .executeTakeFirst();
    return row ? { id: row.id, email: row.email, isBlocked: row.is_blocked === 1, isAdmin: row.is_admin === 1 } : null;
  },

  /** Answers false where the account belongs to somebody else of the provider already. */
  async link(userId: number, issuer: string, subject: string): Promise<boolean> {
    const linked = db.insertInto('provider_person').values({ user_id: userId, issuer, subject, linked_at: Date.now() });
    return (
      (
        await linked
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute()
      ).length > 0
    );
  },

  /** An address that nobody has proven may be of somebody else's account: what they could get in with is gone. */
  async disarm(userId: number, passwordHash: string): Promise<void> {
    await db.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
    for (const table of ['session', 'second_factor', 'recovery_code', 'sign_in_ticket', 'sign_in_place'] as const)
      await db.deleteFrom(table).where('user_id', '=', userId).execute();
  },
});
