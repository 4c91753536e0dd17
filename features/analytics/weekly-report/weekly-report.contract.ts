import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';

/** Minutes after midnight, in the project's time zone. */
export const sentAtMinute = 7 * 60;
export const reportsPerHour = 6;

const ReportSetting = z.object({ id: Id, name: z.string(), is_on: z.boolean() });
export type ReportSetting = z.output<typeof ReportSetting>;

export const listWeeklyReports = endpoint('GET /api/user/weekly_reports', {
  needs: 'user',
  summary:
    'Lists the projects whose analytics the signed-in person may see, and whether a weekly report of each is mailed to them',
  output: z.array(ReportSetting),
  beside: z.object({ sends_mail: z.boolean() }),
});

export const turnWeeklyReport = endpoint('PUT /api/user/weekly_reports', {
  needs: 'user',
  summary: 'Turns the weekly report of a project on or off for the signed-in person; the first one comes next Monday',
  input: z.object({ id: Id, is_on: z.boolean() }),
  errors: ['notFound'],
});

export const sendWeeklyReport = endpoint('POST /api/user/weekly_reports/send', {
  needs: 'user',
  summary: 'Mails the report of the last whole week to the signed-in person now',
  input: z.object({ id: Id }),
  output: z.object({ email: z.string() }),
  errors: ['notFound', 'nothingToReport', 'tooManyRequests'],
});

export const weeklyReportOffPath = '/weekly-report/off';
const OffToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)) });

export const stopWeeklyReport = endpoint('POST /api/user/weekly_reports/stop', {
  needs: 'public',
  summary: 'Turns a weekly report off by the token of a link in its mail',
  input: OffToken,
  errors: ['linkNotValid'],
});

export const stopFromMail = endpoint(`POST ${weeklyReportOffPath}`, {
  needs: 'public',
  summary: 'The same for the button of programs for mail, which send a form of their own (RFC 8058)',
  input: OffToken,
  inAddress: ['token'],
  upload: true,
  errors: ['linkNotValid'],
});
