import { addDays, countDays, dayOf, startOfDay } from '#contract/days.ts';
import { maximumPageSize } from '#contract/page.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import type { Impact } from '#features/analytics/impact/impact.contract.ts';
import {
  type StatisticsRange,
  type CountedProject,
  statistics,
} from '#features/analytics/statistics/server/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { App } from '#server/app/app.ts';
import type { PastRelease } from '#server/rules/releases/history.store.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { countedFound } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import { inCollection } from '#server/search/project-search.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { collectionIdsIn } from '#server/rules/releases/live-release.ts';
import type { Previewed } from '#server/rules/releases/preview-rows.ts';
import { firstItems, groupsOf, isSamePage } from '#server/search/preview.ts';
import { turnoverOf } from '#server/stats/amounts.ts';
import { plainRequest } from '#server/search/search-request.ts';

/** Shops change, so older searches say little. */
export const longestSideDays = 28;
export const weekDays = 7;

interface DaySides {
  readonly before: StatisticsRange;
  readonly after: StatisticsRange;
}

/** Whole weeks if possible, because weekdays differ. Null without a whole day. */
export function impactDays(day: string, { since, today }: { readonly since: string; readonly today: string }): DaySides | null {
  const after = countDays(day, today) - 2;
  const before = countDays(since, day) - 1;
  const whole = Math.min(after, before, longestSideDays);
  if (whole < 1) return null;
  const days = whole < weekDays ? whole : whole - (whole % weekDays);
  return {
    before: { start: addDays(day, -days), end: addDays(day, -1) },
    after: { start: addDays(day, 1), end: addDays(day, days) },
  };
}

/** Newest first, without imports. */
export async function releasesIn(app: App, project: CountedProject, { start, end }: StatisticsRange): Promise<PastRelease[]> {
  const from = startOfDay(start, project.timeZone);
  const until = startOfDay(addDays(end, 1), project.timeZone);
  const found: PastRelease[] = [];
  for (let page = 1, isMore = true; isMore; page += 1) {
    const filter = { page, per_page: maximumPageSize, order: 'desc', from, until } as const;
    const { items, count } = await app.releases.history.list(project, filter);
    found.push(...items.filter(({ reason }) => reason !== 'import'));
    isMore = page * maximumPageSize < count;
  }
  return found;
}

/** Most frequent queries, whatever changed. */
const frequentQueries = 200;
/** Additional queries with changed words, and how many are examined. */
const worded = { queries: 200, among: 5_000 } as const;
/** Shorter texts occur in every query. */
const shortestText = 2;

/** Changed rows, or one query. */
type Compared = { readonly rows: readonly unknown[] } | { readonly query: string };

export function impactOf(app: App) {
  const figures = statistics(app);
  const terms = termStore(app.db);

  async function queriesOn(project: CountedProject, sides: DaySides, rows: readonly unknown[]): Promise<Impact['queries']> {
    const asked = { project, language: '', resultObject: 'search' } as const;
    const known = (await terms.inBoth({ ...asked, range: sides.before }, { ...asked, range: sides.after }, worded.among)).filter(
      ({ term }) => !isMasked(term),
    );
    const words = [...textsOf(rows)].map(normaliseQuery).filter((text) => text.length >= shortestText);
    const others = known.slice(frequentQueries).filter(({ term }) => words.some((word) => term.includes(word)));
    return [...known.slice(0, frequentQueries), ...others.slice(0, worded.queries)].map(({ term: query, ...counts }) => ({
      query,
      ...counts,
    }));
  }

  async function onlyQuery(project: CountedProject, { before, after }: DaySides, query: string): Promise<Impact['queries']> {
    const asked = { project, language: '', resultObject: 'search' } as const;
    const countsIn = async (range: StatisticsRange) => {
      const counts = await terms.counts({ ...asked, range }, query);
      return {
        searches: counts.search_count,
        unfound: counts.unfound_count,
        clicked: counts.click_count,
        bought: counts.purchase_count,
        turnover: turnoverOf(counts.amount),
      };
    };
    const sides = { query, before: await countsIn(before), after: await countsIn(after) };
    return sides.before.searches > 0 && sides.after.searches > 0 ? [sides] : [];
  }

  return async function of(project: CountedProject, release: PastRelease, compared: Compared): Promise<Impact> {
    const { search: since, events, sold } = await figures.store.trackedSince(project);
    const [day, today] = [dayOf(release.createdAt, project.timeZone), dayOf(Date.now(), project.timeZone)];
    const sides = since === null ? null : impactDays(day, { since, today });
    if (sides === null) return withoutImpact(addDays(day, 1) >= today ? 'early' : 'untracked', release);
    const { before, after } = sides;
    const releases = await releasesIn(app, project, { start: before.start, end: after.end });
    return {
      state: 'ready',
      release: shownRelease(release),
      before,
      after,
      has_clicks: events !== null && events <= before.start,
      has_purchases: sold.turnover !== null && sold.turnover <= before.start,
      other_releases: releases.flatMap(({ number }) => (number === release.number ? [] : [number])).toReversed(),
      queries:
        'query' in compared ? await onlyQuery(project, sides, compared.query) : await queriesOn(project, sides, compared.rows),
    };
  };
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsOf(part);
}

const shownRelease = ({ number, createdAt, userName }: PastRelease) => ({ number, live_since: createdAt, by: userName });

export const withoutImpact = (state: Impact['state'], release: PastRelease | null = null): Impact => ({
  state,
  release: release && shownRelease(release),
  before: null,
  after: null,
  has_clicks: false,
  has_purchases: false,
  other_releases: [],
  queries: [],
});

function stateOf(answer: SearchAnswer): 'found' | 'corrected' | 'nothing' {
  const { itemCount, foundAs } = countedFound(answer);
  if (foundAs !== null) return 'corrected';
  return itemCount === 0 ? 'nothing' : 'found';
}

interface ComparedReleases {
  readonly before: Previewed;
  readonly after: Previewed;
  /** Default: the whole project. */
  readonly collectionId?: number | undefined;
}

/** Queries whose first items differ, or that are found, corrected or without results on one side only, in any collection. Throws `releaseNotKept`. */
export async function touchedQueries(
  app: App,
  project: ProjectScope,
  queries: readonly string[],
  { before, after, collectionId }: ComparedReleases,
): Promise<string[]> {
  const [was, is] = [await app.releases.preview(project, before), await app.releases.preview(project, after)];
  // New collections have nothing to compare with.
  const ids = collectionIdsIn(is).filter((id) => was.relevance[id] && (collectionId === undefined || id === collectionId));
  const touched = new Set<string>();
  for (const id of ids)
    await inCollection(
      app,
      project,
      id,
      async (search) => {
        const groupOf = groupsOf(search.relevance);
        const earlier = { ...was.relevance[id], rules: was.rulesOf(id) };
        for (const query of queries) {
          const request = plainRequest(query, firstItems);
          const [now, then] = await Promise.all([search.find(request), search.find(request, earlier)]);
          if (stateOf(now) !== stateOf(then) || !isSamePage(now, then, groupOf)) touched.add(query);
        }
      },
      { tried: after },
    );
  return queries.filter((query) => touched.has(query));
}
