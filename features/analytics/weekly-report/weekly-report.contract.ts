import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Nothing } from '#contract/fields.ts';

/** When it is sent on Mondays, in minutes from midnight where the shop is. */
export const sentAtMinute = 7 * 60;
/** How often a person may have it sent at once, over all projects. */
export const reportsPerHour = 6;

const ReportSetting = z.object({ id: Id, name: z.string(), is_on: z.boolean() });
export type ReportSetting = z.output<typeof ReportSetting>;

export const listWeeklyReports = endpoint({
  method: 'GET',
  path: '/api/user/weekly_reports',
  needs: 'user',
  summary:
    'Lists the projects whose analytics the signed-in person may see, and whether a weekly report of each is mailed to them',
  input: Nothing,
  output: z.array(ReportSetting),
  beside: z.object({ sends_mail: z.boolean() }),
});

export const turnWeeklyReport = endpoint({
  method: 'PUT',
  path: '/api/user/weekly_reports',
  needs: 'user',
  summary: 'Turns the weekly report of a project on or off for the signed-in person; the first one comes next Monday',
  input: z.object({ id: Id, is_on: z.boolean() }),
  output: Nothing,
  errors: ['notFound'],
});

export const sendWeeklyReport = endpoint({
  method: 'POST',
  path: '/api/user/weekly_reports/send',
  needs: 'user',
  summary: 'Mails the report of the last whole week to the signed-in person now',
  input: z.object({ id: Id }),
  output: z.object({ email: z.string() }),
  errors: ['notFound', 'nothingToReport', 'tooManyRequests'],
});
