import { expect } from 'vitest';
import { addDays, dayOf, momentOf, startOfDay } from '#contract/days.ts';
import type { Database } from '#server/db/schema.ts';
import { addMidnightWords, addProject, addSynonyms, charFilterStore, releaseKit, synonymStore } from './release-kit.ts';
import type { Releases } from '#server/rules/releases/releases.ts';

/** Moments at which releases of a project were made for a reason. */
export const releasesFor = (db: Database, projectId: number, reason: 'midnight' | 'planned' | 'validity') =>
  db
    .selectFrom('release')
    .select('created_at')
    .where('project_id', '=', projectId)
    .where('reason', '=', reason)
    .orderBy('number')
    .execute();

/** Minutes from midnight in which clocks are changed. */
const endMinute = 150;

/** A rule of the night that begins with a day acts from its first moment to half past two. */
export const nightOf = (day: string, timeZone: string) => ({
  from: startOfDay(day, timeZone),
  to: momentOf(day, endMinute, timeZone),
});

/**
 * Goes through so many days, each with a change at noon and a rule for the night, and looks whether each midnight, beginning and end was made
 * once, at its moment.
 */
export async function midnightsOf(db: Database, count: number): Promise<void> {
  const zone = 'Europe/Prague';
  let clock = Date.parse('2026-03-01T10:00:00Z');
  const [one, other] = [releaseKit(db, () => clock).releases, releaseKit(db, () => clock).releases];
  for (const releases of [one, other]) {
    addMidnightWords(releases);
    addSynonyms(releases);
  }
  const look = async (releases: Releases) => {
    await releases.publishAtMidnight();
    await releases.publishBoundaries();
  };
  const [project, idle] = [await addProject(db, zone), await addProject(db, zone)];
  await one.live(idle);
  let day = dayOf(clock, zone);
  const days: string[] = [];
  const boundaries: number[] = [];
  for (let at = 0; at < count; at += 1) {
    clock = startOfDay(day, zone) + 13 * 3_600_000;
    await one.change(project, { userId: null, reason: 'test' }, (handle) =>
      charFilterStore(handle).insert(project, { from: `word${at}`, to: '', is_active: true }),
    );
    day = addDays(day, 1);
    days.push(day);
    const { from, to } = nightOf(day, zone);
    await one.change(project, { userId: null, reason: 'test' }, (handle) =>
      synonymStore(handle).insert(project, { term: day, synonym_type_id: 2, synonyms: ['x'], valid_from: from, valid_to: to }),
    );
    boundaries.push(from, to);
    for (const moment of [from, to]) {
      clock = moment - 1;
      await look(one);
      clock = moment;
      await Promise.all([look(one), look(other)]);
      await look(other);
    }
  }
  const made = async (reason: 'midnight' | 'validity') =>
    (await releasesFor(db, project.id, reason)).map(({ created_at: at }) => at);
  expect(await made('midnight')).toEqual(days.map((date) => startOfDay(date, zone)));
  expect(await made('validity')).toEqual(boundaries);
  for (const reason of ['midnight', 'validity'] as const) expect(await releasesFor(db, idle.id, reason)).toEqual([]);
}
