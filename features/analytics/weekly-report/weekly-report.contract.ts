import * as z from 'zod/mini';
import { Day } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { Figure, topQueryCount } from '#features/analytics/statistics/statistics.contract.ts';

/** Minutes after midnight, in the project's time zone. */
export const sentAtMinute = 7 * 60;
export const reportsPerHour = 6;

/** With the week before; null if not tracked. */
const Compared = z.object({ now: z.number(), before: Figure });
export type Compared = z.output<typeof Compared>;

const Queries = z.array(z.object({ query: z.string(), count: z.number() })).check(z.maxLength(topQueryCount));

export const WeekFigures = z.object({
  /** Days, both included. */
  start: Day,
  end: Day,
  searches: Compared,
  without_results: Compared,
  /** Null if events aren't tracked. */
  clicked: z.nullable(Compared),
  /** Purchases after searches, in the project's currency; null if unknown. */
  turnover: z.nullable(Compared),
  /** From 0 to 1; null with too few clicks. */
  order: z.nullable(Compared),
  to_fix: z.array(z.object({ query: z.string(), count: z.number(), why: z.enum(['found nothing', 'not clicked']) })),
  top: Queries,
  rising: z.array(z.object({ query: z.string(), count: z.number(), previous_count: z.number() })),
  unfound: Queries,
  /** Newest first, without imports. */
  releases: z.array(
    z.object({
      number: z.number(),
      at: Moment,
      /** Null for the server. */ by: z.nullable(z.string()),
      change_count: z.number(),
    }),
  ),
  release_count: z.number(),
  are_visitors_made_up: z.boolean(),
});
export type WeekFigures = z.output<typeof WeekFigures>;

export const readWeeklyReport = endpoint('GET /api/weekly_report', {
  needs: 'analytics',
  summary: 'Reads the report of a week, as it is mailed',
  input: z.object({
    /** A day of the week. Default: the last whole week. */
    day: z.optional(Day),
  }),
  output: z.object({
    start: Day,
    end: Day,
    /** Null if nobody searched. */
    report: z.nullable(WeekFigures),
    /** Mondays of all whole weeks since searches are tracked, newest first. */
    mondays: z.array(Day),
    currency: z.nullable(z.string()),
  }),
});

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
