import type * as z from 'zod/mini';
import { maximumPageSize, toPage } from '#contract/page.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import {
  exportSearchTrends,
  listSearchTrends,
  readSearchTrend,
  itemsNow,
  readQueryNow,
  type SearchTrendDetail,
} from '#features/analytics/search-trends/search-trends.contract.ts';
import { fixedAmong, type FixedNow, fixedNow, isLost } from '#features/analytics/fix-problem/server/fixed-now.service.ts';
import { type QueryFix, queryFixStore } from '#features/analytics/fix-problem/server/query-fixes.store.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { countedFound, type Found, sentToPage } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
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

interface Counted {
  readonly term: string;
  readonly itemCount: number | null;
  readonly foundAs: string | null;
}

/** By term, what the first collection finds with the rules that are live now. Terms of several collections are recounted only if a rule acts on them. */
async function recounted(app: App, project: AskedStatistics['project'], rows: readonly Counted[]) {
  const [collectionId, ...others] = collectionIdsIn(await app.releases.live(project));
  const found = new Map<string, Found>();
  const searched = rows.filter((row) => !isMasked(row.term) && !isLost(row));
  if (searched.length === 0 || collectionId === undefined) return found;
  const look = async (search: CollectionSearch) => {
    for (const { term } of searched) {
      const answer = await search.find(plainRequest(term, 0));
      const isActing = traceDataOf(answer.trace).some(({ rows: acting = [] }) => acting.length > 0);
      if (isActing || others.length === 0) found.set(term, countedFound(answer));
    }
  };
  await unlessSearchDown(inCollection(app, project, collectionId, look));
  return found;
}

const shownFix = ({ itemCount }: FixedNow, noted: QueryFix | undefined): SearchTrendDetail['fixed'] => ({
  item_count: itemCount === sentToPage ? null : itemCount,
  at: noted?.changedAt ?? null,
});

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
    const { project } = statistic;
    const fixed = isLost({ itemCount, foundAs }) ? (await fixedAmong(app, project, [term]))?.get(term) : undefined;
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
      fixed: fixed ? shownFix(fixed, (await queryFixStore(app.db).of(project, [term])).get(term)) : null,
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
    const fixedOf = (await fixedNow(app, statistic)) ?? new Map<string, FixedNow>();
    const { rows, totalCount } = await terms.page(statistic, {
      foundNow: new Map([...fixedOf].map(([term, { itemCount }]) => [term, itemCount])),
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
    const now = await recounted(app, project, per_page > maximumPageSize ? [] : rows);
    const noted = await queryFixStore(app.db).of(project, names);
    const { compared, since } = statistic;
    const isCompared = compared !== null && since !== null && since <= compared.before.start;
    const start = isCompared ? compared.before.start : statistic.range.start;
    const days = await terms.byDay({ ...statistic, range: { start, end: statistic.range.end } }, names);
    const eachDay = (term: string, range: StatisticsRange) => figures.eachDay(statistic, days.get(term) ?? new Map(), range);
    const isClickTracked = statistic.trackedSince.events !== null;
    const { purchases, turnover } = statistic.trackedSince.sold;
    const items = rows.map(({ term, count, comparedCount, previousCount, clickCount, ...row }) => {
      const { itemCount, foundAs } = now.get(term) ?? row;
      const fixed = isLost(row) ? fixedOf.get(term) : undefined;
      return {
        query: term,
        count,
        compared_count: isCompared ? comparedCount : null,
        previous_count: isCompared ? previousCount : null,
        users: users.get(term)?.count ?? null,
        is_estimated: users.get(term)?.isEstimated ?? false,
        item_count: itemCount === sentToPage ? null : itemCount,
        found_as: foundAs,
        fixed: fixed ? shownFix(fixed, noted.get(term)) : null,
        clicks: isClickTracked ? clickCount : null,
        purchases: ifKnown(row.purchaseCount, purchases, statistic.range),
        turnover: ifKnown(row.turnover, turnover, statistic.range),
        days: eachDay(term, statistic.range),
        previous_days: isCompared ? eachDay(term, compared.before) : null,
      };
    });
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
        [t('Found')]: ({ fixed, item_count: found }) => (fixed ?? { item_count: found }).item_count,
        [t('Found as')]: ({ fixed, found_as: words }) => (fixed ? null : words),
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
