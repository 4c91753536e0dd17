import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { Import } from '#features/data/imports/imports.contract.ts';
import {
  QueryTotals,
  StatisticsFilter,
  statisticsErrors,
  TurnoverTotals,
} from '#features/analytics/statistics/statistics.contract.ts';

const FeedState = z.object({ id: Id, name: z.string(), last_import: Import });

export const ProjectState = z.object({
  item_count: z.number(),
  feed_count: z.number(),
  last_feed: z.nullable(FeedState),
  troubled_feeds: z.array(FeedState),
  /** Last call of the front API; null if never. */
  front_called_at: z.nullable(Moment),
  is_tracked: z.boolean(),
  has_synonym: z.boolean(),
  has_curation: z.boolean(),
});
export type ProjectState = z.output<typeof ProjectState>;
export type FeedState = z.output<typeof FeedState>;

export const readProjectState = endpoint('GET /api/dashboard/state', {
  needs: 'member',
  summary: 'Answers the state of the project, and what of it waits for somebody',
  output: ProjectState,
});

export const readTotalQueries = endpoint('POST /api/widget/dashboard/total_queries', {
  needs: 'analytics',
  onlyAsks: true,
  summary: 'How many searches there were in a range of days, by how many visitors, day by day',
  input: StatisticsFilter,
  output: QueryTotals,
  errors: statisticsErrors,
});

export const readTotalQueriesWithoutResults = endpoint('POST /api/widget/dashboard/total_queries_without_results', {
  needs: 'analytics',
  onlyAsks: true,
  summary: 'The same of searches that found nothing as they were typed',
  input: StatisticsFilter,
  output: QueryTotals,
  errors: statisticsErrors,
});

export const readTurnover = endpoint('POST /api/widget/dashboard/turnover', {
  needs: 'analytics',
  onlyAsks: true,
  summary: 'How many searches of a range of days led to a purchase, and the turnover of these purchases, day by day',
  input: StatisticsFilter,
  output: TurnoverTotals,
  errors: statisticsErrors,
});

export const lookedAtFields = ['image', 'price', 'url', 'category'] as const;
export type LookedAtField = (typeof lookedAtFields)[number];

export const DataQuality = z.object({
  /** False if several feeds fill a collection, or its last import failed. */
  is_whole: z.boolean(),
  /** Items of the last import without a field; only counts above 0. */
  missing: z.array(
    z.object({ collection_id: Id, collection: z.string(), field: z.enum(lookedAtFields), item_count: z.number() }),
  ),
  /** Products that the shop hides. */
  unpublished: z.array(z.object({ feed_id: Id, feed: z.string(), item_count: z.number() })),
});
export type DataQuality = z.output<typeof DataQuality>;

export const readDataQuality = endpoint('GET /api/dashboard/data-quality', {
  needs: 'member',
  summary: 'Answers how many items lack what customers look at',
  output: DataQuality,
});
