import * as z from 'zod/mini';
import { rangeChecks } from '#contract/date-range.ts';
import { addDays, countDays, Day } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { Moment } from '#contract/fields.ts';
import { languageCodes } from '#contract/texts/languages.ts';

/** What a visitor asked for: results of a query, what completes it while it is typed, or either. */
export const resultObjects = ['all', 'autocomplete', 'search'] as const;
export type ResultObject = (typeof resultObjects)[number];

/** Roll-ups are kept for ever, and nobody compares more than two years. */
export const longestRangeDays = 800;
export const topQueryCount = 10;
export const longestQueryLength = 1_000;

/** Where no days are given: eight days, of which the last one was yesterday where the shop is. */
export const usualRange = { firstDaysAgo: 8, lastDaysAgo: 1 } as const;

const filterFields = {
  start: z.optional(Day),
  end: z.optional(Day),
  /** Empty for all of them. */
  language: z._default(z.enum(['', ...languageCodes]), ''),
  result_object: z._default(z.enum(resultObjects), 'search'),
};

/** What all statistics are narrowed by, besides what `input` has: both days are included, in the project's time zone. */
export const inStatistics = <Shape extends z.core.$ZodShape>(input: z.ZodMiniObject<Shape>) =>
  z.extend(input, filterFields).check(...rangeChecks({ from: 'start', to: 'end', maximumDays: longestRangeDays }));

export const StatisticsFilter = inStatistics(z.object({}));
export type StatisticsFilter = z.output<typeof StatisticsFilter>;
export const statisticsErrors = ['rangeOpen', 'rangeReversed', 'rangeTooLong'] as const satisfies readonly ErrorCode[];

/** Null where nothing was tracked, which is not 0. */
export const Figure = z.nullable(z.number());

/** A point for every day of the range, also for those on which nothing happened. */
export const Timeline = z.object({ data: z.array(Figure), x_tooltip: z.array(z.string()) });

/** Whether visitors are counted by a sketch, which is off by up to 2 %. */
export const IsEstimated = z.boolean();

const DaysOf = z.object({ start: z.string(), end: z.string() });
type DaysOf = z.output<typeof DaysOf>;

/** The same days of the range before. Today isn't over and is left out on both sides. Null where no day is left. */
export function comparedDays({ start, end }: DaysOf, today: string): Record<'now' | 'before', DaysOf> | null {
  const last = end < today ? end : addDays(today, -1);
  if (last < start) return null;
  const days = countDays(start, end);
  return { now: { start, end: last }, before: { start: addDays(start, -days), end: addDays(last, -days) } };
}

export const comparedOf = <Shape extends z.core.$ZodShape>(figures: Shape) =>
  z.nullable(z.object({ now: z.object(figures), before: z.object(figures) }));

const totals = { queries: Figure, unique_users: Figure };

/** Searches, and distinct visitors who made them. */
export const QueryTotals = z.object({
  ...totals,
  timeline: Timeline,
  is_estimated: IsEstimated,
  /** The range of the same length before. */
  previous_timeline: Timeline,
  compared: comparedOf({ ...DaysOf.shape, ...totals }),
});
export type QueryTotals = z.output<typeof QueryTotals>;

/** Something that may explain a change, by the day on which it went live: a release, or an import that changed items. */
export const StatisticsMark = z.object({
  day: z.string(),
  kind: z.enum(['release', 'import']),
  /** The number of a release, or the id of an import. */
  number: z.number(),
  /** The feed of an import; null of a release. */
  feed_id: z.nullable(z.number()),
  /** Null for what the server did by itself. */
  by: z.nullable(z.string()),
  at: Moment,
});
export type StatisticsMark = z.output<typeof StatisticsMark>;

export const readStatisticsContext = endpoint('GET /api/statistics/context', {
  needs: 'analytics',
  summary: 'Since when searches, completions and clicks are tracked, in which languages, and what went live in a range of days',
  input: StatisticsFilter,
  output: z.object({
    start: z.string(),
    end: z.string(),
    tracked_since: z.object({
      search: z.nullable(z.string()),
      autocomplete: z.nullable(z.string()),
      events: z.nullable(z.string()),
    }),
    languages: z.array(z.string()),
    marks: z.array(StatisticsMark),
    /** Of a sample shop, whether its visitors are made up; null of any other project. */
    are_visitors_made_up: z.nullable(z.boolean()),
  }),
  errors: statisticsErrors,
});

/** Rows of a list for a spreadsheet: no cell of it is a formula. */
export const StatisticsFile = z.object({ file_name: z.string(), csv: z.string() });
export type StatisticsFile = z.output<typeof StatisticsFile>;
/** Rows of a file; the first ones, as the list is sorted. */
export const longestFileRows = 10_000;
