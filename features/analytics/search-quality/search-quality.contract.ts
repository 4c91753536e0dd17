import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Figure, StatisticsFilter, statisticsErrors } from '#features/analytics/statistics/statistics.contract.ts';

/** Clicked searches of a query that are judged together. Always as many: with more clicks the same order comes to more. */
export const searchesOfGroup = 5;
/** With fewer queries in a week, their mean says little about search. */
export const leastQueries = 10;
/** So many whole weeks are compared with as many before; fewer where there are fewer. */
export const weeksCompared = 4;
/** Weeks before the end of a range that are told, however short it is. */
export const weeksTold = 12;

/** Whether search gets better: `same` where that can't be told from chance. */
export const verdicts = ['better', 'worse', 'same', 'tooFew', 'untracked'] as const;

/** Figures of whole weeks. Null where nothing was tracked, or where there are too few clicks to say. */
export const JudgedWeeks = z.object({
  /** A Monday and a Sunday, where the shop is. */
  start: z.string(),
  end: z.string(),
  /** From 0 to 1, and between what it lies in 95 of 100 cases. */
  ndcg: Figure,
  ndcg_low: Figure,
  ndcg_high: Figure,
  /** Of all searches, the share that found nothing. */
  no_result_rate: Figure,
  /** Searches with a click on the first page, one of each visitor and query. */
  clicked_searches: Figure,
  /** The queries that `ndcg` is the mean of. */
  judged_queries: Figure,
});
export type JudgedWeeks = z.output<typeof JudgedWeeks>;

export const readSearchQuality = endpoint('GET /api/widget/search-quality', {
  needs: 'analytics',
  summary:
    'How good the order of results is by what visitors clicked (nDCG), and the share of searches without results, by whole weeks; and whether that gets better. It is of searches alone, whatever `result_object` says',
  input: StatisticsFilter,
  output: z.object({
    verdict: z.enum(verdicts),
    /** The weeks that the verdict compares; null where there aren't any. */
    now: z.nullable(JudgedWeeks),
    before: z.nullable(JudgedWeeks),
    /** How many weeks each of both has. */
    compared_weeks: z.number(),
    /** Oldest first: the whole ones of the range, and as many before its end as make twelve. */
    weeks: z.array(JudgedWeeks),
  }),
  errors: statisticsErrors,
});
export type SearchQuality = z.output<(typeof readSearchQuality)['output']>;
