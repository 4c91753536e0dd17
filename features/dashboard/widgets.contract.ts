import { endpoint } from '#contract/endpoint.ts';
import { QueryTotals, StatisticsFilter, statisticsErrors } from '#features/analytics/statistics/statistics.contract.ts';

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
