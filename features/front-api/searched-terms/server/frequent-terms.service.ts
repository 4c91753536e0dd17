import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { collectionIdsIn } from '#server/rules/releases/live-release.ts';
import { termCounts, totalsStore } from '#server/stats/totals.store.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';

/** The item count of a redirect. */
export const sentToPage = -1;

export interface Found {
  readonly itemCount: number;
  /** The corrected words; empty if only some of the words matched; null if found as typed, or not at all. */
  readonly foundAs: string | null;
}

export function countedFound({
  foundAsTyped,
  totalCount,
  correctedQuery,
  redirect,
}: Pick<SearchAnswer, 'foundAsTyped' | 'totalCount' | 'correctedQuery' | 'redirect'>): Found {
  if (redirect !== null) return { itemCount: sentToPage, foundAs: null };
  const isAsTyped = foundAsTyped > 0 || totalCount === 0;
  return { itemCount: totalCount, foundAs: isAsTyped ? null : (correctedQuery ?? '') };
}

const maximumTerms = 5_000;

export interface SearchedTerm {
  readonly term: string;
  readonly searchCount: number;
  /** As typed. */
  readonly itemCount: number;
}

/** Most frequent first. */
export async function loggedTerms(
  app: App,
  project: ProjectScope,
  collectionId: number,
  days: number,
): Promise<readonly SearchedTerm[]> {
  // For time zones ahead of UTC.
  const end = addDays(dayOf(Date.now(), defaultTimeZone), 1);
  const range = { start: addDays(end, -days), end };
  const store = totalsStore(app.db);
  const totals = await store.totals(termCounts, { project, collectionId, range, language: '', resultObject: 'search' });
  const { search_count: searches, item_count: items, found_as_id: foundAs } = totals.columns;
  const asTyped = (place: number): number => (foundAs[place] === 0 ? items[place]! : 0);
  const best = await store.best(totals, (place) => searches[place]!, maximumTerms);
  return best
    .map(({ name, place }) => ({ term: name, searchCount: searches[place]!, itemCount: asTyped(place) }))
    .toSorted((a, b) => b.searchCount - a.searchCount || (a.term < b.term ? -1 : 1));
}

export const recentDays = 30;
/** Autocomplete reads them with every key. */
const recentSeconds = 5;

/** Up to five seconds old. */
export const recentTerms = (app: App, project: ProjectScope, collectionId: number): Promise<readonly SearchedTerm[]> =>
  app.cache.value(`recent terms of ${collectionId}`, recentSeconds, () => loggedTerms(app, project, collectionId, recentDays));

export async function recentTermsOfAll(app: App, project: ProjectScope): Promise<readonly SearchedTerm[]> {
  const collectionIds = collectionIdsIn(await app.releases.live(project));
  const all = await Promise.all(collectionIds.map((id) => recentTerms(app, project, id)));
  const sum = (terms: readonly SearchedTerm[], count: 'searchCount' | 'itemCount') =>
    terms.reduce((total, one) => total + one[count], 0);
  const foundBy = (terms: readonly SearchedTerm[]): number =>
    terms.some(({ itemCount }) => itemCount === sentToPage) ? sentToPage : sum(terms, 'itemCount');
  return [...Map.groupBy(all.flat(), ({ term }) => term)]
    .map(([term, same]) => ({ term, searchCount: sum(same, 'searchCount'), itemCount: foundBy(same) }))
    .toSorted((a, b) => b.searchCount - a.searchCount);
}

export const frequentTerms = async (...of: Parameters<typeof loggedTerms>): Promise<readonly SearchedTerm[]> =>
  (await loggedTerms(...of)).filter(({ searchCount }) => searchCount > 1);

/** Fewer searches may be those of one visitor. */
const leastPublicSearches = 3;

export const isPublic = ({ term, searchCount }: Pick<SearchedTerm, 'term' | 'searchCount'>): boolean =>
  searchCount >= leastPublicSearches && !isMasked(term);

export const wholeTerms = (terms: readonly SearchedTerm[]): readonly SearchedTerm[] =>
  terms.filter(({ term }) => !isMasked(term));

export const foundTerms = (terms: readonly SearchedTerm[]): readonly SearchedTerm[] =>
  wholeTerms(terms).filter(({ itemCount }) => itemCount > 0);
