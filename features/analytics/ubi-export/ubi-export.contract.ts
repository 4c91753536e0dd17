import * as z from 'zod/mini';
import { rangeChecks } from '#contract/date-range.ts';
import { Day } from '#contract/days.ts';
import { OpenedLink, TicketInput, ticketSeconds } from '#contract/fields.ts';
import { endpoint } from '#contract/endpoint.ts';
import { longestRangeDays, statisticsErrors } from '#features/analytics/statistics/statistics.contract.ts';

export const ubiKinds = ['queries', 'events'] as const;
export type UbiKind = (typeof ubiKinds)[number];

export const openUbiDownload = endpoint('POST /api/statistics/ubi/ticket', {
  needs: 'analytics',
  summary: `Opens a link to the single queries or events of a range of days, in the shape of User Behavior Insights, which works once and for ${ticketSeconds} seconds`,
  onlyAsks: true,
  /** Both included, in the project's time zone. Default: the range of statistics. */
  input: z
    .object({ kind: z.enum(ubiKinds), start: z.optional(Day), end: z.optional(Day) })
    .check(...rangeChecks({ from: 'start', to: 'end', maximumDays: longestRangeDays })),
  output: OpenedLink,
  errors: statisticsErrors,
});

export const downloadUbi = endpoint('GET /api/statistics/ubi/download', {
  needs: 'public',
  summary:
    'The single queries or events of a range of days, one JSON document of User Behavior Insights a line, by a link that was opened for it',
  file: 'application/x-ndjson',
  input: TicketInput,
  output: z.string(),
  errors: ['linkNotValid'],
});
