import * as z from 'zod/mini';
import { keyErrors } from '#contract/errors.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';

/** The engine's limit, too. */
export const maximumItems = 5_000;
export const itemsBodyLimitBytes = 20 * 1024 * 1024;
/** Per project and server. */
export const requestsPerMinute = 600;
export const maximumGenerationLength = 100;
export const maximumKeyLength = 200;
export const keptAnswerHours = 24;
/** Per project; enough for some 50 requests of 5,000 items. The oldest are evicted. */
export const keptAnswersBytes = 16 * 1024 * 1024;

/** Id or name; defaults to the first collection. */
const collection = z.optional(z.union([z.string().check(z.maxLength(200)), z.number()]));
/** Names one run of an importer, so that items it didn't send can be deleted. */
const generation = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(maximumGenerationLength)));
const ItemId = z.string().check(z.minLength(1), z.maxLength(1000));

/** An error keeps the stored item, a warning drops the value. */
const ItemProblem = z.object({
  severity: z.enum(['error', 'warning']),
  field: z.string(),
  value: z.string(),
  reason: z.string(),
  message: z.string(),
});

export const itemOutcomes = ['created', 'updated', 'unchanged', 'removed', 'not_found', 'refused'] as const;
export const ItemOutcome = z.enum(itemOutcomes);
const ItemResult = z.object({
  /** Place in the request, from 0. */
  index: z.number(),
  id: z.nullable(z.string()),
  outcome: ItemOutcome,
  problems: z.array(ItemProblem),
});
export type ItemResult = z.output<typeof ItemResult>;

export const WrittenItems = z.object({
  collection_id: Id,
  items: z.array(ItemResult),
  counts: z.record(ItemOutcome, z.number()),
  /** Stored now; searchable after the next import or recreate. */
  new_fields: z.array(z.string()),
  note: z.string(),
});
export type WrittenItems = z.output<typeof WrittenItems>;

const call = { needs: 'api', keyRight: 'items' } as const;
const errors = [
  'tokenNotValid',
  ...keyErrors,
  'tooManyRequests',
  'searchDown',
  'idempotencyKeyReused',
  'requestRunning',
  'diskFull',
] as const;
const bulk = { ...call, bodyLimitBytes: itemsBodyLimitBytes, errors: [...errors, 'bodyTooLarge', 'tooManyFields'] } as const;

const Items = z.object({
  collection,
  generation,
  item: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.array(z.unknown()).check(z.maxLength(maximumItems, { error: 'tooMany' }))),
});

export const putItems = endpoint('POST /api/v1/items', {
  ...bulk,
  summary: `Adds or replaces one item (\`item\`) or up to ${maximumItems} (\`items\`)`,
  input: Items,
  output: WrittenItems,
});
export const patchItems = endpoint('PATCH /api/v1/items', {
  ...bulk,
  summary: `Changes fields of up to ${maximumItems} items, such as price and stock`,
  input: Items,
  output: WrittenItems,
});
export const patchItem = endpoint('PATCH /api/v1/items/{id}', {
  ...call,
  errors,
  summary: 'Changes fields of an item; null deletes one',
  input: z.object({ id: ItemId, collection, generation, fields: z.record(z.string(), z.unknown()) }),
  output: WrittenItems,
});
export const removeItems = endpoint('POST /api/v1/items/delete', {
  ...call,
  errors,
  summary: `Deletes up to ${maximumItems} items by their ids`,
  input: z.object({
    collection,
    ids: z.array(z.union([z.string(), z.number()])).check(z.maxLength(maximumItems, { error: 'tooMany' })),
  }),
  output: WrittenItems,
});
export const removeItem = endpoint('DELETE /api/v1/items/{id}', {
  ...call,
  errors,
  summary: 'Deletes an item',
  input: z.object({ id: ItemId, collection }),
  output: WrittenItems,
});
export const removeOthers = endpoint('DELETE /api/v1/items', {
  ...call,
  errors: [...errors, 'generationUnknown'],
  summary: 'Deletes items of this API that the named run didn’t send',
  input: z.object({
    collection,
    except_generation: z
      .string({ error: 'required' })
      .check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(maximumGenerationLength)),
  }),
  output: z.object({ collection_id: Id, removed_count: z.number() }),
});
export const readItem = endpoint('GET /api/v1/items/{id}', {
  ...call,
  errors,
  summary: 'Returns an item as it is stored',
  input: z.object({ id: ItemId, collection }),
  output: z.object({ collection_id: Id, item: z.record(z.string(), z.unknown()) }),
});

export const NewestChange = z.object({
  kind: z.enum(['created', 'updated', 'unchanged', 'removed']),
  by: z.enum(['api', 'user', 'feed']),
  /** Empty for machines and people who have left. */
  person: z.string(),
  at: Moment,
  generation: z.nullable(z.string()),
});
export type NewestChange = z.output<typeof NewestChange>;
