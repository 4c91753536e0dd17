import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayOf } from '#contract/days.ts';
import { keptDailyReleaseDays, keptReleaseDays } from '#contract/limits.ts';
import type { Database } from '#server/db/schema.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
export const thinEveryMilliseconds = 24 * 60 * 60 * 1000;
const updatedAtOnce = 500;

/** Forgets the rows of old releases, other than what a release that is kept holds. */
export async function thinReleases(db: Database, now: number): Promise<void> {
  const projects = await db.selectFrom('project').select(['id', 'time_zone', 'release_number']).execute();
  for (const { id, time_zone: timeZone, release_number: live } of projects) {
    const old = await db
      .selectFrom('release')
      .select(['number', 'created_at'])
      .where('project_id', '=', id)
      .where('is_kept', '=', 1)
      .where('number', '<', live)
      .where('created_at', '<', now - keptReleaseDays * dayMilliseconds)
      .orderBy('number')
      .execute();
    const lastOfDay = new Map(old.map(({ number, created_at: at }) => [dayOf(at, timeZone), number]));
    const kept = new Set(lastOfDay.values());
    const tooOld = now - keptDailyReleaseDays * dayMilliseconds;
    const thinned = old.filter(({ number, created_at: at }) => at < tooOld || !kept.has(number)).map(({ number }) => number);
    if (thinned.length > 0) await forget(db, id, thinned);
    await nextTurn();
  }
}

async function forget(db: Database, projectId: number, numbers: readonly number[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (let at = 0; at < numbers.length; at += updatedAtOnce)
      await transaction
        .updateTable('release')
        .set({ is_kept: 0 })
        .where('project_id', '=', projectId)
        .where('number', 'in', numbers.slice(at, at + updatedAtOnce))
        .execute();
    await transaction
      .deleteFrom('released_row')
      .where('project_id', '=', projectId)
      .where('to_number', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('release')
              .select('release.id')
              .whereRef('release.project_id', '=', 'released_row.project_id')
              .where('is_kept', '=', 1)
              .whereRef('number', '>=', 'from_number')
              .whereRef('number', '<', 'to_number'),
          ),
        ),
      )
      .execute();
  });
}
