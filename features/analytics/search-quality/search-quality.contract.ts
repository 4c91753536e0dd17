import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Figure, StatisticsFilter, statisticsErrors } from '#features/analytics/statistics/statistics.contract.ts';

/** Clicked searches judged together. A fixed number, because more clicks lower the score of the same order. */
export const searchesOfGroup = 5;
export const leastQueries = 10;
/** Fewer if there are fewer. */
export const weeksCompared = 4;
export const weeksShown = 12;

/** `same`: not significant. */
export const verdicts = ['better', 'worse', 'same', 'tooFew', 'untracked'] as const;

export const JudgedWeeks = z.object({
  /** In the project's time zone. */
  start: z.string(),
  end: z.string(),
  /** From 0 to 1, with a 95 % interval. */
  ndcg: Figure,
  ndcg_low: Figure,
  ndcg_high: Figure,
  no_result_rate: Figure,
  /** One per visitor and query. */
  clicked_searches: Figure,
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
    now: z.nullable(JudgedWeeks),
    before: z.nullable(JudgedWeeks),
    compared_weeks: z.number(),
    /** Oldest first, at least twelve. */
    weeks: z.array(JudgedWeeks),
  }),
  errors: statisticsErrors,
});
export type SearchQuality = z.output<(typeof readSearchQuality)['output']>;
