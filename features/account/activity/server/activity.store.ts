import type { Activity, ActivityKind } from '#features/account/activity/activity.contract.ts';
import type { ActivityPlace } from './activity.service.ts';
import type { Database } from '#server/db/schema.ts';
import { hashSecret } from '#server/secrets/secrets.ts';

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
