import type { FieldValue, Item } from '#contract/item.ts';
import { analyserOf } from '#engine/query/analysis/analyser.ts';
import { plainPlan } from '#engine/plan.ts';
import { plainItem } from '#engine/index/stored-item.ts';
import { builtFields } from '#features/data/collections/server/collections.service.ts';
import { collectionStore, type StoredField } from '#features/data/collections/server/collections.store.ts';
import { boostRows } from '#features/search-settings/boost-manager/server/boost-manager.store.ts';
import { tuningOf, savedFields } from './field-tuning.ts';
import type { RelevanceBeside, RelevanceField } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { relevanceStore } from './relevance-tuning.store.ts';
import type { App } from '#server/app/app.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import { vectorStore } from '#server/embeddings/vectors.store.ts';
import { engineCollection, inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { defaultRelevances, isLongText } from '#engine/query/default-relevance.ts';
import type { FieldRelevance } from '#engine/query/relevance.ts';
import { hasStock } from '#engine/query/query-plan.ts';
import { isBoostableByDefault, layoutOf } from '#features/data/collections/server/collection-fields.service.ts';

interface SampledFields {
  readonly defaults: ReadonlyMap<string, FieldRelevance>;
  readonly longTexts: ReadonlySet<string>;
}

function sampledFields(items: readonly Item[], fields: readonly StoredField[]): SampledFields {
  const sampled = fields.map(({ name, type, isFacet }) => ({ name, type, isFacet, samples: samplesOf(items, name) }));
  const relevances = defaultRelevances(sampled);
  const defaults = sampled.map((field) => {
    const relevance = relevances.get(field.name)!;
    return [field.name, { ...relevance, boostable: isBoostableByDefault(field) }] as const;
  });
  const long = sampled.filter(({ samples }) => samples.length > 0 && isLongText(samples));
  return { defaults: new Map(defaults), longTexts: new Set(long.map(({ name }) => name)) };
}

const samplesOf = (items: readonly Item[], name: string): FieldValue[] =>
  items.map(({ fields }) => fields[name]).filter((value) => value !== undefined);

const sampleItems = 100;

export async function shownRelevance(app: App, scope: CollectionScope) {
  const { db, releases } = app;
  const [fields, settings, language, status, release, boosts, embedding] = await Promise.all([
    savedFields(db, scope),
    relevanceStore(db).settings(scope),
    collectionStore(db).language(scope),
    unlessSearchDown(Promise.try(() => app.engine.status(engineCollection(scope.collectionId)))),
    releases.live(scope),
    boostRows(db).all(scope),
    app.embeddings && vectorStore(db).of(scope.collectionId),
  ]);
  const [built, items] = await Promise.all([
    unlessSearchDown(builtFields(app, scope.collectionId)),
    unlessSearchDown(someItems(app, scope)),
  ]);
  const samples = sampledFields(items ?? [], fields);
  const boostsOf = Map.groupBy(boosts, ({ fields: { field } }) => field);
  const data = fields.map((field): RelevanceField => ({
    id: field.id,
    collection_id: scope.collectionId,
    field_name: field.name,
    type: field.type,
    ...tuningOf(field.relevance),
    boosts: (boostsOf.get(field.name) ?? []).map(({ item }) => ({ ...item })),
    found_count: field.foundCount,
    is_archived: field.isArchived,
    is_counted: field.isFacet,
    is_long: samples.longTexts.has(field.name),
    built: built && (built.get(field.name) ?? { searchable: false, stemmer: false }),
  }));
  const beside: RelevanceBeside = {
    relevant_rate: settings.relevantRate,
    in_stock_first: settings.isInStockFirst,
    fuses_meaning: settings.isFused,
    learning: settings.learning,
    has_meaning: embedding !== null,
    has_stock: hasStock({ layout: layoutOf(language, fields) }),
    item_count: status?.itemCount ?? 0,
    language,
    has_stemmer: analyserOf(language).hasStemmer,
    updated_at: settings.updatedAt,
    updated_by: settings.updatedBy,
    release: release.number,
    defaults: items && fields.map(({ id, name }) => ({ id, ...tuningOf(samples.defaults.get(name)!) })),
  };
  return { data, beside };
}

const someItems = async (app: App, scope: CollectionScope): Promise<readonly Item[]> =>
  inCollection(app, scope, scope.collectionId, async ({ session }) =>
    (await session.search({ ...plainPlan, size: sampleItems })).hits.map(({ item }) => plainItem(item)),
  );
