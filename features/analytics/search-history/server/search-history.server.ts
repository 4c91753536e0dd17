import { addDays } from '#contract/days.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import { topQueryCount } from '#features/analytics/statistics/statistics.contract.ts';
import { type AskedStatistics, statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';

export function serveSearchHistory(app: App): void {
  const { asked, totals, took, store } = statistics(app);
  const terms = termStore(app.db);

  function areQueriesKept({ resultObject, range, since, today }: AskedStatistics): boolean {
    if (resultObject !== 'autocomplete' || since === null) return false;
    const first = range.start > since ? range.start : since;
    return first > addDays(today, -app.settings.rawDays);
  }

  async function top(statistic: AskedStatistics, column: 'search_count' | 'unfound_count') {
    const rows = await terms.top(statistic, column, topQueryCount);
    const names = rows.map(({ term }) => term);
    const users = await terms.visitors(statistic, names, column === 'unfound_count');
    const ended = areQueriesKept(statistic) ? await store.endedInSearchOf(statistic, names) : null;
    return rows.map(({ term, count }) => ({
      query: term,
      count,
      users: users.get(term)?.count ?? null,
      is_estimated: users.get(term)?.isEstimated ?? false,
      ended_in_search: ended?.get(term) ?? null,
    }));
  }

  serve(app, readSearchHistory, async (filter, { project }) => {
    const statistic = await asked(filter, project);
    const typed = filter.result_object === 'autocomplete' ? await store.endedInSearch(statistic) : null;
    return {
      top_queries: await top(statistic, 'search_count'),
      top_no_results: await top(statistic, 'unfound_count'),
      total_queries: await totals(statistic, 'search_count'),
      total_no_results: await totals(statistic, 'unfound_count'),
      took_time: await took(statistic),
      ended_in_search: typed !== null && typed.typed > 0 ? typed.searched / typed.typed : null,
    };
  });
}
