import type { SearchTrendDetail } from '#features/analytics/search-trends/search-trends.contract.ts';
import { clickStore } from '#features/analytics/statistics/server/clicks.store.ts';
import {
  daysOf,
  inRanges,
  type StatisticsRange,
  type AskedStatistics,
  type Statistics,
} from '#features/analytics/statistics/server/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import { sentToPage } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { App } from '#server/app/app.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { stemPhrase } from '#engine/query/rule-matching.ts';

/** Word forms rarely differ in the first letters. */
const sameLetters = 3;
/** The most frequent ones. */
const lookedThrough = 1_000;

async function otherForms(
  app: App,
  statistic: AskedStatistics,
  term: string,
  limit: number,
): Promise<{ query: string; count: number }[]> {
  const analyser = createAnalyser(statistic.language === '' ? statistic.project.language : statistic.language);
  const stems = stemPhrase(analyser, term).join(' ');
  if (stems === '') return [];
  const alike = await termStore(app.db).beginningWith(statistic, Array.from(term).slice(0, sameLetters).join(''), lookedThrough);
  return alike
    .filter((one) => one.term !== term && one.count > 0 && stemPhrase(analyser, one.term).join(' ') === stems)
    .slice(0, limit)
    .map(({ term: query, count }) => ({ query, count }));
}

const listedQueries = 10;
const listedItems = 20;

export function searchTrend(app: App, { eachDay }: Statistics) {
  const terms = termStore(app.db);
  const clicks = clickStore(app.db);

  return async (statistic: AskedStatistics, term: string): Promise<SearchTrendDetail> => {
    const { searches, clicked: clickedOn, itemCount } = await terms.everCounted(statistic, term);
    const timelineOf = (range: StatisticsRange) => {
      const data = eachDay(statistic, searches, range);
      return daysOf(range).map((x, at) => ({ x, y: data[at] ?? null }));
    };
    const { figures, ...compared } = await inRanges(statistic, async (range, sum) => {
      const count = sum(eachDay(statistic, searches, range));
      const users = (await terms.visitors({ ...statistic, range }, [term])).get(term);
      const clickCount = daysOf(range).reduce((all, day) => all + (clickedOn.get(day) ?? 0), 0);
      const areClicksTracked = statistic.trackedSince.events !== null && count !== null;
      return {
        isEstimated: users?.isEstimated ?? false,
        figures: {
          count,
          users: count === null ? null : (users?.count ?? 0),
          clicks: areClicksTracked ? clickCount : null,
        },
      };
    });
    const clicked = await clicks.itemsOf(statistic, term, listedItems);
    const next = await clicks.nextSearches(statistic, { term, isFound: false, limit: listedQueries });
    return {
      query: term,
      timeline: timelineOf(statistic.range),
      previous_timeline: timelineOf(statistic.previous),
      ...figures,
      ...compared,
      item_count: itemCount === sentToPage ? null : itemCount,
      mean_position: clicked.meanPosition,
      clicked_items: clicked.items,
      other_forms: await otherForms(app, statistic, term, listedQueries),
      searched_next: next.map(({ term: query, visitors: count }) => ({ query, count })),
    };
  };
}
