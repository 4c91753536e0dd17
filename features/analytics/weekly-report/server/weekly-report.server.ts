import { randomUUID } from 'node:crypto';
import { dayOf, mondayOf } from '#contract/days.ts';
import { allows } from '#contract/permission.ts';
import { dueReports, reportJob } from './due-reports.ts';
import { weekFigures } from './week-figures.service.ts';
import { reportOf } from './off-link.ts';
import {
  listWeeklyReports,
  reportsPerHour,
  sendWeeklyReport,
  stopFromMail,
  stopWeeklyReport,
  turnWeeklyReport,
} from '#features/analytics/weekly-report/weekly-report.contract.ts';
import { weeklyReportLetter } from './weekly-report.letter.ts';
import { weeklyReportStore } from './weekly-report.store.ts';
import { ownProjectStore } from '#features/account/own-projects/own-projects.store.ts';
import type { App } from '#server/app.ts';
import { foundIn } from '#server/found-in.ts';
import { fail } from '#server/fail.ts';
import { postLetter, sendLetters } from '#server/mail/letters.ts';
import { Answer, serve } from '#server/serve.ts';
import type { User } from '#server/secrets/sessions.ts';
import { countSharedAttempts } from '#server/http/shared-attempts.ts';

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
