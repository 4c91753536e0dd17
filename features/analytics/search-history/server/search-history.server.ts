import { addDays } from '#contract/days.ts';
import type * as z from 'zod/mini';
import { toPage } from '#contract/page.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import {
  exportSingleSearches,
  listSingleSearches,
  readSearchHistory,
} from '#features/analytics/search-history/search-history.contract.ts';
import { singleSearchStore } from './single-searches.store.ts';
import { sentToPage } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import { topQueryCount } from '#features/analytics/statistics/statistics.contract.ts';
import {
  type AskedStatistics,
  statistics,
  serveStatisticsList,
} from '#features/analytics/statistics/server/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';

type Listed = z.output<(typeof listSingleSearches)['input']>;

export function serveSearchHistory(app: App): void {
  const { asked, totals, took, store } = statistics(app);
  const terms = termStore(app.db);
  const searches = singleSearchStore(app.db);

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
  async function list({ search, order, page, per_page, only, ...filter }: Listed, project: SelectedProject) {
    const statistic = await asked(filter, project);
    const offset = (page - 1) * per_page;
    const { rows, totalCount } = await searches.page(statistic, {
      search: normaliseQuery(search).trim(),
      only,
      order,
      limit: per_page,
      offset,
    });
    const next = await searches.nextOf(statistic, rows);
    const items = rows.map(({ id, happened_at: at, term, item_count: found, found_as, click_count, purchase_count }) => ({
      id: Number(id),
      at: Number(at),
      query: term,
      item_count: found === sentToPage ? null : found,
      found_as,
      clicks: click_count,
      purchases: purchase_count,
      next: next.get(Number(id)) ?? null,
    }));
    return { ...toPage(items, totalCount, per_page), kept_days: app.settings.rawDays };
  }

  serveStatisticsList(
    app,
    { list: listSingleSearches, file: exportSingleSearches },
    {
      name: 'searches',
      list,
      columns: (t) => ({
        [t('Time')]: ({ at }) => new Date(at).toISOString(),
        [t('Query')]: ({ query }) => query,
        [t('Found')]: ({ item_count: found }) => found,
        [t('Clicks')]: ({ clicks }) => clicks,
        [t('Purchases')]: ({ purchases }) => purchases,
        [t('Searched for')]: ({ next }) => next,
      }),
    },
  );
}
