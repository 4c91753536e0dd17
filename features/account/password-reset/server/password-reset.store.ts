import type { TextLanguage } from '#contract/texts/text-language.ts';
import { acceptedLanguage } from '#contract/texts/text-language.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret } from '#server/secrets/secrets.ts';

export const linkMinutes = 30;

interface Reader {
  readonly email: string;
  /** As they last used the console; null for those who haven't since it is kept. */
  readonly language: TextLanguage | null;
}

/** Links that set a new password. A person may have several, as a mail can be late; the first that is used ends all of them. */
export const resetStore = (db: Database, now: () => number = Date.now) => {
  const valid = (token: string) =>
    db
      .selectFrom('password_reset')
      .innerJoin('user', 'user.id', 'password_reset.user_id')
      .where('password_reset.token_hash', '=', hashSecret(token))
      .where('password_reset.expires_at', '>', now())
      .where('user.is_blocked', '=', 0);

  return {
    /** The person of an address; null where it has no account, or one that is blocked. */
    async findUser(email: string): Promise<number | null> {
      const people = db.selectFrom('user').select('id').where('email', '=', email).where('is_blocked', '=', 0);
      return (await people.executeTakeFirst())?.id ?? null;
    },

    async reader(userId: number): Promise<Reader | null> {
      const people = db.selectFrom('user').select(['email', 'language']).where('id', '=', userId).where('is_blocked', '=', 0);
      const user = await people.executeTakeFirst();
      return user ? { email: user.email, language: user.language === null ? null : acceptedLanguage(user.language) } : null;
    },

    /** Answers the id. */
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

    /** Uses a link: of many who do at once, one gets the person, and all other links of theirs are over. */
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

    async forgetOver(): Promise<void> {
      await db.deleteFrom('password_reset').where('expires_at', '<=', now()).execute();
    },
  };
};
