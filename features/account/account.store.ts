import { sql } from 'kysely';
import type { TextLanguage } from '#contract/text-language.ts';
import type { Database } from '#server-kit/db/schema.ts';

interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly language: TextLanguage;
  readonly passwordHash: string;
}

/** People who can sign in. */
export const userStore = (db: Database) => ({
  /** What sign-in compares with; null for an unknown address. */
  findByEmail: (email: string) =>
    db.selectFrom('user').select(['id', 'password_hash', 'is_blocked']).where('email', '=', email).executeTakeFirst(),

  async keepLanguage(id: number, language: TextLanguage): Promise<void> {
    await db.updateTable('user').set({ language }).where('id', '=', id).execute();
  },

  /** Adds a person; the first one becomes the administrator. Answers null when the address is taken. */
  async insert({ email, name, surname, language, passwordHash }: NewUser): Promise<number | null> {
    const isFirst = sql<0 | 1>`case when exists (select 1 from "user") then 0 else 1 end`;
    const row = await db
      .insertInto('user')
      .values({
        email,
        name,
        surname,
        language,
        password_hash: passwordHash,
        is_admin: isFirst,
        is_blocked: 0,
        created_at: Date.now(),
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },
});
