import type { ConsoleLanguage } from '#contract/texts/languages.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret } from '#server/secrets/secrets.ts';

export const signUpHours = 24;

export interface SignUp {
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly language: ConsoleLanguage;
  readonly passwordHash: string;
}

/** An address may wait several times, as its owner is not known yet. */
export const signUpStore = (db: Database, now: () => number = Date.now) => ({
  async insert({ passwordHash, ...person }: SignUp, token: string): Promise<number> {
    const created_at = now();
    const times = { created_at, expires_at: created_at + signUpHours * 60 * 60 * 1000 };
    const row = await db
      .insertInto('sign_up')
      .values({ ...person, ...times, password_hash: passwordHash, token_hash: hashSecret(token) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  async find(token: string): Promise<(SignUp & { id: number }) | null> {
    const row = await db
      .selectFrom('sign_up')
      .select(['id', 'email', 'name', 'surname', 'language', 'password_hash as passwordHash'])
      .where('token_hash', '=', hashSecret(token))
      .where('expires_at', '>', now())
      .executeTakeFirst();
    return row ? { ...row, language: row.language as ConsoleLanguage } : null;
  },

  take: async (id: number): Promise<boolean> =>
    (await db.deleteFrom('sign_up').where('id', '=', id).returning('id').execute()).length > 0,

  async forgetAddress(email: string): Promise<void> {
    await db.deleteFrom('sign_up').where('email', '=', email).execute();
  },
});

export const linkMinutes = 30;

/** A user may have several links; using one deletes all. */
export const resetStore = (db: Database, now: () => number = Date.now) => {
  const valid = (token: string) =>
    db
      .selectFrom('password_reset')
      .innerJoin('user', 'user.id', 'password_reset.user_id')
      .where('password_reset.token_hash', '=', hashSecret(token))
      .where('password_reset.expires_at', '>', now())
      .where('user.is_blocked', '=', 0);

  return {
    async findUser(email: string): Promise<number | null> {
      const people = db.selectFrom('user').select('id').where('email', '=', email).where('is_blocked', '=', 0);
      return (await people.executeTakeFirst())?.id ?? null;
    },

    async insert(userId: number, token: string): Promise<number> {
      const created_at = now();
      const times = { created_at, expires_at: created_at + linkMinutes * 60 * 1000 };
      const row = await db
        .insertInto('password_reset')
        .values({ user_id: userId, token_hash: hashSecret(token), ...times })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    isValid: async (token: string): Promise<boolean> =>
      (await valid(token).select('password_reset.id').executeTakeFirst()) !== undefined,

    /** One of several concurrent calls gets the user. */
    async take(token: string): Promise<{ id: number; email: string } | null> {
      const user = await valid(token).select(['user.id', 'user.email']).executeTakeFirst();
      if (!user) return null;
      const taken = db.deleteFrom('password_reset').where('token_hash', '=', hashSecret(token)).returning('id');
      if (!(await taken.executeTakeFirst())) return null;
      await db.deleteFrom('password_reset').where('user_id', '=', user.id).execute();
      return user;
    },

    async setPassword(userId: number, password_hash: string): Promise<void> {
      await db.updateTable('user').set({ password_hash }).where('id', '=', userId).execute();
    },
  };
};

const expiring = ['sign_up', 'password_reset', 'email_change', 'provider_sign_in', 'sign_in_ticket'] as const;

export async function forgetExpired(db: Database, now: number = Date.now()): Promise<void> {
  for (const table of expiring) await db.deleteFrom(table).where('expires_at', '<=', now).execute();
}
