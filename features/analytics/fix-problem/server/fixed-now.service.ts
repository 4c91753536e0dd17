import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { rulesFor } from '#engine/query/resolve/run-search.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { countedFound, type Found } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { inSlices } from '#server/base/slices.ts';
import { collectionIdsIn } from '#server/rules/releases/live-release.ts';
import { type CollectionSearch, inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { traceDataOf } from '#server/search/shown-answer.ts';
import type { Asked } from '#server/stats/totals.store.ts';
import { type QueryFix, queryFixStore } from './query-fixes.store.ts';

/** The most frequent ones. */
const mostLost = 1_000;
const keptSeconds = 5;

export const isLost = ({ itemCount, foundAs }: { readonly itemCount: number | null; readonly foundAs: string | null }): boolean =>
  itemCount === 0 || foundAs !== null;

export interface FixedNow {
  readonly itemCount: number;
  readonly rule: NonNullable<QueryFix['rule']>;
}

/** Lost terms that the first collection finds as typed, by a live rule. Null while search is down. */
export async function fixedAmong(
  app: App,
  project: ProjectScope,
  terms: readonly string[],
): Promise<ReadonlyMap<string, FixedNow> | null> {
  const release = await app.releases.live(project);
  const [collectionId] = collectionIdsIn(release);
  const relevance = collectionId === undefined ? undefined : release.relevance[collectionId];
  const fixed = new Map<string, FixedNow>();
  if (collectionId === undefined || relevance === undefined) return fixed;
  const analyser = analyserOf(relevance.layout.language);
  const rules = rulesFor(relevance, release.rulesOf(collectionId));
  const breathe = inSlices();
  const acted: string[] = [];
  // Drafts are quick. Few lost terms have a rule.
  for (const term of terms) {
    if (!isMasked(term) && draftQuery(analyser, rules, term, {}).trace.some(({ rows }) => rows !== undefined)) acted.push(term);
    await breathe();
  }
  if (acted.length === 0) return fixed;
  const look = async (search: CollectionSearch) => {
    for (const term of acted) {
      const answer = await search.find(plainRequest(term, 0));
      const found: Found = countedFound(answer);
      const [rule] = traceDataOf(answer.trace).flatMap(({ rows = [] }) => rows);
      if (rule && !isLost(found)) fixed.set(term, { itemCount: found.itemCount, rule: { source: rule.source, id: rule.id } });
      await breathe();
    }
    return fixed;
  };
  return unlessSearchDown(inCollection(app, project, collectionId, look));
}

/** `fixedAmong` the most frequent lost terms and all noted as fixed; up to five seconds old. */
export async function fixedNow(app: App, asked: Asked): Promise<ReadonlyMap<string, FixedNow> | null> {
  const { project, range, language, resultObject, collectionId } = asked;
  const { number } = await app.releases.live(project);
  const key = JSON.stringify([project.id, number, range, language, resultObject, collectionId]);
  const { found } = await app.cache.value(`fixed now ${key}`, keptSeconds, async () => {
    const terms = termStore(app.db);
    const lost = [
      ...(await terms.top(asked, 'unfound_count', mostLost)),
      ...(await terms.top(asked, 'corrected_count', mostLost)),
    ].map(({ term }) => term);
    const noted = await queryFixStore(app.db).all(project);
    const fixed = [...noted.values()].filter(({ state }) => state === 'fixed').map(({ term }) => term);
    return { found: await fixedAmong(app, project, [...new Set([...lost, ...fixed])]) };
  });
  return found;
}
