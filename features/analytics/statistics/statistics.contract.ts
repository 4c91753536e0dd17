import * as z from 'zod/mini';
import { rangeChecks } from '#contract/date-range.ts';
import { addDays, countDays, Day } from '#contract/days.ts';
import { inCollection } from '#contract/crud.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { pageOf, PageQuery, sortOrders } from '#contract/page.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { Moment } from '#contract/fields.ts';
import { maximumCuratedItems, maximumItemIdLength } from '#contract/limits.ts';
import { languageCodes } from '#contract/texts/languages.ts';

export const resultObjects = ['all', 'autocomplete', 'search'] as const;
export type ResultObject = (typeof resultObjects)[number];

/** Two years and a margin. */
export const longestRangeDays = 800;
export const topQueryCount = 10;
export const longestQueryLength = 1_000;

/** Default: eight days until yesterday. */
export const usualRange = { firstDaysAgo: 8, lastDaysAgo: 1 } as const;

/** Days of the dashboard, which screens opened after it keep. */
export const dashboardRange = { firstDaysAgo: 7, lastDaysAgo: 1 } as const;

export const daysAgo = (
  { firstDaysAgo, lastDaysAgo }: { readonly firstDaysAgo: number; readonly lastDaysAgo: number },
  today: string,
): { readonly start: string; readonly end: string } => ({
  start: addDays(today, -firstDaysAgo),
  end: addDays(today, -lastDaysAgo),
});

const filterFields = {
  start: z.optional(Day),
  end: z.optional(Day),
  /** Empty for all. */
  language: z._default(z.enum(['', ...languageCodes]), ''),
  result_object: z._default(z.enum(resultObjects), 'search'),
};

/** Adds the filter of all statistics. Both days are included, in the project's time zone. */
export const inStatistics = <Shape extends z.core.$ZodShape>(input: z.ZodMiniObject<Shape>) =>
  z.extend(input, filterFields).check(...rangeChecks({ from: 'start', to: 'end', maximumDays: longestRangeDays }));

export const StatisticsFilter = inStatistics(z.object({}));
export type StatisticsFilter = z.output<typeof StatisticsFilter>;
export const statisticsErrors = ['rangeOpen', 'rangeReversed', 'rangeTooLong'] as const satisfies readonly ErrorCode[];

/** Null if not tracked, which is not 0. */
export const Figure = z.nullable(z.number());

/** The corrected words of the newest search; empty if only some of its words matched; null if found as typed, or not at all. */
export const FoundAs = z.nullable(z.string());

/** One point per day. */
export const Timeline = z.object({ data: z.array(Figure), x_tooltip: z.array(z.string()) });

/** Estimated to about 1 %. */
export const IsEstimated = z.boolean();

const DaysOf = z.object({ start: z.string(), end: z.string() });
type DaysOf = z.output<typeof DaysOf>;

/** Excludes today, which isn't over, and its counterpart. Null if no day is left. */
export function comparedDays({ start, end }: DaysOf, today: string): Record<'now' | 'before', DaysOf> | null {
  const last = end < today ? end : addDays(today, -1);
  if (last < start) return null;
  const days = countDays(start, end);
  return { now: { start, end: last }, before: { start: addDays(start, -days), end: addDays(last, -days) } };
}

export const comparedOf = <Shape extends z.core.$ZodShape>(figures: Shape) =>
  z.nullable(z.object({ now: z.object(figures), before: z.object(figures) }));

const totals = { queries: Figure, unique_users: Figure };

/** Days before `since` and after the range's end are unknown. */
export const Turnover = {
  /** Searches with a purchase. */
  purchases: Figure,
  /** Searches on the days of which purchases are known. */
  sold_searches: Figure,
  /** Amounts of their purchases, in the project's currency. */
  turnover: Figure,
};

/** Searches with a purchase per search. */
export const conversion = ({
  purchases,
  sold_searches: searches,
}: {
  readonly purchases: number | null;
  readonly sold_searches: number | null;
}) => (purchases === null || !searches ? null : purchases / searches);

export const TurnoverTotals = z.object({
  ...Turnover,
  timeline: Timeline,
  /** The preceding range of the same length. */
  previous_timeline: Timeline,
  compared: comparedOf(Turnover),
});
export type TurnoverTotals = z.output<typeof TurnoverTotals>;

export const QueryTotals = z.object({
  ...totals,
  timeline: Timeline,
  is_estimated: IsEstimated,
  /** The preceding range of the same length. */
  previous_timeline: Timeline,
  compared: comparedOf({ ...DaysOf.shape, ...totals }),
});
export type QueryTotals = z.output<typeof QueryTotals>;

/** A release, or an import that changed items: may explain a change. */
export const StatisticsMark = z.object({
  day: z.string(),
  kind: z.enum(['release', 'import']),
  /** Release number or import id. */
  number: z.number(),
  /** Null for releases. */
  feed_id: z.nullable(z.number()),
  /** Null for the server. */
  by: z.nullable(z.string()),
  at: Moment,
});
export type StatisticsMark = z.output<typeof StatisticsMark>;

export const readStatisticsContext = endpoint('GET /api/statistics/context', {
  needs: 'analytics',
  summary:
    'Since when searches, completions, clicks and purchases are tracked, in which languages, and what went live in a range of days',
  input: StatisticsFilter,
  output: z.object({
    start: z.string(),
    end: z.string(),
    tracked_since: z.object({
      search: z.nullable(z.string()),
      autocomplete: z.nullable(z.string()),
      events: z.nullable(z.string()),
    }),
    /** First days of purchases after searches, of their amounts, and of amounts of any purchase. */
    sold_since: z.object({
      purchases: z.nullable(z.string()),
      turnover: z.nullable(z.string()),
      sales: z.nullable(z.string()),
    }),
    /** ISO 4217; turnover is in it. Null if unknown. */
    currency: z.nullable(z.string()),
    languages: z.array(z.string()),
    marks: z.array(StatisticsMark),
    /** Null for projects other than sample shops. */
    are_visitors_made_up: z.nullable(z.boolean()),
    /** Made-up visitors are being added, so figures aren't whole. */
    is_being_filled: z.boolean(),
  }),
  errors: statisticsErrors,
});

/** Cells can't be formulas. */
export const StatisticsFile = z.object({ file_name: z.string(), csv: z.string() });
export const longestFileRows = 10_000;

interface StatisticsList<Input extends z.core.$ZodShape, Row extends z.core.$ZodType, Beside extends z.core.$ZodShape> {
  readonly summary: string;
  /** The sort, and how rows are narrowed. */
  readonly input: Input;
  readonly row: Row;
  readonly beside: Beside;
  readonly errors?: readonly ErrorCode[];
}

/** A list of a range of days, and the same as a file. */
export function statisticsList<Input extends z.core.$ZodShape, Row extends z.core.$ZodType, Beside extends z.core.$ZodShape>(
  path: string,
  { summary, input, row, beside, errors = [] }: StatisticsList<Input, Row, Beside>,
) {
  const asked = inStatistics(z.extend(z.extend(PageQuery, { order: z._default(z.enum(sortOrders), 'desc') }), input));
  const common = { needs: 'analytics', input: asked, errors: [...statisticsErrors, ...errors] } as const;
  return {
    list: endpoint(`GET ${path}`, { ...common, summary, output: z.extend(pageOf(row), beside) }),
    file: endpoint(`GET ${path}/export`, { ...common, summary: 'The same as CSV, whatever the page', output: StatisticsFile }),
  };
}

export const itemFiguresDays = 30;
export const maximumFiguredItems = 2 * maximumCuratedItems;

const Ids = z.array(z.string().check(z.maxLength(maximumItemIdLength))).check(z.maxLength(maximumFiguredItems));

/** For users who edit rules and may not see statistics. */
export const readItemFigures = endpoint('POST /api/widget/item_figures', {
  needs: 'search',
  summary: 'Counts clicks, carts and purchases of items with all their variants in the last 30 days',
  input: z.object({
    ...inCollection,
    /** Only after this query. Empty: all, also without a search. */
    q: z._default(z.string().check(z.trim(), z.maxLength(longestQueryLength)), ''),
    ids: Ids,
    /** The ids that are counted without their variants. */
    alone: z._default(Ids, []),
  }),
  /** Items that nobody clicked, put into the cart or bought are missing. */
  output: z.array(z.object({ item_id: z.string(), clicks: z.number(), carts: z.number(), purchases: z.number() })),
  onlyAsks: true,
});
export type ItemFigures = OutputOf<typeof readItemFigures>[number];
