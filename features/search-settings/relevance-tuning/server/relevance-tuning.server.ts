import { isDeepStrictEqual } from 'node:util';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { isSearched } from '#features/data/collections/server/collection-fields.service.ts';
import { checkQueries } from '#features/search-settings/publish-gate/server/publish-gate.service.ts';
import {
  checkRelevance,
  type CountedMatches,
  countMatches,
  maximumCountedWords,
  previewRelevance,
  readRelevance,
  saveRelevance,
} from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { learnedBy } from '#features/search-settings/learned/server/learned-order.service.ts';
import { relevanceStore } from './relevance-tuning.store.ts';
import { shownRelevance } from './shown-relevance.ts';
import { savedFields, tunedFields } from './field-tuning.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionScope, collectionOf } from '#server/db/row-scope.ts';
import { fail } from '#server/base/fail.ts';
import { ofWordsAlone } from '#engine/plan.ts';
import { previewOf } from '#server/search/preview.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { Answer, serve } from '#server/app/serve.ts';

const unknownPerson = '–';

type Sent = Pick<
  ParsedInputOf<typeof saveRelevance>,
  'fields' | 'relevant_rate' | 'in_stock_first' | 'fuses_meaning' | 'learning'
>;

export function serveRelevanceTuning(app: App): void {
  serve(app, readRelevance, async ({ id }, { project }) => {
    const { data, beside } = await shownRelevance(app, await collectionOf(app.db, project, id));
    return new Answer<typeof readRelevance>(data, { beside });
  });

  serve(app, saveRelevance, async ({ collection_id, updated_at: began, expected, ...sent }, { project, user }) => {
    const scope = await collectionOf(app.db, project, collection_id);
    // Otherwise the match rate would wait for an update of the collection.
    const change = { userId: user.id, reason: 'relevance', live: ['collections'], expected };
    await app.releases.change(project, change, async (db) => {
      const store = relevanceStore(db);
      const { updatedAt, updatedBy, ...saved } = await store.settings(scope);
      if (began != null && began !== updatedAt)
        throw fail('changedMeanwhile', { person: updatedBy ?? unknownPerson, at: updatedAt });
      const known = await savedFields(db, scope);
      const tuned = tunedFields(known, sent.fields);
      const changed = tuned.filter(({ relevance }, at) => !isDeepStrictEqual(relevance, known[at]?.relevance));
      await store.saveFields(scope, changed);
      const at = Math.max(Date.now(), updatedAt + 1);
      const { relevant_rate: relevantRate, in_stock_first: isInStockFirst, fuses_meaning: isFused, learning } = sent;
      const given = {
        relevantRate,
        isInStockFirst: isInStockFirst ?? saved.isInStockFirst,
        isFused: isFused ?? saved.isFused,
        learning: learning ?? saved.learning,
      };
      await store.saveSettings(scope, { ...given, userId: user.id, at });
    });
    const { data, beside } = await shownRelevance(app, scope);
    return new Answer<typeof saveRelevance>(data, { beside });
  });

  serve(app, previewRelevance, async ({ collection_id, q, ...sent }, { project }, _upload, signal) => {
    const tried = await triedSettings(app, await collectionOf(app.db, project, collection_id), sent);
    return previewOf(app, project, collection_id, { q, tried, signal });
  });

  serve(app, countMatches, async ({ collection_id, q, ...sent }, { project }, _upload, signal) => {
    const tried = await triedSettings(app, await collectionOf(app.db, project, collection_id), sent);
    const count = async (search: CollectionSearch): Promise<CountedMatches> => {
      const { plan } = await search.resolve(plainRequest(q, 1), tried);
      if (plan === null || plan.groups.length > maximumCountedWords) return { counts: [], needed: 0 };
      const counts: number[] = [];
      for (const place of plan.groups.keys()) {
        const found = await search.session.search({ ...ofWordsAlone(plan), minimumMatch: place + 1 });
        counts.push(found.totalCount);
      }
      return { counts, needed: plan.minimumMatch };
    };
    return inCollection(app, project, collection_id, count, { signal });
  });

  serve(app, checkRelevance, async ({ collection_id, queries, are_categories, ...sent }, { project }) => {
    const tried = await triedSettings(app, await collectionOf(app.db, project, collection_id), sent);
    return checkQueries(app, project, { collection_id, queries, are_categories }, tried);
  });
}

async function triedSettings(
  { db, releases }: App,
  scope: CollectionScope,
  { fields, relevant_rate: relevantRate, in_stock_first: putsInStockFirst, fuses_meaning: fusesMeaning, learning }: Sent,
) {
  const table = (await releases.live(scope)).relevance[scope.collectionId]?.learnedTable ?? null;
  const tuned = tunedFields(await savedFields(db, scope), fields);
  const byName = tuned.map((field) => [field.name, { ...field.relevance, searchable: isSearched(field) }] as const);
  return {
    relevantRate,
    fields: Object.fromEntries(byName),
    ...(putsInStockFirst !== undefined && { putsInStockFirst }),
    ...(fusesMeaning !== undefined && { fusesMeaning }),
    ...(learning !== undefined && learnedBy(table, learning)),
  };
}
