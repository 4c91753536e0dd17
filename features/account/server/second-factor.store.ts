import type { SecondFactor } from '#features/account/account.contract.ts';
import { recoveryHash } from './codes.ts';
import type { Database } from '#server/db/schema.ts';
import { couldBeSecret, hashSecret, newSecret } from '#server/secrets/secrets.ts';

const setUpMilliseconds = 15 * 60 * 1000;

/** Keys are stored sealed, recovery codes as hashes. */
export const secondFactorStore = (db: Database, now: () => number = Date.now) => ({
  async read(userId: number): Promise<SecondFactor> {
    const factor = db.selectFrom('second_factor').select('on_since').where('user_id', '=', userId);
    const codes = db.selectFrom('recovery_code').select((row) => row.fn.countAll().as('left'));
    const { left } = await codes.where('user_id', '=', userId).executeTakeFirstOrThrow();
    return { on_since: (await factor.executeTakeFirst())?.on_since ?? null, recovery_codes_left: Number(left) };
  },

  async key(userId: number): Promise<string | null> {
    const factors = db.selectFrom('second_factor').select('sealed_key').where('user_id', '=', userId);
    return (await factors.where('on_since', 'is not', null).executeTakeFirst())?.sealed_key ?? null;
  },

  async begin(userId: number, sealed_key: string): Promise<boolean> {
    const begun = { sealed_key, begun_at: now(), last_counter: 0 };
    const rows = await db
      .insertInto('second_factor')
      .values({ user_id: userId, on_since: null, ...begun })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(begun).where('second_factor.on_since', 'is', null))
      .returning('id')
      .execute();
    return rows.length > 0;
  },

  async begunKey(userId: number): Promise<string | null> {
    const factors = db
      .selectFrom('second_factor')
      .select('sealed_key')
      .where('user_id', '=', userId)
      .where('on_since', 'is', null);
    return (await factors.where('begun_at', '>', now() - setUpMilliseconds).executeTakeFirst())?.sealed_key ?? null;
  },

  /** False if it was turned on or restarted since. */
  async turnOn(userId: number, sealedKey: string, counter: number): Promise<boolean> {
    const turned = db.updateTable('second_factor').set({ on_since: now(), last_counter: counter }).where('user_id', '=', userId);
    return (await turned.where('on_since', 'is', null).where('sealed_key', '=', sealedKey).returning('id').execute()).length > 0;
  },

  async turnOff(userId: number): Promise<boolean> {
    await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
    const off = db.deleteFrom('second_factor').where('user_id', '=', userId).where('on_since', 'is not', null);
    return (await off.returning('id').execute()).length > 0;
  },

  /** Each time step works once: false for a used or older one. */
  async takeCounter(userId: number, counter: number): Promise<boolean> {
    const taken = db.updateTable('second_factor').set({ last_counter: counter }).where('user_id', '=', userId);
    const rows = await taken.where('on_since', 'is not', null).where('last_counter', '<', counter).returning('id').execute();
    return rows.length > 0;
  },

  async replaceRecoveryCodes(userId: number, codes: readonly string[]): Promise<void> {
    await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
    const rows = codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(code) }));
    await db.insertInto('recovery_code').values(rows).execute();
  },

  async takeRecoveryCode(userId: number, code: string): Promise<boolean> {
    const taken = db.deleteFrom('recovery_code').where('user_id', '=', userId).where('code_hash', '=', recoveryHash(code));
    return (await taken.returning('id').execute()).length > 0;
  },
});

const ticketMilliseconds = 10 * 60 * 1000;

interface SigningIn {
  readonly id: number;
  readonly email: string;
  readonly password_hash: string;
}

/** Sign-ins that wait for a code. A ticket works once and opens nothing by itself. */
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

  /** Null if it has expired, or the password has changed since. */
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

  take: async (ticket: string): Promise<boolean> =>
    (await db.deleteFrom('sign_in_ticket').where('token_hash', '=', hashSecret(ticket)).returning('id').execute()).length > 0,
});
