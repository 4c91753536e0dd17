import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, requiredText } from '#contract/fields.ts';
import { type FieldType, fieldTypes } from '#contract/item.ts';

const typeNames = Object.keys(fieldTypes) as [FieldType, ...FieldType[]];

/** Percent of a query's words that must match: 0 is OFF (any word), 100 is ALL. */
export const relevantRates = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;
export const defaultRelevantRate = 70;
export const maximumCollections = 50;

/** Further fields are stored, but not indexed. */
export const maximumIndexedFields = 200;
/** Further fields stay with their items, but aren't listed. */
export const maximumKnownFields = 10_000;

export const Recreation = z.object({
  id: Id,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  built_count: z.number(),
  total_count: z.number(),
  started_at: z.nullable(Moment),
  finished_at: z.nullable(Moment),
});
export type Recreation = z.output<typeof Recreation>;

/**
 * `degraded`: it answers while a replica is repaired; `bad`: it can't answer completely; `outdated`: it is rebuilt after an
 * update of Aisle, and doesn't answer until then; `down`: unreachable.
 */
export const collectionHealths = ['good', 'degraded', 'bad', 'outdated', 'down', 'empty'] as const;

export const Collection = z.object({
  id: Id,
  name: z.string(),
  force_stopwords: z.boolean(),
  /** Items that match a negated word are ranked last instead of excluded. */
  lower_unwanted: z.boolean(),
  relevant_rate: z.number(),
  item_count: z.number(),
  /** null before the first import. */
  built_at: z.nullable(Moment),
  size_bytes: z.number(),
  health: z.enum(collectionHealths),
  /** Changes of the schema that need a rebuild. */
  waiting_changes: z.number(),
  /** Saved settings wait for `POST collection/update`. */
  need_update: z.boolean(),
  recreation: z.nullable(Recreation),
});
export type Collection = z.output<typeof Collection>;

export const Dependent = z.object({ kind: z.enum(['feed', 'curation']), id: Id, name: z.string() });
export type Dependent = z.output<typeof Dependent>;

export const Generation = z.object({
  name: z.string(),
  item_count: z.number(),
  size_bytes: z.number(),
  built_at: Moment,
  is_live: z.boolean(),
});
export type Generation = z.output<typeof Generation>;

export const CollectionDetail = z.extend(Collection, {
  field_count: z.number(),
  indexed_count: z.number(),
  mapping: z.record(z.string(), z.string()),
  dependent_by: z.array(Dependent),
  /** The live one and the previous one. */
  generations: z.array(Generation),
});
export type CollectionDetail = z.output<typeof CollectionDetail>;

const RelevantRate = z.literal(relevantRates);

export const CollectionInput = z.object({
  name: requiredText('requiredField'),
  relevant_rate: z._default(RelevantRate, defaultRelevantRate),
  force_stopwords: z._default(z.boolean(), false),
  lower_unwanted: z._default(z.boolean(), false),
});
export type CollectionInput = z.output<typeof CollectionInput>;

const CollectionChanges = z.object({
  name: z.optional(CollectionInput.shape.name),
  relevant_rate: z.optional(RelevantRate),
  force_stopwords: z.optional(z.boolean()),
  lower_unwanted: z.optional(z.boolean()),
});

export const predefinedIds = ['products', 'categories', 'articles', 'brands'] as const;
export type PredefinedId = (typeof predefinedIds)[number];

const one = z.object({ id: Id });
const needs = 'data';

export const listCollections = endpoint('GET /api/collections', {
  needs: 'member',
  summary: 'Lists the collections of the project',
  output: z.array(Collection),
});

export const readCollection = endpoint('GET /api/collection/{id}', {
  needs,
  summary: 'Reads one collection with its generations and with what depends on it',
  input: one,
  output: CollectionDetail,
});
export const createCollection = endpoint('POST /api/collection', {
  needs,
  summary: 'Adds a collection, empty or with the fields of a predefined one',
  input: z.extend(CollectionInput, { predefined: z._default(z.nullable(z.enum(predefinedIds)), null) }),
  output: Collection,
  errors: ['alreadyUsed', 'tooMany'],
});
export const updateCollection = endpoint('PUT /api/collection/{id}', {
  needs,
  summary: 'Saves the settings of a collection; searches use them after GET collection/update',
  input: z.extend(CollectionChanges, { id: Id }),
  output: Collection,
  errors: ['alreadyUsed'],
});
export const removeCollection = endpoint('DELETE /api/collection/{id}', {
  needs,
  summary: 'Deletes a collection with its items, unless something depends on it',
  input: one,
  errors: ['collectionInUse', 'recreateRunning'],
});
export const recreateCollection = endpoint('POST /api/collection/recreate', {
  alsoByGet: true,
  needs,
  summary: 'Rebuilds a collection from its items; searches continue',
  input: one,
  output: Recreation,
  errors: ['nothingToRecreate'],
});
export const applyCollection = endpoint('POST /api/collection/update', {
  alsoByGet: true,
  needs,
  summary: 'Makes searches use the saved settings of a collection',
  input: one,
  output: Collection,
});
export const rollBackCollection = endpoint('PUT /api/collection/rollback', {
  needs,
  summary: 'Goes back to the generation that was live before',
  input: one,
  output: CollectionDetail,
  errors: ['nothingToRollBack', 'recreateRunning'],
});
export const listPredefined = endpoint('GET /api/collections-predefined', {
  needs,
  summary: 'Lists the collections that can be added with their usual fields',
  output: z.array(
    z.object({
      id: z.enum(predefinedIds),
      name: z.string(),
      description: z.string(),
      schema: z.array(z.object({ name: z.string(), type: z.enum(typeNames) })),
    }),
  ),
});

export const pingSearch = endpoint('GET /api/elastic/ping', {
  needs: 'member',
  summary: 'Tells whether search answers',
  output: z.object({ is_live: z.boolean() }),
  errors: ['searchDown'],
});

export const countItems = endpoint('GET /api/elastic/count', {
  needs: 'member',
  summary: 'Counts the searchable items of the project',
  output: z.object({ count: z.number() }),
});
