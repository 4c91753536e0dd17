import type * as z from 'zod/mini';
import { toPage } from '#contract/page.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import {
  exportSearchTrends,
  listSearchTrends,
  readSearchTrend,
  itemsNow,
  readQueryNow,
} from '#features/analytics/search-trends/search-trends.contract.ts';
import { searchTrend } from './search-trend.service.ts';
import { sentToPage } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { statisticsFile, statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import type { SelectedProject } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { shownItem } from '#server/search/preview.ts';
import { inCollection } from '#server/search/project-search.ts';
import { shownAnswer, traceDataOf } from '#server/search/shown-answer.ts';
import { plainRequest } from '#server/search/search-request.ts';

type Asked = z.output<(typeof listSearchTrends)['input']>;

export function serveSearchTrends(app: App): void {
  const figures = statistics(app);
  const terms = termStore(app.db);
  const detail = searchTrend(app, figures);

  async function list({ search, sort, order, page, per_page, only, ...filter }: Asked, project: SelectedProject) {
    const statistic = await figures.asked(filter, project);
    const { rows, totalCount } = await terms.page(statistic, {
      search: normaliseQuery(search),
      order,
      only,
      compared: statistic.compared,
      sort: sort === 'query' ? 'term' : sort,
      counted: 'search_count',
      limit: per_page,
      offset: (page - 1) * per_page,
    });
    const names = rows.map(({ term }) => term);
    const [users, days] = [await terms.visitors(statistic, names), await terms.byDay(statistic, names)];
    const { compared, since } = statistic;
    const isCompared = compared !== null && since !== null && since <= compared.before.start;
    const isClickTracked = statistic.trackedSince.events !== null;
    const items = rows.map(({ term, count, comparedCount, previousCount, itemCount, clickCount }) => ({
      query: term,
      count,
      compared_count: isCompared ? comparedCount : null,
      previous_count: isCompared ? previousCount : null,
      users: users.get(term)?.count ?? null,
      is_estimated: users.get(term)?.isEstimated ?? false,
      item_count: itemCount === sentToPage ? null : itemCount,
      clicks: isClickTracked ? clickCount : null,
      days: figures.eachDay(statistic, days.get(term) ?? new Map()),
    }));
    return toPage(items, totalCount, per_page);
  }

  serve(app, listSearchTrends, (input, { project }) => list(input, project));

  serve(app, exportSearchTrends, (input, { project, language }) => {
    const t = app.translate(language);
    return statisticsFile({
      name: 'search-trends',
      project,
      input,
      list: (asked) => list(asked, project),
      columns: {
        [t('Query')]: ({ query }) => query,
        [t('Searches')]: ({ count }) => count,
        [t('Searches without today')]: ({ compared_count: compared }) => compared,
        [t('Searches in the period before')]: ({ previous_count: before }) => before,
        [t('Unique users')]: ({ users }) => users,
        [t('Found')]: ({ item_count: found }) => found,
        [t('Searches with a click')]: ({ clicks }) => clicks,
      },
    });
  });

  serve(app, readSearchTrend, async ({ q, ...filter }, { project }) =>
    detail(await figures.asked(filter, project), normaliseQuery(q).trim()),
  );
}

export function serveQueryNow(app: App): void {
  serve(app, readQueryNow, ({ c, q }, { project }) =>
    inCollection(app, project, c, async (search) => {
      const answer = shownAnswer(await search.find(plainRequest(q, itemsNow)), search.relevance, 'search');
      const rows = traceDataOf(answer.trace).flatMap(({ rows: acting = [] }) => acting);
      return {
        items: answer.hits.map(({ item }) => shownItem(item)),
        total_count: answer.totalCount,
        took: answer.took,
        redirect: answer.redirect,
        rules: [...new Map(rows.map((row) => [`${row.source} ${row.id}`, row])).values()],
      };
    }),
  );
}
