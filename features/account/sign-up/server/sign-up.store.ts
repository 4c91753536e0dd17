import type { TextLanguage } from '#contract/texts/languages.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret } from '#server/secrets/secrets.ts';

export const linkHours = 24;

export interface SignUp {
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly language: TextLanguage;
  readonly passwordHash: string;
}

/** An address may wait several times, as its owner is not known yet. */
export const signUpStore = (db: Database, now: () => number = Date.now) => ({
  async insert({ passwordHash, ...person }: SignUp, token: string): Promise<number> {
    const created_at = now();
    const times = { created_at, expires_at: created_at + linkHours * 60 * 60 * 1000 };
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
    return row ? { ...row, language: row.language as TextLanguage } : null;
  },

  take: async (id: number): Promise<boolean> =>
    (await db.deleteFrom('sign_up').where('id', '=', id).returning('id').execute()).length > 0,

  async forgetAddress(email: string): Promise<void> {
    await db.deleteFrom('sign_up').where('email', '=', email).execute();
  },

  async forgetOver(): Promise<void> {
    await db.deleteFrom('sign_up').where('expires_at', '<=', now()).execute();
  },
});
