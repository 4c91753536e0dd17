import { LRUCache } from 'lru-cache';
import { fail } from '#server/base/fail.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/schema.ts';

interface Window {
  count: number;
  endsAt: number;
}

export interface AttemptLimit {
  readonly maximum: number;
  readonly windowSeconds: number;
  readonly now?: () => number;
}

/** Beyond that the least recently used are evicted. */
const maximumWindows = 100_000;

/** By key, in fixed windows of this process; `take` throws `tooManyRequests`. See `countSharedAttempts` for all servers. */
export function countAttempts({ maximum, windowSeconds, now = Date.now }: AttemptLimit) {
  const windows = new LRUCache<string, Window>({ maxSize: maximumWindows, sizeCalculation: () => 1 });
  const current = (key: string): Window => {
    const known = windows.get(key);
    const isCurrent = known !== undefined && known.endsAt > now() && known.endsAt <= now() + windowSeconds * 1000;
    if (isCurrent) return known;
    const window = { count: 0, endsAt: now() + windowSeconds * 1000 };
    windows.set(key, window);
    return window;
  };
  const isTaken = (window: Window): boolean => {
    if (window.count >= maximum) return false;
    window.count += 1;
    return true;
  };
  return {
    take(key: string): void {
      const window = current(key);
      if (!isTaken(window)) throw fail('tooManyRequests', { seconds: Math.ceil((window.endsAt - now()) / 1000) });
    },
    /** Without throwing. */
    isLeft: (key: string): boolean => isTaken(current(key)),
  };
}

interface SharedLimit extends AttemptLimit {
  readonly name: string;
}

export const longestWindowSeconds = 86_400;

/**
 * Rate limit by key across all servers and restarts: at most `maximum` in any `windowSeconds`, half of them as a burst, the
 * rest evenly spread (GCRA, ITU-T I.371: a row holds when the bucket is full again). Keys are stored as hashes. For rare
 * calls, as each writes a row.
 */
export function countSharedAttempts(db: Database, { name, maximum, windowSeconds, now = Date.now }: SharedLimit) {
  const atOnce = Math.ceil(maximum / 2);
  const pauseMilliseconds = Math.ceil((windowSeconds * 1000) / Math.max(1, maximum - atOnce));
  const allTaken = (moment: number): number => moment + atOnce * pauseMilliseconds;
  const hashOf = (key: string): string => createHash('sha256').update(`${name}\0${key}`).digest('hex');

  /** Seconds until a try would pass. A clock set back delays nobody. */
  async function secondsLeft(key_hash: string, moment: number): Promise<number> {
    const row = await db.selectFrom('attempt').select('restored_at').where('key_hash', '=', key_hash).executeTakeFirst();
    const restoredAt = Math.min(row?.restored_at ?? moment, allTaken(moment));
    if (row && row.restored_at > restoredAt) {
      const ahead = db.updateTable('attempt').set({ restored_at: restoredAt }).where('key_hash', '=', key_hash);
      await ahead.where('restored_at', '>', restoredAt).execute();
    }
    return Math.max(1, Math.ceil((restoredAt + pauseMilliseconds - allTaken(moment)) / 1000));
  }

  return {
    /** Throws `tooManyRequests`. */
    async take(key: string): Promise<void> {
      const moment = now();
      const key_hash = hashOf(key);
      const from = sql<number>`case when attempt.restored_at > ${moment} then attempt.restored_at else ${moment} end`;
      const taken = await db
        .insertInto('attempt')
        .values({ key_hash, restored_at: moment + pauseMilliseconds })
        .onConflict((conflict) =>
          conflict
            .column('key_hash')
            .doUpdateSet({ restored_at: sql<number>`${from} + ${pauseMilliseconds}` })
            .where('attempt.restored_at', '<=', allTaken(moment) - pauseMilliseconds),
        )
        .returning('restored_at')
        .executeTakeFirst();
      if (!taken) throw fail('tooManyRequests', { seconds: await secondsLeft(key_hash, moment) });
    },

    async giveBack(key: string): Promise<void> {
      await db
        .updateTable('attempt')
        .set({ restored_at: sql<number>`restored_at - ${pauseMilliseconds}` })
        .where('key_hash', '=', hashOf(key))
        .where('restored_at', '>', now())
        .execute();
    },
  };
}

/** Deletes expired rows, and those of a clock that ran ahead. */
export async function forgetAttempts(db: Database, now: number = Date.now()): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where((row) => row.or([row('restored_at', '<=', now), row('restored_at', '>', now + longestWindowSeconds * 1000)]))
    .execute();
}

/** Mails caused by strangers; messages to members are not counted. */
export const mailLimits = {
  /** Sender: a user who invites, or a network address that signs up. */
  perSenderAndDay: 200,
  perRecipientAndDay: 10,
  perServerAndHour: 500,
} as const;

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/** `take` throws `tooManyRequests`. */
export function limitMails(db: Database) {
  const { perSenderAndDay, perRecipientAndDay, perServerAndHour } = mailLimits;
  const bySender = countSharedAttempts(db, { name: 'mails by sender', maximum: perSenderAndDay, windowSeconds: daySeconds });
  const byRecipient = countSharedAttempts(db, {
    name: 'mails to recipient',
    maximum: perRecipientAndDay,
    windowSeconds: daySeconds,
  });
  const byServer = countSharedAttempts(db, { name: 'mails', maximum: perServerAndHour, windowSeconds: hourSeconds });
  return {
    async take({ sender, recipient }: { sender: string; recipient: string }): Promise<void> {
      await bySender.take(sender);
      await byRecipient.take(recipient);
      await byServer.take('');
    },
  };
}
