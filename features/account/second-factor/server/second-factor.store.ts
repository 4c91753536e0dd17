import type { SecondFactor } from '#features/account/second-factor/second-factor.contract.ts';
import { recoveryHash } from './recovery-codes.ts';
import type { Database } from '#server/db/schema.ts';

/** From the password to the first code. */
const setUpMilliseconds = 15 * 60 * 1000;

/** What people prove themselves with beside their password. Keys are stored sealed, recovery codes as hashes. */
export const secondFactorStore = (db: Database, now: () => number = Date.now) => ({
  async read(userId: number): Promise<SecondFactor> {
    const factor = db.selectFrom('second_factor').select('on_since').where('user_id', '=', userId);
    const codes = db.selectFrom('recovery_code').select((row) => row.fn.countAll().as('left'));
    const { left } = await codes.where('user_id', '=', userId).executeTakeFirstOrThrow();
    return { on_since: (await factor.executeTakeFirst())?.on_since ?? null, recovery_codes_left: Number(left) };
  },

  /** The sealed key of one that is on. */
  async key(userId: number): Promise<string | null> {
    const factors = db.selectFrom('second_factor').select('sealed_key').where('user_id', '=', userId);
    return (await factors.where('on_since', 'is not', null).executeTakeFirst())?.sealed_key ?? null;
  },

  /** Answers false where one is on already. */
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

  /** The sealed key of one that is being set up. */
  async begunKey(userId: number): Promise<string | null> {
    const factors = db
      .selectFrom('second_factor')
      .select('sealed_key')
      .where('user_id', '=', userId)
      .where('on_since', 'is', null);
    return (await factors.where('begun_at', '>', now() - setUpMilliseconds).executeTakeFirst())?.sealed_key ?? null;
  },

  /** Answers false when it was turned on, or restarted, meanwhile. */
  async turnOn(userId: number, sealedKey: string, counter: number): Promise<boolean> {
    const turned = db.updateTable('second_factor').set({ on_since: now(), last_counter: counter }).where('user_id', '=', userId);
    return (await turned.where('on_since', 'is', null).where('sealed_key', '=', sealedKey).returning('id').execute()).length > 0;
  },

  /** Answers whether it was on. */
  async turnOff(userId: number): Promise<boolean> {
    await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
    const off = db.deleteFrom('second_factor').where('user_id', '=', userId).where('on_since', 'is not', null);
    return (await off.returning('id').execute()).length > 0;
  },

  /** Takes the code of a step of the clock. Of many who take it, or an older one, one gets it. */
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

  /** Of many who take a code, one gets it. */
  async takeRecoveryCode(userId: number, code: string): Promise<boolean> {
    const taken = db.deleteFrom('recovery_code').where('user_id', '=', userId).where('code_hash', '=', recoveryHash(code));
    return (await taken.returning('id').execute()).length > 0;
  },
});
