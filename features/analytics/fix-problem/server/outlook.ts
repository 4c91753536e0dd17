import { type Fix, type Outlook, shownItems } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { isTooLong, placeOf, triedFix } from './fix-rows.ts';
import { isRedirect } from '#features/search-settings/fixit/fixit.contract.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { stemPhrase } from '#engine/query/rule-matching.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { shownItem } from '#server/search/preview.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { shownAnswer } from '#server/search/shown-answer.ts';

/** Queries tried with a rule. */
const triedQueries = 10;

export interface UnfoundQuery {
  readonly term: string;
  readonly count: number;
}

export async function outlookIn(search: CollectionSearch, query: string, path?: string): Promise<Outlook> {
  const { pathField } = search.relevance.front.catalog;
  const isCategory = path !== undefined && pathField !== null;
  const request = isCategory
    ? { ...plainRequest('', shownItems), filters: [{ field: pathField, anyOf: [path] }] }
    : plainRequest(query, shownItems);
  const answer = shownAnswer(await search.find(request), search.relevance, 'search');
  const count = answer.foundAsTyped;
  return { total_count: count, items: count === 0 ? [] : answer.hits.map(({ item }) => shownItem(item)) };
}

interface Tried {
  readonly collectionId: number;
  readonly query: string;
  readonly fix: Fix;
  readonly path?: string | undefined;
  /** Queries without results that the rule may help. */
  readonly unfound?: readonly UnfoundQuery[];
  readonly signal?: AbortSignal | undefined;
}

/** What a query would find with an unsaved rule, and how many other searches it would help. */
export async function outlook(
  app: App,
  project: ProjectScope,
  { collectionId, query, fix, path, unfound = [], signal }: Tried,
): Promise<Outlook & { readonly searches: number }> {
  if (isTooLong(fix)) return { total_count: 0, items: [], searches: 0 };
  const tried = triedFix(fix, query, collectionId, await placeOf(app.db, project, collectionId, fix, query));
  return inCollection(
    app,
    project,
    collectionId,
    async (search) => {
      const found = await outlookIn(search, query, path);
      if (unfound.length === 0) return { ...found, searches: 0 };
      const isMended = async (term: string): Promise<boolean> => {
        const answer = await search.find(plainRequest(term, 1));
        return answer.foundAsTyped > 0 || (answer.redirect !== null && isRedirect(fix.to[0] ?? ''));
      };
      let searches = 0;
      for (const { term, count } of unfound.slice(0, triedQueries)) if (await isMended(term)) searches += count;
      return { ...found, searches };
    },
    { tried, signal },
  );
}

/** Synonyms act on queries with their term, others on the same query in any form. */
export function actedOn(analyser: Analyser, { kind, term }: Fix, unfound: readonly UnfoundQuery[]): UnfoundQuery[] {
  const stems = stemPhrase(analyser, term);
  const said = stems.join(' ');
  if (said === '') return [];
  return unfound.filter((one) => {
    const typed = stemPhrase(analyser, one.term).join(' ');
    return kind === 'synonym' ? ` ${typed} `.includes(` ${said} `) : typed === said;
  });
}
