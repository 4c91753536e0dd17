import { randomUUID } from 'node:crypto';
import type { FrontSearchParameters } from './search.contract.ts';
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
  const answer = yield* answers({
    endpoint: 'search',
    caller,
    signal,
    place: placeOf(collection, groups),
    live: () => collections.liveOne(project, collection, groups),
    asked: meaningOf(asked),
    *make({ id, isGroupB }, wanted) {
      const find = (search: CollectionSearch) => {
        const request = requestOf(asked, resultDefaults(search.relevance, 'search'));
        return after(search.find(request), (one) => ({
          ...shownAnswer(one, search.relevance, 'search'),
          warnings: searchWarnings(search, asked),
          ...lookOf(search, request, one),
        }));
      };
      const found = yield* searchCollection(app, project, id, find, wanted, isGroupB);
      const beside = {
        ...countedFound(found),
        rules: [...usedRules(found.trace), ...shownBanners(found.banners)],
        category: found.category,
        list: found.list,
      };
      return { json: searchJsonOf(found), beside, isPassing: found.lacksMeaning === true };
    },
  });
  const experiment = groups?.get(answer.live.id) ?? null;
  const { category, ...beside } = answer.beside;
  const noted = { queryId, beganAt, visitor, collectionId: answer.live.id, ...beside };
  if (category) noteCategory(app, caller, { ...noted, category });
  else noteQuery(app, caller, { ...noted, experiment, language: lang, query: input.q, resultObject: 'search' });
  return withQueryId(answer, queryId, experiment);
}
