import type * as z from 'zod/mini';
import { shownAt } from '#contract/days.ts';
import { toPage } from '#contract/page.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import {
  exportSearchesWithoutResults,
  listSearchesWithoutResults,
} from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { queriesInState } from '#features/analytics/fix-problem/server/proposals.service.ts';
import { queryFixStore } from '#features/analytics/fix-problem/server/query-fixes.store.ts';
import { serveStatisticsList, statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import { sentToPage } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';

const sorts = { query: 'term', queries: 'count', users_affected: 'users', last_at: 'last_at' } as const;

type Asked = z.output<(typeof listSearchesWithoutResults)['input']>;

export function serveSearchesWithoutResults(app: App): void {
  const { asked } = statistics(app);
  const terms = termStore(app.db);
  const fixes = queryFixStore(app.db);

  async function list({ search, sort, order, page, per_page, state, ...filter }: Asked, project: SelectedProject) {
    const statistic = await asked(filter, project);
    const { now, ...inState } = await queriesInState(app, statistic, state);
    const { rows, totalCount, counts } = await terms.page(statistic, {
      search: normaliseQuery(search),
      order,
      sort: sorts[sort],
      ...inState,
      limit: per_page,
      offset: (page - 1) * per_page,
    });
    const names = rows.map(({ term }) => term);
    const [users, noted] = [await terms.visitors(statistic, names, state === 'open'), await fixes.of(project, names)];
    const items = rows.map(({ term, count, lastAt, ...newest }) => {
      const fixed = state === 'fixed' ? now?.get(term) : undefined;
      const { itemCount, foundAs } = fixed ? { ...fixed, foundAs: null } : newest;
      return {
        query: term,
        queries: count,
        item_count: itemCount === sentToPage ? null : itemCount,
        found_as: foundAs,
        users_affected: users.get(term)?.count ?? null,
        is_estimated: users.get(term)?.isEstimated ?? false,
        last_at: lastAt,
        rule: noted.get(term)?.rule ?? fixed?.rule ?? null,
        changed_at: noted.get(term)?.changedAt ?? null,
      };
    });
    return { ...toPage(items, totalCount, per_page), counts: { open: 0, corrected: 0, fixed: 0, dismissed: 0, ...counts } };
  }

  serveStatisticsList(
    app,
    { list: listSearchesWithoutResults, file: exportSearchesWithoutResults },
    {
      name: 'searches-without-results',
      list,
      columns: (t, project) => ({
        [t('Query')]: ({ query }) => query,
        [t('Searches')]: ({ queries }) => queries,
        [t('Found')]: ({ item_count: found }) => found,
        [t('Found as')]: ({ found_as: words }) => words,
        [t('Visitors affected')]: ({ users_affected: users }) => users,
        [t('Last time')]: ({ last_at: at }) => (at === null ? null : shownAt(at, project.timeZone)),
      }),
    },
  );
}
