import { randomUUID } from 'node:crypto';
import type { FrontSearchParameters } from './search.contract.ts';
import { coinOf, drawOf, mixedAnswer } from './mixed-list.ts';
import { placeOf } from '#features/front-api/server/visitor-groups.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { countedFound } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import {
  countedList,
  noteCategory,
  noteQuery,
  shownBanners,
  usedRules,
} from '#features/front-api/searched-terms/server/searched-terms.events.ts';
import type { Caller } from '#server/app/access.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { withQueryId } from '#server/app/shop-answers.ts';
import { after, type Work } from '#process-kit/work.ts';
import { type CollectionSearch, searchCollection, withCategory } from '#server/search/project-search.ts';
import { resultDefaults } from '#server/search/result-defaults.ts';
import { searchJsonOf, shownAnswer } from '#server/search/shown-answer.ts';
import { searchWarnings } from '#server/search/search-warnings.ts';
import { meaningOf, parseSearchRequest, requestOf } from '#server/search/search-request.ts';

/** The category that is browsed, if one is, and the list that was seen. */
function lookOf({ relevance }: CollectionSearch, request: SearchRequest, answer: SearchAnswer) {
  const { category = null } = withCategory(relevance, request);
  if (category === null) return { category, list: countedList(request, answer) };
  return { category, list: relevance.learning === 'off' ? null : countedList({ ...request, filters: [] }, answer) };
}

/** Answers one search of a visitor, as JSON, and counts what was searched for, whether or not somebody else has asked for it before. */
export function* searchShop(
  { app, answers, collections }: FrontApi,
  caller: Caller<'shop'>,
  { collection = '', visitor, lang = '', ...input }: FrontSearchParameters & { readonly visitor: string },
  signal: AbortSignal,
): Work<readonly Buffer[]> {
  const { project } = caller;
  const [queryId, beganAt] = [randomUUID(), performance.now()];
  const asked = parseSearchRequest(input);
  const groups = yield* collections.groups(caller, visitor);
  const query = normaliseQuery(asked.query);
  const isMixable = asked.page === 1 && asked.filters.length === 0 && query !== '';
  const isMixed = isMixable && [...(groups?.values() ?? [])].some(({ group }) => group === 'mixed');
  const draw = isMixed ? drawOf(visitor, query) : null;
  const answer = yield* answers({
    endpoint: 'search',
    caller,
    signal,
    place: placeOf(collection, groups),
    live: () => collections.liveOne(project, collection, groups),
    asked: draw === null ? meaningOf(asked) : [meaningOf(asked), draw],
    *make({ id, isGroupB }, wanted) {
      const requestIn = ({ relevance }: CollectionSearch) => requestOf(asked, resultDefaults(relevance, 'search'));
      const test = groups?.get(id);
      const other =
        draw !== null && test?.group === 'mixed'
          ? yield* searchCollection(app, project, id, (search) => search.find(requestIn(search)), wanted, true)
          : null;
      const find = (search: CollectionSearch) => {
        const request = requestIn(search);
        return after(search.find(request), (live) => {
          const mixed =
            other !== null && test !== undefined && request.sort.length === 0
              ? mixedAnswer(live, other, coinOf(test.id, query, draw ?? 0))
              : { answer: live, added: null };
          return {
            ...shownAnswer(mixed.answer, search.relevance, 'search'),
            warnings: searchWarnings(search, asked),
            ...lookOf(search, request, mixed.answer),
            added: mixed.added,
          };
        });
      };
      const found = yield* searchCollection(app, project, id, find, wanted, isGroupB);
      const beside = {
        ...countedFound(found),
        rules: [...usedRules(found.trace), ...shownBanners(found.banners)],
        category: found.category,
        list: found.list,
        added: found.added,
      };
      return { json: searchJsonOf(found), beside, isPassing: found.lacksMeaning === true || other?.lacksMeaning === true };
    },
  });
  const experiment = groups?.get(answer.live.id) ?? null;
  const { category, added, ...beside } = answer.beside;
  const noted = { queryId, beganAt, visitor, collectionId: answer.live.id, ...beside };
  if (category) noteCategory(app, caller, { ...noted, category });
  else
    noteQuery(app, caller, {
      ...noted,
      experiment: experiment && { ...experiment, added },
      language: lang,
      query: input.q,
      resultObject: 'search',
    });
  // Visitors of a mixed list have no group.
  return withQueryId(answer, queryId, experiment?.group === 'mixed' ? null : experiment);
}
