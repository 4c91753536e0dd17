import type { ConsoleLanguage } from '#contract/texts/languages.ts';
import { isDiskFull } from '#process-kit/storage-failure.ts';
import { DatabaseReadOnlyError } from '#server/db/errors.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { couldBeSecret, hashSecret, newSecret } from './secrets.ts';
import { onValue, secondFactorDemand } from '#server/db/server-settings.ts';

/** Maximum clock skew between servers; anything dated further ahead was written by a wrong clock. */
export const clockToleranceMilliseconds = 5 * 60 * 1000;

const idleMilliseconds = 12 * 60 * 60 * 1000;
const absoluteMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** A session may time out this much early. */
const touchMilliseconds = 60 * 1000;

export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly isAdmin: boolean;
  readonly language: ConsoleLanguage | null;
  readonly owesSecondFactor: boolean;
}

const limitsAt = (moment: number) => ({
  idleBefore: moment - idleMilliseconds,
  createdBefore: moment - absoluteMilliseconds,
  notAfter: moment + clockToleranceMilliseconds,
});

function isOver({ created_at, last_seen_at }: { created_at: number; last_seen_at: number }, moment: number): boolean {
  const { idleBefore, createdBefore, notAfter } = limitsAt(moment);
  return last_seen_at < idleBefore || created_at < createdBefore || Math.max(created_at, last_seen_at) > notAfter;
}

interface SessionOptions {
  readonly now?: () => number;
  readonly demandsSecondFactor?: boolean;
}

/** Opaque tokens, stored as hashes. */
export const sessionStore = (db: Database, { now = Date.now, demandsSecondFactor = false }: SessionOptions = {}) => ({
  async open(userId: number, { isByProvider = false } = {}): Promise<string> {
    const token = newSecret();
    const moment = now();
    await db
      .insertInto('session')
      .values({
        token_hash: hashSecret(token),
        user_id: userId,
        created_at: moment,
        last_seen_at: moment,
        is_by_provider: isByProvider ? 1 : 0,
      })
      .execute();
    return token;
  },

  /** Null if unknown, ended, idle or blocked. Deletes sessions that are over, or begin in the future after a clock change. */
  async find(token: string): Promise<User | null> {
    if (!couldBeSecret(token)) return null;
    const row = await db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select(['session.id as session_id', 'session.created_at', 'session.last_seen_at', 'session.is_by_provider'])
      .select(['user.id', 'user.email', 'user.name', 'user.surname', 'user.is_admin', 'user.is_blocked', 'user.console_language'])
      .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
      .leftJoin('server_setting as demand', (join) => join.on('demand.name', '=', secondFactorDemand))
      .select(['second_factor.on_since as second_factor_since', 'demand.value as demanded'])
      .where('session.token_hash', '=', hashSecret(token))
      .executeTakeFirst();
    if (!row || row.is_blocked) return null;
    const moment = now();
    if (isOver(row, moment)) {
      await ifItCanBeSaved(db.deleteFrom('session').where('id', '=', row.session_id).execute());
      return null;
    }
    if (moment - row.last_seen_at > touchMilliseconds) {
      const touched = db.updateTable('session').set({ last_seen_at: moment }).where('id', '=', row.session_id);
      await ifItCanBeSaved(touched.execute());
    }
    const { id, email, name, surname, console_language: language } = row;
    const isDemanded = demandsSecondFactor || row.demanded === onValue;
    return {
      id,
      email,
      name,
      surname,
      isAdmin: row.is_admin === 1,
      language: language as ConsoleLanguage | null,
      owesSecondFactor: isDemanded && row.second_factor_since === null && row.is_by_provider === 0,
    };
  },

  async close(token: string): Promise<void> {
    await db.deleteFrom('session').where('token_hash', '=', hashSecret(token)).execute();
  },

  async closeAll(userId: number): Promise<void> {
    await db.deleteFrom('session').where('user_id', '=', userId).execute();
  },

  /** Returns the number of closed sessions. */
  async closeOthers(userId: number, token: string): Promise<number> {
    const others = db.deleteFrom('session').where('user_id', '=', userId).where('token_hash', '!=', hashSecret(token));
    return (await others.returning('id').execute()).length;
  },

  async countOthers(userId: number, token: string): Promise<number> {
    const { idleBefore, createdBefore } = limitsAt(now());
    const others = db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', userId)
      .where('token_hash', '!=', hashSecret(token));
    return (await others.where('last_seen_at', '>=', idleBefore).where('created_at', '>=', createdBefore).execute()).length;
  },

  async forgetOver(): Promise<void> {
    const { idleBefore, createdBefore, notAfter } = limitsAt(now());
    await db
      .deleteFrom('session')
      .where((row) =>
        row.or([
          row('last_seen_at', '<', idleBefore),
          row('created_at', '<', createdBefore),
          row('last_seen_at', '>', notAfter),
          row('created_at', '>', notAfter),
        ]),
      )
      .execute();
  },
});
export type Sessions = ReturnType<typeof sessionStore>;

/** Reads work while the database is read-only. */
async function ifItCanBeSaved(written: Promise<unknown>): Promise<void> {
  await written.catch((error: unknown) => {
    if (!isDiskFull(error) && !(error instanceof DatabaseReadOnlyError)) throw error;
  });
}

/** Users by id. Sessions are deleted at sign-out; places of sign-ins are kept longer. */
export async function lastSeen(db: Database, project?: ProjectScope): Promise<ReadonlyMap<number, number>> {
  const members = db
    .selectFrom('member')
    .select('user_id')
    .where('project_id', '=', project?.id ?? 0);
  const sessions = db.selectFrom('session').select((row) => ['user_id', row.fn.max('last_seen_at').as('at')]);
  const places = db.selectFrom('sign_in_place').select((row) => ['user_id', row.fn.max('last_used_at').as('at')]);
  const seen = new Map<number, number>();
  for (const query of [sessions, places] as readonly (typeof sessions)[]) {
    const inProject = query.$if(project !== undefined, (all) => all.where('user_id', 'in', members));
    for (const { user_id: id, at } of await inProject.groupBy('user_id').execute())
      seen.set(id, Math.max(seen.get(id) ?? 0, Number(at)));
  }
  return seen;
}
