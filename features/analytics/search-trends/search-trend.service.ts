import type { SearchTrendDetail } from './search-trends.contract.ts';
import { otherForms } from './other-forms.ts';
import { clickStore } from '#features/analytics/statistics/clicks.store.ts';
import { daysOf, type StatisticsRange, sumOver } from '#features/analytics/statistics/statistics-range.service.ts';
import type { AskedStatistics, Statistics } from '#features/analytics/statistics/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/terms.store.ts';
import { sentToPage } from '#features/front-api/searched-terms/counted-found.service.ts';
import type { App } from '#server-kit/app.ts';

/** Of what follows, the first ones. */
const listedQueries = 10;
const listedItems = 20;
const nextWithinMilliseconds = 30 * 60 * 1_000;

/** All that is known of one query in a range of days. */
export function searchTrend(app: App, { eachDay }: Statistics) {
  const terms = termStore(app.db);
  const clicks = clickStore(app.db);

  async function ofRange(statistic: AskedStatistics, range: StatisticsRange, term: string) {
    const asked = { ...statistic, range };
    const counts = await terms.byDay(asked, [term]);
    const data = eachDay(statistic, counts.get(term) ?? new Map(), range);
    const count = sumOver(data);
    const users = (await terms.visitors(asked, [term])).get(term);
    const clicked = await terms.byDay(asked, [term], 'click_count');
    const clicksOn = clicked.get(term) ?? new Map<string, number>();
    const clickCount = [...clicksOn.values()].reduce((sum, one) => sum + one, 0);
    const { events: clicksSince } = statistic.trackedSince;
    return {
      timeline: daysOf(range).map((x, at) => ({ x, y: data[at] ?? null })),
      clicked_timeline: daysOf(range).map((x) => ({
        x,
        y: clicksSince === null || x < clicksSince ? null : (clicksOn.get(x) ?? 0),
      })),
      count,
      users: count === null ? null : (users?.count ?? 0),
      is_estimated: users?.isEstimated ?? false,
      clicks: clicksSince === null || count === null ? null : clickCount,
    };
  }

  return async (statistic: AskedStatistics, term: string): Promise<SearchTrendDetail> => {
    const [now, before] = [await ofRange(statistic, statistic.range, term), await ofRange(statistic, statistic.previous, term)];
    const found = await terms.newestItemCount(statistic, term);
    const clicked = await clicks.itemsOf(statistic, term, listedItems);
    return {
      query: term,
      ...now,
      previous_timeline: before.timeline,
      previous_count: before.count,
      previous_users: before.users,
      is_estimated: now.is_estimated || before.is_estimated,
      previous_clicks: before.clicks,
      item_count: found === sentToPage ? null : found,
      mean_position: clicked.meanPosition,
      clicked_items: clicked.items,
      other_forms: await otherForms(app, statistic, term, listedQueries),
      searched_next: (await terms.searchedNext(statistic, term, nextWithinMilliseconds, listedQueries)).map(asQuery),
    };
  };
}

const asQuery = ({ term, count }: { readonly term: string; readonly count: number }) => ({ query: term, count });
