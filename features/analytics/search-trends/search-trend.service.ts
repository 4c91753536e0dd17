import type { SearchTrendDetail } from './search-trends.contract.ts';
import { otherForms } from './other-forms.ts';
import { clickStore } from '#features/analytics/statistics/clicks.store.ts';
import { type NextSearch, nextSearches } from '#features/analytics/statistics/next-searches.store.ts';
import { daysOf, type StatisticsRange, sumOfWhole, sumOver } from '#features/analytics/statistics/statistics-range.service.ts';
import type { AskedStatistics, Statistics } from '#features/analytics/statistics/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/terms.store.ts';
import { sentToPage } from '#features/front-api/searched-terms/counted-found.service.ts';
import type { App } from '#server-kit/app.ts';

/** Of what follows, the first ones. */
const listedQueries = 10;
const listedItems = 20;

type Counted = Awaited<ReturnType<ReturnType<typeof termStore>['everCounted']>>;

/** All that is known of one query in a range of days. */
export function searchTrend(app: App, { eachDay }: Statistics) {
  const terms = termStore(app.db);
  const clicks = clickStore(app.db);

  async function ofRange(
    statistic: AskedStatistics,
    { range, sum }: { readonly range: StatisticsRange; readonly sum: typeof sumOver },
    term: string,
    { searches, clicked }: Counted,
  ) {
    const data = eachDay(statistic, searches, range);
    const count = sum(data);
    const users = (await terms.visitors({ ...statistic, range }, [term])).get(term);
    const { events: clicksSince } = statistic.trackedSince;
    const days = daysOf(range);
    return {
      timeline: days.map((x, at) => ({ x, y: data[at] ?? null })),
      clicked_timeline: days.map((x) => ({ x, y: clicksSince === null || x < clicksSince ? null : (clicked.get(x) ?? 0) })),
      count,
      users: count === null ? null : (users?.count ?? 0),
      is_estimated: users?.isEstimated ?? false,
      clicks: clicksSince === null || count === null ? null : days.reduce((sum, day) => sum + (clicked.get(day) ?? 0), 0),
    };
  }

  return async (statistic: AskedStatistics, term: string): Promise<SearchTrendDetail> => {
    const counted = await terms.everCounted(statistic, term);
    const now = await ofRange(statistic, { range: statistic.range, sum: sumOver }, term, counted);
    const before = await ofRange(statistic, { range: statistic.previous, sum: sumOfWhole }, term, counted);
    const clicked = await clicks.itemsOf(statistic, term, listedItems);
    return {
      query: term,
      ...now,
      previous_timeline: before.timeline,
      previous_count: before.count,
      previous_users: before.users,
      is_estimated: now.is_estimated || before.is_estimated,
      previous_clicks: before.clicks,
      item_count: counted.newestItemCount === sentToPage ? null : counted.newestItemCount,
      mean_position: clicked.meanPosition,
      clicked_items: clicked.items,
      other_forms: await otherForms(app, statistic, term, listedQueries),
      searched_next: (await nextSearches(app.db, statistic, { term, isFound: false, limit: listedQueries })).map(asQuery),
    };
  };
}

const asQuery = ({ term: query, visitors: count }: NextSearch) => ({ query, count });
