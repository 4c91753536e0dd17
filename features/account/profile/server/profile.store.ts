import type { MessageKind } from '#contract/texts/message-texts.ts';
import type { Database } from '#server/db/schema.ts';
import type { UserDataInput } from '#features/account/profile/profile.contract.ts';
import { hashSecret } from '#server/secrets/secrets.ts';

export const mailSettingStore = (db: Database) => ({
  async muted(userId: number): Promise<ReadonlySet<string>> {
    const rows = await db.selectFrom('muted_mail').select('kind').where('user_id', '=', userId).execute();
    return new Set(rows.map(({ kind }) => kind));
  },

  async set(userId: number, kind: MessageKind, isMailed: boolean): Promise<void> {
    if (isMailed) await db.deleteFrom('muted_mail').where('user_id', '=', userId).where('kind', '=', kind).execute();
    else
      await db
        .insertInto('muted_mail')
        .values({ user_id: userId, kind })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doNothing())
        .execute();
  },
});

export const linkHours = 24;

export const personalDataStore = (db: Database, now: () => number = Date.now) => ({
  async read(userId: number) {
    const row = await db
      .selectFrom('user')
      .leftJoin('email_change', (join) =>
        join.onRef('email_change.user_id', '=', 'user.id').on('email_change.expires_at', '>', now()),
      )
      .select(['user.name', 'user.surname', 'user.email', 'company_name', 'job', 'phone', 'company_site', 'photo'])
      .select('email_change.email as new_email')
      .where('user.id', '=', userId)
      .executeTakeFirstOrThrow();
    return { ...row, version: hashSecret(JSON.stringify(row)) };
  },

  /** Until the transaction ends. */
  async hold(userId: number): Promise<void> {
    const itself = db.updateTable('user').set((row) => ({ name: row.ref('name') }));
    await itself.where('id', '=', userId).execute();
  },

  async write(userId: number, { photo, ...texts }: Omit<UserDataInput, 'email'>): Promise<void> {
    const data = { ...texts, ...(photo !== undefined && { photo }) };
    await db.updateTable('user').set(data).where('id', '=', userId).execute();
  },

  isTaken: async (email: string): Promise<boolean> =>
    (await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()) !== undefined,

  /** One pending address per user. Returns the id. */
  async begin(userId: number, email: string, token: string): Promise<number> {
    await db.deleteFrom('email_change').where('user_id', '=', userId).execute();
    const created_at = now();
    const row = await db
      .insertInto('email_change')
      .values({
        user_id: userId,
        email,
        token_hash: hashSecret(token),
        created_at,
        expires_at: created_at + linkHours * 3_600_000,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  async take(token: string): Promise<{ userId: number; email: string } | null> {
    const taken = db.deleteFrom('email_change').where('token_hash', '=', hashSecret(token)).where('expires_at', '>', now());
    const row = await taken.returning(['user_id', 'email']).executeTakeFirst();
    return row ? { userId: row.user_id, email: row.email } : null;
  },

  /** Opening the mailed link proves the address. False for a blocked user. */
  async changeEmail(userId: number, email: string): Promise<boolean> {
    const changed = db
      .updateTable('user')
      .set({ email, email_proven_at: now() })
      .where('id', '=', userId)
      .where('is_blocked', '=', 0);
    return (await changed.returning('id').execute()).length > 0;
  },
});
