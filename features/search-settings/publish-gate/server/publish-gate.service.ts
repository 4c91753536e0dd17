import type { SearchRequest } from '#engine/query/pipeline.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { phraseRows } from '#features/data/phrases/server/phrases.store.ts';
import { alertingItems, isQueryOf, placesOf } from '#features/developer/check-items/server/check-items.service.ts';
import { recentTerms, wholeTerms } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import {
  checkedQueries,
  type CheckedPart,
  type CheckedQuery,
  type readGateQueries,
} from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { placedItems, shownBoth, firstItems, groupsOf, isSamePage } from '#server/search/preview.ts';
import { type CollectionSearch, inCollection, type PreviewedSettings } from '#server/search/project-search.ts';
import { collectionIdsIn } from '#server/rules/releases/live-release.ts';
import { categoryCounts, curatedCategories, inCategory } from '#server/search/categories.ts';
import { plainRequest } from '#server/search/search-request.ts';

type GateQuery = OutputOf<typeof readGateQueries>['queries'][number];
type FrequentQuery = Omit<GateQuery, 'is_frequent' | 'is_category'>;

/** Besides the curated ones, the largest. */
const checkedCategories = 40;

export async function gateQueries(app: App, project: ProjectScope, collectionId?: number) {
  const waiting_version = await app.releases.waitingVersion(project);
  const live = await app.releases.live(project);
  const ids = collectionIdsIn(live).filter((id) => collectionId === undefined || id === collectionId);
  const searched = await perCollection(ids, async (id) =>
    wholeTerms(await recentTerms(app, project, id)).map(({ term: q, searchCount: searches }) => ({ q, searches })),
  );
  const watched = await watchedQueries(app, project, ids);
  const pages = await categoryPages(app, project, ids);
  const queries = (frequent: readonly FrequentQuery[]) => [...withWatched(frequent, watched), ...pages];
  if (searched.length > 0) return { source: 'searches' as const, waiting_version, queries: queries(searched) };
  const known = await perCollection(ids, async (id) => {
    const page = { search: '', sort: 'items', order: 'desc', page: 1, per_page: checkedQueries } as const;
    const { items } = await phraseRows(app.db).list({ ...project, collectionId: id }, page);
    return items
      .filter(({ is_visible: isVisible, is_decided: isDecided }) => isVisible || !isDecided)
      .map(({ phrase: q }) => ({ q, searches: 0 }));
  });
  return { source: 'phrases' as const, waiting_version, queries: queries(known) };
}

/** Those of check items come first: whether they stop the release is known early then. */
function withWatched(frequent: readonly FrequentQuery[], watched: readonly GateQuery[]): GateQuery[] {
  const keyOf = ({ collection_id: id, q }: FrequentQuery): string => JSON.stringify([id, normaliseQuery(q)]);
  const all = new Map(watched.map((one) => [keyOf(one), one]));
  for (const one of frequent) all.set(keyOf(one), { ...one, is_category: false, is_frequent: true });
  return [...all.values()];
}

async function watchedQueries(app: App, project: ProjectScope, ids: readonly number[]): Promise<GateQuery[]> {
  const all = await Promise.all(
    ids.map(async (collectionId) => {
      const items = await alertingItems(app, { id: project.id, collectionId });
      return items.map(({ term: q }) => ({ collection_id: collectionId, q, ...uncounted, is_category: false }));
    }),
  );
  return all.flat();
}

async function categoryPages(app: App, project: ProjectScope, ids: readonly number[]): Promise<GateQuery[]> {
  const pages: GateQuery[] = [];
  for (const collectionId of ids) {
    const known = [...((await categoryCounts(app, project, collectionId))?.keys() ?? [])];
    const curated = (await curatedCategories(app, project, collectionId)).filter((path) => known.includes(path));
    for (const q of new Set([...curated, ...known.slice(0, checkedCategories)]))
      pages.push({ collection_id: collectionId, q, ...uncounted, is_category: true });
  }
  return pages;
}

const uncounted = { searches: 0, is_frequent: false } as const;

async function perCollection(
  ids: readonly number[],
  queriesOf: (id: number) => Promise<readonly Omit<FrequentQuery, 'collection_id'>[]>,
): Promise<FrequentQuery[]> {
  const all = await Promise.all(ids.map(async (id) => (await queriesOf(id)).map((one) => ({ collection_id: id, ...one }))));
  return all
    .flat()
    .toSorted((one, other) => other.searches - one.searches)
    .slice(0, checkedQueries);
}

/** Compares the live results of queries with their results by `draft`, all in one generation. */
export async function checkQueries(
  app: App,
  project: ProjectScope,
  { collection_id: collectionId, queries, are_categories: areCategories }: CheckedPart,
  draft: PreviewedSettings,
): Promise<CheckedQuery[]> {
  const watched = await alertingItems(app, { id: project.id, collectionId });
  return inCollection(app, project, collectionId, (search) =>
    Promise.all(
      queries.map(async (q) => {
        const items = areCategories ? [] : watched.filter((item) => isQueryOf(item, q));
        const check_items = await Promise.all(items.map((item) => placesOf(search, item, draft)));
        const request = areCategories ? inCategory(search, q, firstItems) : plainRequest(q, firstItems);
        return { ...(await checked(search, q, request, draft)), check_items };
      }),
    ),
  );
}

async function checked(
  search: CollectionSearch,
  q: string,
  request: SearchRequest,
  draft: PreviewedSettings,
): Promise<Omit<CheckedQuery, 'check_items'>> {
  const [live, tried] = await Promise.all([search.find(request), search.find(request, draft)]);
  const isSame = isSamePage(live, tried, groupsOf(search.relevance));
  return {
    q,
    live_total_count: live.totalCount,
    total_count: tried.totalCount,
    live_redirect: live.redirect,
    redirect: tried.redirect,
    is_changed: !isSame,
    ...(isSame ? { items: [], gone: [] } : placedItems(...shownBoth(tried, live, search.relevance), firstItems)),
  };
}
