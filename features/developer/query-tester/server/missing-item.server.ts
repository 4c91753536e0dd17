import { ignoredWords, explainMissing, type MissingItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { explainedItem } from './explanations.service.ts';
import { positionOf } from '#engine/query/matches/position.ts';
import type { Item, FieldValue } from '#contract/item.ts';
import type { SearchRequest } from '#engine/query/pipeline.ts';
import type { App } from '#server/app/app.ts';
import { inCollection, type CollectionSearch } from '#server/search/project-search.ts';
import { traceDataOf } from '#server/search/shown-answer.ts';
import { parseFilters, parsePreviewed, plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';
import { importProblemStore } from '#features/data/imports/server/import-report.store.ts';
import { fold } from '#engine/query/analysis/folding.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { runSearch } from '#engine/query/resolve/run-search.ts';
import type { SearchSession } from '#engine/port.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { importStore, lastImports } from '#features/data/imports/server/imports.store.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fieldTokens } from '#engine/query/field-tokens.ts';
import type { Plan } from '#engine/plan.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { matchInText } from '#engine/query/matches/text-match.ts';

const sameNames = 5;
const maximumRows = 20;
const searchedLength = 100;

/** By id or name. Rules don't apply. */
async function findItem(session: SearchSession, relevance: CollectionRelevance, wanted: string): Promise<Item | null> {
  const [byId] = await session.items([wanted]);
  if (byId) return byId;
  const request = { query: wanted, filters: [], facets: [], sort: [], page: 1, perPage: sameNames, today: 0 };
  const { hits } = await runSearch(session, relevance, [], request);
  const items = hits.map(({ item }) => item);
  return items.find(({ fields }) => fold(String(fields['name'] ?? '')).trim() === fold(wanted).trim()) ?? null;
}

/** Error data truncates long names. */
const isSameName = (name: string, wanted: string): boolean =>
  fold(name).slice(0, searchedLength).trim() === fold(wanted).slice(0, searchedLength).trim();

/** The feed that skipped the item, otherwise any; null without a feed. */
async function feedOf(db: Database, project: ProjectScope, collectionId: number, wanted: string): Promise<MissingItem['feed']> {
  const imports = await lastImports(db, project);
  const feeds = await Promise.all(
    (await feedStore(db).ofCollection(project, collectionId)).map(async (feed) => ({
      ...feed,
      last_import_at: imports.get(feed.id)?.finished_at ?? null,
      skipped: await skippedBy(db, project, feed.id, wanted),
    })),
  );
  return feeds.find(({ skipped }) => skipped[0]?.is_same) ?? feeds.find(({ skipped }) => skipped.length > 0) ?? feeds[0] ?? null;
}

/** Exact matches first. */
async function skippedBy(db: Database, project: ProjectScope, feedId: number, wanted: string) {
  const importId = await importStore(db).newestRead(project, feedId);
  const { items } = await importProblemStore(db).list(project, importId, {
    search: wanted.slice(0, searchedLength),
    order: 'asc',
    page: 1,
    per_page: maximumRows,
  });
  return items
    .filter(({ severity }) => severity === 'error')
    .map(({ item, position, field, value, reason }) => {
      const isSame = (field === 'id' && value === wanted.trim()) || isSameName(item, wanted);
      return { item, position, field, value, reason, is_same: isSame };
    })
    .toSorted((one, other) => Number(other.is_same) - Number(one.is_same));
}

const searchedHits = 100;
const linkOnly = /^(?:https?:)?\/\/\S+$/;

const valuesOf = (value: FieldValue | undefined): readonly (string | number | boolean)[] => {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
};

function queryWords(
  plan: Plan,
  relevance: CollectionRelevance,
  { fields }: Item,
  missing: readonly string[],
): MissingItem['words'] {
  const analyser = analyserOf(relevance.layout.language);
  const searched = new Set(plan.fields.map(({ name }) => name));
  const others = relevance.layout.fields.flatMap(({ name, type, stemmer }) => {
    const value = fields[name];
    if (value === undefined || searched.has(name) || type !== 'text') return [];
    if (valuesOf(value).every((one) => linkOnly.test(String(one)))) return [];
    return [{ name, tokens: fieldTokens(analyser, name, value), field: { stemmer, wildcard: 0 } }];
  });
  return plan.groups.map((group) => {
    const isInItem = !missing.includes(group.word);
    const having = isInItem ? [] : others.filter(({ tokens, field }) => matchInText(analyser, group, tokens, field) !== null);
    return { word: group.word, is_in_item: isInItem, unsearched_fields: having.map(({ name }) => name) };
  });
}

async function failedFilters(session: SearchSession, plan: Plan, { id, fields }: Item): Promise<MissingItem['failed_filters']> {
  const failed: MissingItem['failed_filters'] = [];
  for (const filter of plan.filters) {
    const explanation = await session.explain({ ...plan, filters: [filter] }, id);
    if (explanation?.reasonsNotFound.includes('filtered') !== true) continue;
    failed.push({
      field: filter.field,
      any_of: 'anyOf' in filter ? filter.anyOf.map(String) : [],
      from: 'anyOf' in filter ? null : (filter.from ?? null),
      to: 'anyOf' in filter ? null : (filter.to ?? null),
      own: valuesOf(fields[filter.field]).map(String),
    });
  }
  return failed;
}

async function shownVariant(
  session: SearchSession,
  plan: Plan,
  { layout: { groupField } }: CollectionRelevance,
  { fields }: Item,
): Promise<Item | null> {
  const group = groupField === null ? undefined : fields[groupField];
  if (groupField === null || group === undefined) return null;
  const { hits } = await session.search({ ...plan, facets: [], from: 0, size: searchedHits });
  return hits.find(({ item }) => String(item.fields[groupField]) === String(group))?.item ?? null;
}

const shown = ({ id, fields }: Item) => ({ ...fields, id });

const nothing = {
  item: null,
  feed: null,
  reasons: [],
  unwanted_words: [],
  curation: null,
  failed_filters: [],
  words: [],
  searched_fields: [],
  minimum_count: 0,
  position: null,
  shown_variant: null,
} satisfies Partial<MissingItem>;

export function serveMissingItem(app: App): void {
  serve(app, explainMissing, ({ c, q, filters, item, ...tried }, { project }): Promise<MissingItem> => {
    const request = { ...plainRequest(q, 1), filters: parseFilters(filters) };
    const feed = () => feedOf(app.db, project, c, item);
    return inCollection(app, project, c, (search) => missingItem(search, request, item, feed), { tried: parsePreviewed(tried) });
  });
}

async function missingItem(
  search: CollectionSearch,
  request: SearchRequest,
  wanted: string,
  feed: () => Promise<MissingItem['feed']>,
): Promise<MissingItem> {
  const { session, relevance } = search;
  const resolved = await search.resolve(request);
  const { plan, redirect, best, trace } = resolved;
  const common = {
    ...nothing,
    relevant_rate: relevance.relevantRate,
    redirect,
    replaced: traceDataOf(trace).find(({ step }) => step === 'fixit') ?? null,
    ignored_words: trace.filter(({ step }) => step === 'stopwords').flatMap(ignoredWords),
  };
  const item = await findItem(session, relevance, wanted);
  if (item && !plan) return { ...common, state: 'redirected', item: shown(item) };
  const explanation = item && (await explainedItem(search, resolved, { id: item.id, query: request.query }));
  if (!plan || !item || !explanation) return { ...common, state: 'unknown', feed: await feed() };

  const { id, score, is_found: isFound, reasons_not_found: reasons, curation, unwanted_words: unwanted } = explanation;
  const words = queryWords(plan, relevance, item, explanation.missing_words);
  const position = isFound ? await positionOf(session, plan, { itemId: id, score }, best) : null;
  const variant = isFound && position === null ? await shownVariant(session, plan, relevance, item) : null;
  return {
    ...common,
    state: isFound ? 'found' : 'notFound',
    item: shown(item),
    reasons,
    curation,
    unwanted_words: unwanted.filter((one) => one.is_in_item && one.score === null).map(({ word }) => word),
    failed_filters: await failedFilters(session, plan, item),
    words,
    searched_fields: plan.fields.map(({ name }) => name),
    minimum_count: plan.minimumMatch,
    position,
    shown_variant: variant && shown(variant),
  };
}
