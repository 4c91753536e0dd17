import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import { NewestChange } from '#features/data/item-api/item-api.contract.ts';
import { DocumentHeader, DocumentRow } from './documents.contract.ts';

const maximumIdLength = 256;

export const AisleDocument = z.extend(DocumentRow, {
  origin: z.enum(['api', 'user', 'feed']),
  /** null while nobody changed what the feed brought. */
  change: z.nullable(NewestChange),
});
export type AisleDocument = z.output<typeof AisleDocument>;

const needs = 'developer';
const one = { id: Id, item_id: z.string().check(z.maxLength(1000)) };

export const listAisleDocuments = endpoint('GET /api/items/collection/{id}', {
  needs,
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
  summary: 'Deletes an item by hand, and answers what it held',
  input: z.object(one),
  output: z.object({ fields: z.record(z.string(), z.unknown()) }),
  errors: ['searchDown', 'notFound'],
});
