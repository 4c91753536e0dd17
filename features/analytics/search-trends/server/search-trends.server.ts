import type * as z from 'zod/mini';
import { toPage } from '#contract/page.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import {
  exportSearchTrends,
  listSearchTrends,
  readSearchTrend,
  itemsNow,
  readQueryNow,
  type SearchTrendDetail,
} from '#features/analytics/search-trends/search-trends.contract.ts';
import { queryFixStore } from '#features/analytics/fix-problem/server/query-fixes.store.ts';
import { countedFound, sentToPage } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import {
  serveStatisticsList,
  statistics,
  daysOf,
  ifKnown,
  inRanges,
  type StatisticsRange,
  type AskedStatistics,
  type Statistics,
  turnoverTitle,
} from '#features/analytics/statistics/server/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { shownItem } from '#server/search/preview.ts';
import { collectionIdsIn } from '#server/rules/releases/live-release.ts';
import { type CollectionSearch, inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { shownAnswer, traceDataOf } from '#server/search/shown-answer.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { clickStore } from '#features/analytics/statistics/server/clicks.store.ts';
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

type Fixed = SearchTrendDetail['fixed'];

/** By lost term that a rule of the first collection finds items for now. */
async function fixedNow(
  app: App,
  project: AskedStatistics['project'],
  lost: readonly string[],
): Promise<ReadonlyMap<string, Fixed>> {
  const [collectionId] = collectionIdsIn(await app.releases.live(project));
  const fixed = new Map<string, Fixed>();
  if (lost.length === 0 || collectionId === undefined) return fixed;
  const noted = await queryFixStore(app.db).of(project, lost);
  const look = async (search: CollectionSearch) => {
    for (const term of lost) {
      const answer = await search.find(plainRequest(term, 0));
      const { itemCount, foundAs } = countedFound(answer);
      if (itemCount === 0 || foundAs !== null || !traceDataOf(answer.trace).some(({ rows = [] }) => rows.length > 0)) continue;
      fixed.set(term, { item_count: itemCount === sentToPage ? null : itemCount, at: noted.get(term)?.changedAt ?? null });
    }
  };
  await unlessSearchDown(inCollection(app, project, collectionId, look));
  return fixed;
}

const isLost = ({ itemCount, foundAs }: { readonly itemCount: number | null; readonly foundAs: string | null }): boolean =>
  itemCount === 0 || foundAs !== null;

const listedQueries = 10;
const listedItems = 20;

function searchTrend(app: App, { eachDay, turnoverOfDays }: Statistics) {
  const terms = termStore(app.db);
  const clicks = clickStore(app.db);

  return async (statistic: AskedStatistics, term: string): Promise<SearchTrendDetail> => {
    const { searches, clicked: clickedOn, bought, amounts, itemCount, foundAs } = await terms.everCounted(statistic, term);
    const timelineOf = (range: StatisticsRange) => {
      const data = eachDay(statistic, searches, range);
      return daysOf(range).map((x, at) => ({ x, y: data[at] ?? null }));
    };
    const money = await turnoverOfDays(statistic, { searches, bought, amounts });
    const { figures, compared, is_estimated } = await inRanges(statistic, async (range, sum) => {
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
    const fixed = isLost({ itemCount, foundAs }) ? await fixedNow(app, statistic.project, [term]) : undefined;
    const next = await clicks.nextSearches(statistic, { term, isFound: false, limit: listedQueries });
    return {
      query: term,
      timeline: timelineOf(statistic.range),
      previous_timeline: timelineOf(statistic.previous),
      ...figures,
      ...money.figures,
      compared: compared &&
        money.compared && {
          now: { ...compared.now, ...money.compared.now },
          before: { ...compared.before, ...money.compared.before },
        },
      is_estimated,
      turnover_timeline: money.timeline.x_tooltip.map((x, at) => ({ x, y: money.timeline.data[at] ?? null })),
      item_count: itemCount === sentToPage ? null : itemCount,
      found_as: foundAs,
      fixed: fixed?.get(term) ?? null,
      mean_position: clicked.meanPosition,
      clicked_items: clicked.items,
      other_forms: await otherForms(app, statistic, term, listedQueries),
      searched_next: next.map(({ term: query, visitors: count }) => ({ query, count })),
    };
  };
}

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
    const users = await terms.visitors(statistic, names);
    const fixed = await fixedNow(
      app,
      project,
      rows.filter(isLost).map(({ term }) => term),
    );
    const { compared, since } = statistic;
    const isCompared = compared !== null && since !== null && since <= compared.before.start;
    const start = isCompared ? compared.before.start : statistic.range.start;
    const days = await terms.byDay({ ...statistic, range: { start, end: statistic.range.end } }, names);
    const eachDay = (term: string, range: StatisticsRange) => figures.eachDay(statistic, days.get(term) ?? new Map(), range);
    const isClickTracked = statistic.trackedSince.events !== null;
    const { purchases, turnover } = statistic.trackedSince.sold;
    const items = rows.map(({ term, count, comparedCount, previousCount, itemCount, foundAs, clickCount, ...sold }) => ({
      query: term,
      count,
      compared_count: isCompared ? comparedCount : null,
      previous_count: isCompared ? previousCount : null,
      users: users.get(term)?.count ?? null,
      is_estimated: users.get(term)?.isEstimated ?? false,
      item_count: itemCount === sentToPage ? null : itemCount,
      found_as: foundAs,
      fixed: fixed.get(term) ?? null,
      clicks: isClickTracked ? clickCount : null,
      purchases: ifKnown(sold.purchaseCount, purchases, statistic.range),
      turnover: ifKnown(sold.turnover, turnover, statistic.range),
      days: eachDay(term, statistic.range),
      previous_days: isCompared ? eachDay(term, compared.before) : null,
    }));
    return toPage(items, totalCount, per_page);
  }

  serveStatisticsList(
    app,
    { list: listSearchTrends, file: exportSearchTrends },
    {
      name: 'search-trends',
      list,
      columns: (t, project) => ({
        [t('Query')]: ({ query }) => query,
        [t('Searches')]: ({ count }) => count,
        [t('Searches without today')]: ({ compared_count: compared }) => compared,
        [t('Searches in the period before')]: ({ previous_count: before }) => before,
        [t('Unique visitors')]: ({ users }) => users,
        [t('Found')]: ({ item_count: found }) => found,
        [t('Found as')]: ({ found_as: words }) => words,
        [t('Searches with a click')]: ({ clicks }) => clicks,
        [t('Searches with a purchase')]: ({ purchases }) => purchases,
        [turnoverTitle(t, project)]: ({ turnover }) => turnover,
      }),
    },
  );

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
