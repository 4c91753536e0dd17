import type { SearchTrendDetail } from '#features/analytics/search-trends/search-trends.contract.ts';
import { clickStore } from '#features/analytics/statistics/server/clicks.store.ts';
import {
  daysOf,
  type StatisticsRange,
  sumOfWhole,
  sumOver,
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

type Counted = Awaited<ReturnType<ReturnType<typeof termStore>['everCounted']>>;

export function searchTrend(app: App, { eachDay }: Statistics) {
  const terms = termStore(app.db);
  const clicks = clickStore(app.db);

  async function ofRange(
    statistic: AskedStatistics,
    { range, sum }: { readonly range: StatisticsRange; readonly sum: typeof sumOver },
    term: string,
    { searches, clicked }: Counted,
  ) {
    const count = sum(eachDay(statistic, searches, range));
    const users = (await terms.visitors({ ...statistic, range }, [term])).get(term);
    const { events: clicksSince } = statistic.trackedSince;
    const clicks = daysOf(range).reduce((all, day) => all + (clicked.get(day) ?? 0), 0);
    return {
      isEstimated: users?.isEstimated ?? false,
      figures: {
        count,
        users: count === null ? null : (users?.count ?? 0),
        clicks: clicksSince === null || count === null ? null : clicks,
      },
    };
  }

  function timelineOf(statistic: AskedStatistics, range: StatisticsRange, { searches }: Counted) {
    const data = eachDay(statistic, searches, range);
    return daysOf(range).map((x, at) => ({ x, y: data[at] ?? null }));
  }

  return async (statistic: AskedStatistics, term: string): Promise<SearchTrendDetail> => {
    const counted = await terms.everCounted(statistic, term);
    const now = await ofRange(statistic, { range: statistic.range, sum: sumOver }, term, counted);
    const { range, previous, compared } = statistic;
    const sides = compared && {
      now: compared.now.end === range.end ? now : await ofRange(statistic, { range: compared.now, sum: sumOver }, term, counted),
      before: await ofRange(statistic, { range: compared.before, sum: sumOfWhole }, term, counted),
    };
    const clicked = await clicks.itemsOf(statistic, term, listedItems);
    const next = await clicks.nextSearches(statistic, { term, isFound: false, limit: listedQueries });
    return {
      query: term,
      timeline: timelineOf(statistic, range, counted),
      previous_timeline: timelineOf(statistic, previous, counted),
      ...now.figures,
      compared: sides && { now: sides.now.figures, before: sides.before.figures },
      is_estimated: [now, sides?.now, sides?.before].some((side) => side?.isEstimated),
      item_count: counted.itemCount === sentToPage ? null : counted.itemCount,
      mean_position: clicked.meanPosition,
      clicked_items: clicked.items,
      other_forms: await otherForms(app, statistic, term, listedQueries),
      searched_next: next.map(({ term: query, visitors: count }) => ({ query, count })),
    };
  };
}
