import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, dayMs, dayOf, defaultTimeZone, mondayOf, startOfDay } from '#contract/days.ts';
import { addedSums, sumsOfScore } from './quality-sums.ts';
import { type JudgedProject, type PartQuality, searchQualityStore } from './search-quality.store.ts';
import { weekClicks } from './week-clicks.ts';
import { oldestEventMilliseconds } from '#features/front-api/events/events.contract.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { inSlices } from '#server/slices.ts';

const daysOfWeek = 7;
/** As long as events may come late, a search may be clicked late. */
const daysClicked = daysOfWeek + Math.ceil(oldestEventMilliseconds / dayMs);
/** Read together: a few milliseconds of SQLite, which is read in the thread that answers calls. */
const eventsAtOnce = 500;
/** That thread is then left to calls for so many times as long, and for so long at most: where a database is slow, it isn't this thread that works. */
const restFactor = 3;
const longestRestMilliseconds = 100;
/** Of one week, in memory: some hundred bytes each. Clicks beyond aren't judged. */
const mostClicks = 1_000_000;

/** Leaves the thread to others after work of so many milliseconds; it ends early where the server stops. */
const rest = (worked: number, signal?: AbortSignal): Promise<void> =>
  sleep(Math.min(restFactor * worked, longestRestMilliseconds), undefined, signal && { signal }).catch(() => undefined);

/**
 * Judges whole weeks of projects by their clicks: once a week is over, and once more when events that come late have come. A week of
 * which single queries are gone by now stays as it was judged. Several servers may judge the same week: they come to the same.
 */
export function weekJudge({ db, settings, http }: Pick<App, 'db' | 'settings' | 'http'>) {
  const store = searchQualityStore(db);

  async function dueWeeks(project: JudgedProject, now: number): Promise<string[]> {
    // A day more, as days end elsewhere than where old queries are forgotten.
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

  /** Everything that the week has, also collections and languages without a click, so that it is known to be judged. */
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
        await rest(performance.now() - begunAt, signal);
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

  /** `now` is epoch milliseconds; all projects are looked at, or one. */
  return async (signal?: AbortSignal, only?: ProjectScope, now: number = Date.now()): Promise<void> => {
    for (const project of await store.projects(only))
      try {
        for (const monday of await dueWeeks(project, now)) {
          const parts = await judge(project, monday, signal);
          if (parts === null) return;
          await store.keep(project, monday, now, parts);
        }
      } catch (error) {
        // The others are judged all the same; this one is tried again in a while.
        http.log.error({ err: error, project: project.id }, 'The search of a project could not be judged');
      }
  };
}
