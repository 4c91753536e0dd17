import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { allows } from '#contract/permission.ts';
import { offLink } from './off-link.ts';
import { dueMonday } from './report-week.ts';
import { weekFigures, type WeekFigures } from './week-figures.service.ts';
import { weeklyReportLetter } from './weekly-report.letter.ts';
import { type DueReport, weeklyReportStore } from './weekly-report.store.ts';
import { ownProjectStore } from '#features/account/own-projects/own-projects.store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import type { App } from '#server/app.ts';
import { postLetter } from '#server/mail/letters.ts';

export const reportJob = 'weekly report';

/** The report is marked as sent in the transaction that queues it, so it is sent once. A server that was off sends it later. */
export function dueReports(app: App) {
  const store = weeklyReportStore(app.db);
  const projects = ownProjectStore(app.db);
  const figuresOf = weekFigures(app);

  /** Rights may have changed. */
  async function mayRead({ userId, isAdmin, isBlocked, id }: DueReport): Promise<boolean> {
    if (isBlocked === 1) return false;
    const own = (await projects.list(userId)).find((project) => project.id === id);
    return own !== undefined && allows({ ...own, is_admin: isAdmin === 1 }, 'analytics');
  }

  const send = (due: DueReport, monday: string, week: WeekFigures | null): Promise<void> =>
    app.db.transaction().execute(async (transaction) => {
      if (!(await weeklyReportStore(transaction).take(due.reportId, monday)) || week === null) return;
      crashPoint('report:taken');
      const reader = { email: due.email, language: due.userLanguage };
      const off = offLink(app, { userId: due.userId, projectId: due.id });
      const letter = weeklyReportLetter(app, reader, due, week, { kind: 'monday', offLink: off });
      const key = `report ${due.reportId} of ${monday}`;
      await postLetter(app, reportJob, { key, letter, about: { project: due.id, monday } }, transaction);
    });

  return async (now: number = Date.now(), signal?: AbortSignal): Promise<void> => {
    // Mondays begin earlier in other time zones.
    const latest = addDays(dayOf(now, defaultTimeZone), 1 - 7 + 1);
    const weeks = new Map<string, WeekFigures | null>();
    for (const due of await store.before(latest)) {
      const monday = dueMonday(now, due.timeZone);
      if (due.lastMonday >= monday) continue;
      if (signal?.aborted) return;
      try {
        const key = `${due.id} ${monday}`;
        const isReader = await mayRead(due);
        if (isReader && !weeks.has(key)) weeks.set(key, await figuresOf(due, monday));
        await send(due, monday, isReader ? (weeks.get(key) ?? null) : null);
        crashPoint('report:posted');
      } catch (error) {
        // Others go on; this one is retried.
        app.http.log.error({ err: error, project: due.id }, 'A weekly report could not be posted');
      }
    }
  };
}
