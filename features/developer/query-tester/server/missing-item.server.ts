import { ignoredWords } from '#features/developer/query-tester/query-tester.contract.ts';
import { explainMissing, type MissingItem } from '#features/developer/query-tester/missing-item.contract.ts';
import { findItem, leftOutOf } from './missing-item.lookup.ts';
import { failedFilters, queryWords, shownVariant } from './missing-item.reasons.ts';
import { remediesOf } from './missing-item.remedies.ts';
import { curationFor, unwantedWords } from './explanations.service.ts';
import { positionOf } from '#engine/query/matches/position.ts';
import type { Item } from '#contract/item.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import type { App } from '#server/app/app.ts';
import { inCollection, type CollectionSearch } from '#server/search/project-search.ts';
import { traceDataOf } from '#server/search/search-data.ts';
import { parseFilters, plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';
import { parseTried } from '#server/search/tried-request.ts';

const shown = ({ id, fields }: Item) => ({ ...fields, id });

const nothing: Omit<MissingItem, 'state' | 'relevant_rate'> = {
  item: null,
  redirect: null,
  replaced: null,
  candidates: [],
  feed: null,
  reasons: [],
  unwanted_words: [],
  ignored_words: [],
  curation: null,
  failed_filters: [],
  words: [],
  searched_fields: [],
  matched_count: 0,
  minimum_count: 0,
  position: null,
  shown_variant: null,
  remedies: [],
};

export function serveMissingItem(app: App): void {
  serve(app, explainMissing, ({ c, q, filters, item: wanted, ...tried }, { project }): Promise<MissingItem> => {
    const request = { ...plainRequest(q, 1), filters: parseFilters(filters) };
    const leftOut = () => leftOutOf(app.db, project, c, wanted);
    return inCollection(app, project, c, (search) => missingItem(search, request, wanted, leftOut), { tried: parseTried(tried) });
  });
}

async function missingItem(
  search: CollectionSearch,
  request: SearchRequest,
  wanted: string,
  leftOut: () => Promise<MissingItem['feed']>,
): Promise<MissingItem> {
  const { session, relevance } = search;
  const { plan, redirect, best, trace } = await search.resolve(request);
  const replaced = traceDataOf(trace).find(({ step }) => step === 'fixit') ?? null;
  const ignored_words = trace.filter(({ step }) => step === 'stopwords').flatMap(ignoredWords);
  const common = { ...nothing, relevant_rate: relevance.relevantRate, redirect, replaced, ignored_words };
  const { item, candidates } = await findItem(session, relevance, wanted);
  if (!item) return { ...common, state: 'unknown', candidates: candidates.map(shown), feed: await leftOut() };
  if (!plan) return { ...common, state: 'redirected', item: shown(item) };
  const explanation = await session.explain(plan, item.id);
  // Removed meanwhile.
  if (!explanation) return { ...common, state: 'unknown', feed: await leftOut() };

  const words = queryWords(plan, relevance, item, explanation);
  const position = explanation.isFound ? await positionOf(session, plan, explanation, best) : null;
  const isReplaced = explanation.isFound && position === null;
  const variant = isReplaced ? await shownVariant(session, plan, relevance, item) : null;
  const unwanted = await unwantedWords(session, plan, explanation);
  const isShort = explanation.reasonsNotFound.includes('tooFewWords');
  return {
    ...common,
    state: explanation.isFound ? 'found' : 'notFound',
    item: shown(item),
    reasons: [...explanation.reasonsNotFound],
    curation: curationFor({ trace, plan }, item.id),
    unwanted_words: unwanted.filter(({ is_in_item: isInItem, score }) => isInItem && score === null).map(({ word }) => word),
    failed_filters: await failedFilters(session, plan, item),
    words,
    searched_fields: plan.fields.map(({ name }) => name),
    matched_count: words.filter(({ is_in_item: isInItem }) => isInItem).length,
    minimum_count: plan.minimumMatch,
    position,
    shown_variant: variant && shown(variant),
    remedies: isShort ? await remediesOf({ search, request, plan, relevance, item, words }) : [],
  };
}
