import { addDays, dayOf, defaultTimeZone, mondayOf } from '#contract/days.ts';
import { allows } from '#contract/permission.ts';
import { dueMonday, weekBefore, weekFigures } from './week-figures.service.ts';
import { weeklyReportLetter } from './weekly-report.letter.ts';
import { type DueReport, weeklyReportStore } from './weekly-report.store.ts';
import { ownProjectStore } from '#features/account/server/account.store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { statisticsStore } from '#features/analytics/statistics/server/statistics.store.ts';
import type { App } from '#server/app/app.ts';
import { postLetter, sendLetters } from '#server/app/letters.ts';
import { randomUUID } from 'node:crypto';
import {
  listWeeklyReports,
  readWeeklyReport,
  reportsPerHour,
  sendWeeklyReport,
  stopFromMail,
  stopWeeklyReport,
  turnWeeklyReport,
  type WeekFigures,
  weeklyReportOffPath,
} from '#features/analytics/weekly-report/weekly-report.contract.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import { Answer, serve } from '#server/app/serve.ts';
import type { User } from '#server/secrets/sessions.ts';
import { countSharedAttempts } from '#server/limits/attempts.ts';
import type { Sealing } from '#server/secrets/secrets.ts';

interface MailedReport {
  readonly userId: number;
  readonly projectId: number;
}

const sealedText = /^weekly report of user (\d+) about project (\d+)$/;

/** Turns one report off without signing in; sealed against forgery. */
function offLink({ sealing, settings }: Pick<App, 'sealing' | 'settings'>, { userId, projectId }: MailedReport): string {
  const token = sealing.seal(`weekly report of user ${userId} about project ${projectId}`);
  return `${settings.publicUrl}${weeklyReportOffPath}?${new URLSearchParams({ token }).toString()}`;
}

/** Null for other texts. */
function reportOf(sealing: Sealing, token: string): MailedReport | null {
  const [, userId, projectId] = sealedText.exec(sealing.open(token) ?? '') ?? [];
  return userId === undefined || projectId === undefined ? null : { userId: Number(userId), projectId: Number(projectId) };
}

const lookEveryMilliseconds = 10_000;

export function serveWeeklyReport(app: App): void {
  const store = weeklyReportStore(app.db);
  const figuresOf = weekFigures(app);
  const sendDue = dueReports(app);
  const atOnce = countSharedAttempts(app.db, { name: 'weekly reports', maximum: reportsPerHour, windowSeconds: 3_600 });
  sendLetters(app, reportJob, () => Promise.resolve());
  app.jobs.repeat('weekly reports', lookEveryMilliseconds, (signal) => sendDue(Date.now(), signal));

  async function readable({ id, isAdmin }: User) {
    const own = await ownProjectStore(app.db).list(id);
    return own.filter((project) => allows({ ...project, is_admin: isAdmin }, 'analytics'));
  }
  async function found(user: User, id: number) {
    const isReadable = (await readable(user)).some((project) => project.id === id);
    return foundIn((isReadable ? await store.project({ id }) : undefined) ?? null, 'project');
  }

  serve(app, listWeeklyReports, async (_input, { user }) => {
    const on = await store.turnedOn(user.id);
    const settings = (await readable(user)).map(({ id, name }) => ({ id, name, is_on: on.has(id) }));
    return new Answer<typeof listWeeklyReports>(settings, { beside: { sends_mail: app.settings.hasMailServer } });
  });

  serve(app, readWeeklyReport, async ({ day }, { project }) => {
    const thisMonday = mondayOf(dayOf(Date.now(), project.timeZone));
    const asked = day === undefined ? thisMonday : addDays(mondayOf(day), 7);
    // The week that isn't over has no report.
    const monday = asked < thisMonday ? asked : thisMonday;
    const { search: since } = await statisticsStore(app.db).trackedSince(project);
    const first = mondayOf(since ?? thisMonday);
    const mondays: string[] = [];
    for (let at = addDays(thisMonday, -7); at >= first; at = addDays(at, -7)) mondays.push(at);
    return { ...weekBefore(monday), report: await figuresOf(project, monday), mondays, currency: project.currency };
  });

  serve(app, turnWeeklyReport, async ({ id, is_on: isOn }, { user }) => {
    const { timeZone } = await found(user, id);
    if (isOn) await store.turnOn(user.id, { id }, mondayOf(dayOf(Date.now(), timeZone)));
    else await store.turnOff(user.id, { id });
    return {};
  });

  /** Works for everyone with the letter, whatever their rights. */
  async function stop({ token }: { readonly token: string }) {
    const stopped = reportOf(app.sealing, token);
    if (stopped === null) throw fail('linkNotValid');
    await store.turnOff(stopped.userId, { id: stopped.projectId });
    return {};
  }
  serve(app, stopWeeklyReport, stop);
  serve(app, stopFromMail, (input, _caller, { stream }) => {
    stream.resume();
    return stop(input);
  });

  serve(app, sendWeeklyReport, async ({ id }, { user }) => {
    const project = await found(user, id);
    await atOnce.take(String(user.id));
    const monday = mondayOf(dayOf(Date.now(), project.timeZone));
    const week = await figuresOf(project, monday);
    if (week === null) throw fail('nothingToReport');
    const letter = weeklyReportLetter(app, await store.reader(user.id), project, week, { kind: 'asked' });
    await postLetter(app, reportJob, { key: randomUUID(), letter, about: { project: id, monday } });
    return { email: user.email };
  });
}

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
