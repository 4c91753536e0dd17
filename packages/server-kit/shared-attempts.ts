import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AttemptLimit } from '#server-kit/attempts.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { fail } from '#server-kit/fail.ts';

interface SharedLimit extends AttemptLimit {
  /** Keeps its counts apart from those of other limits. */
  readonly name: string;
}

/**
 * As `countAttempts`, for limits that protect secrets: all servers of a database count together, and a restart forgets nothing. Keys,
 * such as addresses of people, are stored as hashes. Only for what is rare, as each try is written down.
 */
export function countSharedAttempts(db: Database, { name, maximum, windowSeconds, now = Date.now }: SharedLimit) {
  const hashOf = (key: string): string => createHash('sha256').update(`${name}\0${key}`).digest('hex');
  const isOver = (moment: number) => sql<boolean>`attempt.ends_at <= ${moment}`;

  return {
    async take(key: string): Promise<void> {
      const moment = now();
      const key_hash = hashOf(key);
      const taken = await db
        .insertInto('attempt')
        .values({ key_hash, count: 1, ends_at: moment + windowSeconds * 1000 })
        .onConflict((conflict) =>
          conflict
            .column('key_hash')
            .doUpdateSet({
              count: sql<number>`case when ${isOver(moment)} then 1 else attempt.count + 1 end`,
              ends_at: sql<number>`case when ${isOver(moment)} then excluded.ends_at else attempt.ends_at end`,
            })
            .where(sql<boolean>`${isOver(moment)} or attempt.count < ${maximum}`),
        )
        .returning('count')
        .executeTakeFirst();
      if (taken) return;
      const window = await db.selectFrom('attempt').select('ends_at').where('key_hash', '=', key_hash).executeTakeFirst();
      throw fail('tooManyRequests', { seconds: Math.max(1, Math.ceil(((window?.ends_at ?? moment) - moment) / 1000)) });
    },

    async giveBack(key: string): Promise<void> {
      await db
        .updateTable('attempt')
        .set({ count: sql<number>`count - 1` })
        .where('key_hash', '=', hashOf(key))
        .where('ends_at', '>', now())
        .where('count', '>', 0)
        .execute();
    },
  };
}

/** Deletes what no limit counts any more. */
export async function forgetAttempts(db: Database, now: number = Date.now()): Promise<void> {
  await db.deleteFrom('attempt').where('ends_at', '<=', now).execute();
}
