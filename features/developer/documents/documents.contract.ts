import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { fieldTypes, type FieldType } from '#contract/item.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import { NewestChange } from '#features/data/item-api/item-api.contract.ts';

export const maximumColumns = 8;
const FieldTypeName = z.enum(Object.keys(fieldTypes) as FieldType[]);

export const DocumentHeader = z.object({
  name: z.string(),
  type: FieldTypeName,
  /** Its values can be sorted and filtered by. */
  is_sortable: z.boolean(),
});
export type DocumentHeader = z.output<typeof DocumentHeader>;

const Fields = z.record(z.string(), z.unknown());
/** Long texts are cut; the whole item is a call away. */
export const DocumentRow = z.object({ id: z.string(), fields: Fields });
export type DocumentRow = z.output<typeof DocumentRow>;

export const maximumLookedThrough = 100_000;

const reading = { needs: 'preview' } as const;
const needs = 'developer';

export const listDocuments = endpoint('GET /api/elastic/documents/{id}', {
  ...reading,
  summary: 'Lists the items of a collection, any number of them, searched, narrowed by one field and sorted',
  input: z.extend(PageQuery, {
    id: Id,
    columns: z._default(z.string().check(z.maxLength(2000)), ''),
    field: z._default(z.string().check(z.maxLength(200)), ''),
    value: z._default(z.string().check(z.maxLength(1000)), ''),
    /** `1` instead of `value`: items without `field`, among the first `maximumLookedThrough`. */
    without: z._default(z.enum(['', '1']), ''),
  }),
  output: z.extend(pageOf(DocumentRow), { headers: z.array(DocumentHeader), columns: z.array(z.string()) }),
  errors: ['pageTooDeep', 'searchDown'],
});

export const listFieldValues = endpoint('GET /api/elastic/documents/{id}/values', {
  ...reading,
  summary: 'Lists the most frequent values of a field',
  input: z.object({ id: Id, field: z.string().check(z.maxLength(200)) }),
  output: z.object({ values: z.array(z.object({ value: z.string(), count: z.number() })) }),
  errors: ['searchDown'],
});

export const IndexedField = z.object({
  name: z.string(),
  type: FieldTypeName,
  is_searched: z.boolean(),
  weight: z.number(),
  has_wildcard: z.boolean(),
  is_fuzzy: z.boolean(),
  has_stems: z.boolean(),
  is_sortable: z.boolean(),
  /** The words that it is found by; `stem` is null where only the word itself is. */
  tokens: z.array(z.object({ text: z.string(), stem: z.nullable(z.string()) })),
  /** All of them, where `tokens` has the first ones. */
  token_count: z.number(),
});
export type IndexedField = z.output<typeof IndexedField>;

export const DocumentDetail = z.object({
  id: z.string(),
  fields: Fields,
  indexed: z.array(IndexedField),
  unindexed: z.array(z.string()),
  /** null for an item that only a feed brought. */
  change: z.nullable(NewestChange),
});
export type DocumentDetail = z.output<typeof DocumentDetail>;

export const readDocument = endpoint('GET /api/elastic/documents/{id}/item', {
  ...reading,
  summary: 'Reads one item as it is stored, and how its fields are indexed',
  input: z.object({ id: Id, item_id: z.string().check(z.maxLength(1000)) }),
  output: DocumentDetail,
  errors: ['searchDown'],
});

const maximumIdLength = 256;

export const AisleDocument = z.extend(DocumentRow, {
  origin: z.enum(['api', 'user', 'feed']),
  /** null while nobody changed what the feed brought. */
  change: z.nullable(NewestChange),
});
export type AisleDocument = z.output<typeof AisleDocument>;

const one = { id: Id, item_id: z.string().check(z.maxLength(1000)) };

export const listAisleDocuments = endpoint('GET /api/items/collection/{id}', {
  ...reading,
  summary: 'Lists the items of a collection that came by its own feed, by the item API or by hand, with their newest change',
  input: z.extend(PageQuery, {
    id: Id,
    /** `changed`: only what the API or somebody changed, the newest change first. */
    only: z._default(z.enum(['all', 'changed']), 'all'),
  }),
  output: z.extend(pageOf(AisleDocument), {
    headers: z.array(DocumentHeader),
    /** The feed of another system that fills the collection and overwrites its items; empty without one. */
    other_feed: z.string(),
  }),
  errors: ['pageTooDeep', 'searchDown'],
});

/** Fields by their names, as the item API takes them. */
export const ItemInput = z.object({
  item_id: requiredText('requiredField', maximumIdLength),
  fields: z.record(z.string(), z.unknown()),
});
export type ItemInput = z.output<typeof ItemInput>;
const Written = z.object({ id: z.string() });
const errors = ['searchDown', 'valueNotFitting', 'notWebAddress'] as const;

export const addAisleDocument = endpoint('POST /api/items/collection/{id}', {
  needs,
  summary: 'Adds an item by hand; it is found at once',
  input: z.extend(ItemInput, { id: Id }),
  output: Written,
  errors: [...errors, 'alreadyUsed'],
});
export const updateAisleDocument = endpoint('PUT /api/items/collection/{id}', {
  needs,
  summary: 'Replaces the fields of an item by hand; it is found by the new ones at once',
  input: z.extend(ItemInput, { id: Id }),
  output: Written,
  errors: [...errors, 'notFound'],
});
export const removeAisleDocument = endpoint('DELETE /api/items/collection/{id}', {
  needs,
  summary: 'Deletes an item by hand, and returns its fields',
  input: z.object(one),
  output: z.object({ fields: z.record(z.string(), z.unknown()) }),
  errors: ['searchDown', 'notFound'],
});
