import { expect } from 'vitest';
import { addDays, dayOf, startOfDay } from '#contract/days.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { addMidnightWords, addProject, charFilterStore, releaseKit } from './release-kit.ts';

/** Moments at which rules of a project went live at midnight. */
export const midnightReleases = (db: Database, projectId: number) =>
  db
    .selectFrom('release')
    .select('created_at')
    .where('project_id', '=', projectId)
    .where('reason', '=', 'midnight')
    .orderBy('number')
    .execute();

/** Goes through so many days, each with a change at noon, and looks whether each midnight was made once, at its first moment. */
export async function midnightsOf(db: Database, count: number): Promise<void> {
  const zone = 'Europe/Prague';
  let clock = Date.parse('2026-03-01T10:00:00Z');
  const [one, other] = [releaseKit(db, () => clock).releases, releaseKit(db, () => clock).releases];
  for (const releases of [one, other]) addMidnightWords(releases);
  const [project, idle] = [await addProject(db, zone), await addProject(db, zone)];
  await one.live(idle);
  let day = dayOf(clock, zone);
  const days: string[] = [];
  for (let at = 0; at < count; at += 1) {
    clock = startOfDay(day, zone) + 13 * 3_600_000;
    await one.change(project, { userId: null, reason: 'test' }, (handle) =>
      charFilterStore(handle).insert(project, { from: `word${at}`, to: '', is_active: true }),
    );
    day = addDays(day, 1);
    days.push(day);
    clock = startOfDay(day, zone) - 1;
    await one.publishAtMidnight();
    clock += 1;
    await Promise.all([one.publishAtMidnight(), other.publishAtMidnight()]);
    await other.publishAtMidnight();
  }
  const made = (await midnightReleases(db, project.id)).map(({ created_at: at }) => at);
  expect(made).toEqual(days.map((date) => startOfDay(date, zone)));
  expect(await midnightReleases(db, idle.id)).toEqual([]);
}
