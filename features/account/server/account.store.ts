import { jsonOf } from '#server/db/json-column.ts';
import type { OwnProject } from '#features/account/profile/profile.contract.ts';
import { acceptedLanguage, type ConsoleLanguage } from '#contract/texts/languages.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret } from '#server/secrets/secrets.ts';
import type { Activity, ActivityKind } from '#features/account/account.contract.ts';
import type { ActivityPlace } from './activity.service.ts';

interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly language: ConsoleLanguage;
  readonly passwordHash: string;
  readonly isProven: boolean;
  readonly isFirst?: boolean;
}

export const userStore = (db: Database) => ({
  findByEmail: (email: string) =>
    db.selectFrom('user').select(['id', 'password_hash', 'is_blocked', 'language']).where('email', '=', email).executeTakeFirst(),

  async keepLanguage(id: number, chosen: ConsoleLanguage): Promise<void> {
    await db.updateTable('user').set({ console_language: chosen, language: chosen }).where('id', '=', id).execute();
  },

  async noteLanguage(id: number, language: ConsoleLanguage): Promise<void> {
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
  async reader(id: number): Promise<{ readonly email: string; readonly language: ConsoleLanguage | null } | null> {
    const people = db.selectFrom('user').select(['email', 'language']).where('id', '=', id).where('is_blocked', '=', 0);
    const user = await people.executeTakeFirst();
    return user ? { email: user.email, language: user.language === null ? null : acceptedLanguage(user.language) } : null;
  },

  async blockedIn(id: number): Promise<{ readonly project: string; readonly by: string | null }[]> {
    const rows = await db
      .selectFrom('member')
      .innerJoin('project', 'project.id', 'member.project_id')
      .leftJoin('user', 'user.id', 'member.blocked_by')
      .select(['project.name as project', 'user.name', 'user.surname'])
      .where('member.user_id', '=', id)
      .where('member.is_blocked', '=', 1)
      .where('project.deleted_at', 'is', null)
      .orderBy('project.name')
      .execute();
    return rows.map(({ project, name, surname }) => ({ project, by: name === null ? null : `${name} ${surname ?? ''}`.trim() }));
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

type MailedLink = 'password_reset' | 'email_change';
const mailedLinks: readonly MailedLink[] = ['password_reset', 'email_change'];

/** A new password, another address or the end of the account ends pending mailed links. */
export async function endMailedLinks(db: Database, userId: number, tables = mailedLinks): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Changes of the user keep their name. */
export async function giveUpAccount(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('member').where('user_id', '=', userId).execute();
  const given = { is_blocked: 1, deactivated_at: Date.now() } as const;
  await db.updateTable('user').set(given).where('id', '=', userId).execute();
}

/** Somebody who comes back later is a stranger at that place. */
const placeMilliseconds = 90 * 24 * 60 * 60 * 1000;
const mostPlaces = 50;

/** An address, and a browser by the secret in its cookie. */
export interface Place {
  readonly address: string;
  readonly device: string | null;
}

const addressHash = (address: string): string => hashSecret(`address ${address}`);
const deviceHash = (device: string): string => hashSecret(`device ${device}`);

/** Stores hashes only. */
export const knownPlaceStore = (db: Database, now: () => number = Date.now) => ({
  /** Takes as long for user 0, an unknown address. */
  async known(userId: number, { address, device }: Place): Promise<{ isAddress: boolean; isDevice: boolean }> {
    const hashes = [addressHash(address), ...(device === null ? [] : [deviceHash(device)])];
    const rows = await db
      .selectFrom('sign_in_place')
      .select('place_hash')
      .where('user_id', '=', userId)
      .where('place_hash', 'in', hashes)
      .where('last_used_at', '>', now() - placeMilliseconds)
      .execute();
    const found = new Set(rows.map(({ place_hash }) => place_hash));
    return { isAddress: found.has(hashes[0]!), isDevice: found.has(hashes[1] ?? '') };
  },

  async remember(userId: number, { address, device }: { address: string; device: string }): Promise<void> {
    const last_used_at = now();
    const places = [addressHash(address), deviceHash(device)];
    await db
      .insertInto('sign_in_place')
      .values(places.map((place_hash) => ({ user_id: userId, place_hash, last_used_at })))
      .onConflict((conflict) => conflict.columns(['user_id', 'place_hash']).doUpdateSet({ last_used_at }))
      .execute();
    const newest = db.selectFrom('sign_in_place').select('id').where('user_id', '=', userId);
    await db
      .deleteFrom('sign_in_place')
      .where('user_id', '=', userId)
      .where('id', 'not in', newest.orderBy('last_used_at', 'desc').orderBy('id', 'desc').limit(mostPlaces))
      .execute();
  },

  async forgetOld(): Promise<void> {
    await db
      .deleteFrom('sign_in_place')
      .where('last_used_at', '<', now() - placeMilliseconds)
      .execute();
  },
});

export const keptDays = 90;
const keptMilliseconds = keptDays * 24 * 60 * 60 * 1000;
const hourMilliseconds = 60 * 60 * 1000;
const told = 200;

export const activityStore = (db: Database, now: () => number = Date.now) => ({
  async note(
    userId: number,
    kind: ActivityKind,
    { browser, address }: ActivityPlace,
    sessionToken: string | null,
  ): Promise<void> {
    const session_hash = sessionToken === null ? null : hashSecret(sessionToken);
    const values = { user_id: userId, kind, browser, address, session_hash, created_at: now() };
    await db.insertInto('account_activity').values(values).execute();
  },

  async isNoted(userId: number, kind: ActivityKind, { browser, address }: ActivityPlace): Promise<boolean> {
    const same = db.selectFrom('account_activity').select('id').where('user_id', '=', userId).where('kind', '=', kind);
    const there = same.where('browser', '=', browser).where('address', '=', address);
    return (await there.where('created_at', '>', now() - hourMilliseconds).executeTakeFirst()) !== undefined;
  },

  async list(userId: number, sessionToken: string): Promise<Activity[]> {
    const here = hashSecret(sessionToken);
    const rows = await db
      .selectFrom('account_activity')
      .select(['id', 'kind', 'browser', 'address', 'session_hash', 'created_at'])
      .where('user_id', '=', userId)
      .where('created_at', '>', now() - keptMilliseconds)
      .orderBy('id', 'desc')
      .limit(told)
      .execute();
    return rows.map(({ kind, session_hash, ...row }) => ({ ...row, kind: kind as ActivityKind, is_here: session_hash === here }));
  },

  async forgetOld(): Promise<void> {
    await db
      .deleteFrom('account_activity')
      .where('created_at', '<=', now() - keptMilliseconds)
      .execute();
  },
});

export const ownProjectStore = (db: Database) => ({
  async all(userId: number): Promise<(Omit<OwnProject, 'is_only_owner'> & { readonly is_blocked: boolean })[]> {
    const rows = await db
      .selectFrom('member')
      .innerJoin('project', 'project.id', 'member.project_id')
      .select(['project.id', 'project.name', 'project.url', 'project.token'])
      .select(['member.id as member_id', 'member.is_owner', 'member.is_blocked', 'member.user_groups'])
      .where('member.user_id', '=', userId)
      .where('project.deleted_at', 'is', null)
      .orderBy('project.name')
      .orderBy('project.id')
      .execute();
    return rows.map(({ member_id: memberId, is_owner: isOwner, is_blocked: isBlocked, user_groups: groups, ...project }) => ({
      ...project,
      is_owner: isOwner === 1,
      is_blocked: isBlocked === 1,
      user_groups: jsonOf<number[]>(groups, [], 'member.user_groups', memberId).map((id) => ({ id })),
    }));
  },

  /** Without those in which the user is blocked. */
  async list(userId: number): Promise<Omit<OwnProject, 'is_only_owner'>[]> {
    return (await this.all(userId)).flatMap(({ is_blocked: isBlocked, ...project }) => (isBlocked ? [] : [project]));
  },

  async leave(userId: number, { id }: ProjectScope): Promise<boolean> {
    const left = db.deleteFrom('member').where('user_id', '=', userId).where('project_id', '=', id);
    return (await left.returning('id').execute()).length > 0;
  },
});
