import { addDays, dayMs, dayOf, defaultTimeZone, mondayOf, startOfDay } from '#contract/days.ts';
import { addedSums, sumsOfScore, weekClicks } from './measure.ts';
import { type JudgedProject, type PartQuality, searchQualityStore } from './search-quality.store.ts';
import { oldestEventMilliseconds } from '#features/front-api/events/events.contract.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { inSlices, restAfter } from '#server/base/slices.ts';

const daysOfWeek = 7;
/** Events may come this late. */
const daysClicked = daysOfWeek + Math.ceil(oldestEventMilliseconds / dayMs);
/** A few milliseconds on SQLite, which reads in the main thread. */
const eventsAtOnce = 500;
/** Memory limit per week; further clicks aren't judged. */
const mostClicks = 1_000_000;

/** Judges weeks once they are over, and again when late events have come. Weeks without single queries keep their result. Several servers may judge the same week: the result is the same. */
export function weekJudge({ db, settings, http }: Pick<App, 'db' | 'settings' | 'http'>) {
  const store = searchQualityStore(db);

  async function dueWeeks(project: JudgedProject, now: number): Promise<string[]> {
    // One more day for time zones.
    const oldest = addDays(dayOf(now, defaultTimeZone), 1 - settings.rawDays);
    const today = dayOf(now, project.timeZone);
    const searched = await store.searchedDays(project, oldest);
    const judged = await store.judgedAt(project, oldest);
    return [...new Set(searched.map(({ day }) => mondayOf(day)))].filter((monday) => {
      const next = addDays(monday, daysOfWeek);
      if (monday < oldest || today < next) return false;
      const closedAt = startOfDay(next, project.timeZone) + oldestEventMilliseconds;
      const at = judged.get(monday);
      return at === undefined || (at < closedAt && now >= closedAt);
    });
  }

  /** Includes parts without clicks, to mark them as judged. */
  async function judge(project: JudgedProject, monday: string, signal?: AbortSignal): Promise<PartQuality[] | null> {
    const clicks = weekClicks();
    const week = { start: monday, end: addDays(monday, daysOfWeek - 1) };
    for (let at = 0; at < daysClicked; at += 1) {
      const day = addDays(monday, at);
      for (let after = 0; clicks.count() < mostClicks;) {
        if (signal?.aborted) return null;
        const begunAt = performance.now();
        const { last, clicks: some } = await store.nextClicks(project, { day, after, limit: eventsAtOnce, searched: week });
        if (last === null) break;
        for (const click of some) clicks.add(click);
        after = last;
        await restAfter(performance.now() - begunAt, signal);
      }
    }
    const judged = await clicks.judged(inSlices());
    const searched = await store.parts(project, week);
    return searched.map(({ collectionId, language }) => {
      const part = judged.find((one) => one.collectionId === collectionId && one.language === language);
      return {
        collectionId,
        language,
        clickedCount: part?.clickedCount ?? 0,
        sums: addedSums((part?.scores ?? []).map(sumsOfScore)),
      };
    });
  }

  /** `now` is epoch milliseconds. */
  return async (signal?: AbortSignal, only?: ProjectScope, now: number = Date.now()): Promise<void> => {
    for (const project of await store.projects(only))
      try {
        for (const monday of await dueWeeks(project, now)) {
          const parts = await judge(project, monday, signal);
          if (parts === null) return;
          await store.keep(project, monday, now, parts);
        }
      } catch (error) {
        // Others go on; this one is retried.
        http.log.error({ err: error, project: project.id }, 'The search of a project could not be judged');
      }
  };
}
