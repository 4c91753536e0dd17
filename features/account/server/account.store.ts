import { acceptedLanguage, type ConsoleLanguage, type TextLanguage } from '#contract/texts/languages.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly language: TextLanguage;
  readonly passwordHash: string;
  readonly isProven: boolean;
  readonly isFirst?: boolean;
}

export const userStore = (db: Database) => ({
  findByEmail: (email: string) =>
    db.selectFrom('user').select(['id', 'password_hash', 'is_blocked', 'language']).where('email', '=', email).executeTakeFirst(),

  async keepLanguage(id: number, chosen: ConsoleLanguage): Promise<void> {
    const kept = { console_language: chosen, language: acceptedLanguage(chosen) };
    await db.updateTable('user').set(kept).where('id', '=', id).execute();
  },

  async noteLanguage(id: number, language: TextLanguage): Promise<void> {
    const noted = db.updateTable('user').set({ language }).where('id', '=', id);
    await noted.where('console_language', 'is', null).execute();
  },

  isEmpty: async (): Promise<boolean> => (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined,

  /** Null if the address is taken. `isFirst` is for an empty server: one concurrent call wins, and becomes administrator. */
  async insert({ email, name, surname, language, passwordHash, isProven, isFirst = false }: NewUser): Promise<number | null> {
    const created_at = Date.now();
    const row = await db
      .insertInto('user')
      .values({
        email,
        name,
        surname,
        language,
        password_hash: passwordHash,
        is_admin: isFirst ? 1 : 0,
        is_first: isFirst ? 1 : null,
        is_blocked: 0,
        email_proven_at: isProven ? created_at : null,
        created_at,
      })
      // On the address, or on `is_first`.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },

  photoOf: async (id: number): Promise<string | null> =>
    (await db.selectFrom('user').select('photo').where('id', '=', id).executeTakeFirst())?.photo ?? null,

  async ownerOf(project: ProjectScope): Promise<string | null> {
    const owner = await db
      .selectFrom('member')
      .innerJoin('user', 'user.id', 'member.user_id')
      .select(['user.name', 'user.surname'])
      .where('member.project_id', '=', project.id)
      .where('member.is_owner', '=', 1)
      .where('member.is_blocked', '=', 0)
      .where('user.is_blocked', '=', 0)
      .orderBy('user.id')
      .executeTakeFirst();
    return owner ? `${owner.name} ${owner.surname}` : null;
  },

  /** Address and language for mails; null for an unknown or blocked user. */
  async reader(id: number): Promise<{ readonly email: string; readonly language: TextLanguage | null } | null> {
    const people = db.selectFrom('user').select(['email', 'language']).where('id', '=', id).where('is_blocked', '=', 0);
    const user = await people.executeTakeFirst();
    return user ? { email: user.email, language: user.language === null ? null : acceptedLanguage(user.language) } : null;
  },

  /** Includes deleted projects that can be restored. */
  async ownsProjects(id: number): Promise<boolean> {
    const owned = db.selectFrom('member').innerJoin('project', 'project.id', 'member.project_id').select('project.id');
    const acting = owned.where('member.user_id', '=', id).where('member.is_owner', '=', 1).where('member.is_blocked', '=', 0);
    return (await acting.executeTakeFirst()) !== undefined;
  },

  isProven: async (id: number): Promise<boolean> =>
    (await db.selectFrom('user').select('email_proven_at').where('id', '=', id).executeTakeFirst())?.email_proven_at != null,

  isAdmin: async (id: number): Promise<boolean> =>
    (await db.selectFrom('user').select('is_admin').where('id', '=', id).executeTakeFirst())?.is_admin === 1,

  /** Compare-and-set: false if the hash is no longer `before`. */
  async changePassword(id: number, before: string, password_hash: string): Promise<boolean> {
    const changed = db.updateTable('user').set({ password_hash }).where('id', '=', id).where('password_hash', '=', before);
    return (await changed.returning('id').execute()).length > 0;
  },

  async markProven(id: number): Promise<void> {
    const marked = db.updateTable('user').set({ email_proven_at: Date.now() }).where('id', '=', id);
    await marked.where('email_proven_at', 'is', null).execute();
  },
});

/** Pending mailed links, which a new password, another address or the end of the account cancels. */
export const begunChanges = (db: Database) => ({
  async endResetLinks(userId: number): Promise<void> {
    await db.deleteFrom('password_reset').where('user_id', '=', userId).execute();
  },
  async cancelEmailChange(userId: number): Promise<void> {
    await db.deleteFrom('email_change').where('user_id', '=', userId).execute();
  },
});

/** Changes of the user keep their name. */
export async function giveUpAccount(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('member').where('user_id', '=', userId).execute();
  const given = { is_blocked: 1, deactivated_at: Date.now() } as const;
  await db.updateTable('user').set(given).where('id', '=', userId).execute();
}
