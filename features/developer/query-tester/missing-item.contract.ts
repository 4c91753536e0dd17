import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { SearchParameters, TraceEntry, TriedParameters } from '#contract/search.ts';
import { triedErrors } from '#contract/test-query.ts';
import { ActingCuration, ItemExplanation } from './query-tester.contract.ts';

/** Results of one page in the query tester and by default in shops. */
export const resultsPerPage = 20;

const ShownItem = z.looseObject({ id: z.string() });

const LeftOut = z.object({
  item: z.string(),
  position: z.number(),
  field: z.string(),
  value: z.string(),
  /** A code of the problem texts. */
  reason: z.string(),
  /** Whether it is the very item: by its id or its whole name. Other rows only mention it. */
  is_same: z.boolean(),
});

/** A filter that the item does not pass. `own` is what the item has in the field. */
const FailedFilter = z.object({
  field: z.string(),
  any_of: z.array(z.string()),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  own: z.array(z.string()),
});
export type FailedFilter = z.output<typeof FailedFilter>;

/** A word of the query; `unsearched_fields` are those that have it, where it is not looked for. */
const QueryWord = z.object({ word: z.string(), is_in_item: z.boolean(), unsearched_fields: z.array(z.string()) });

/** Something that would give the item enough words. Rates and synonyms were tried; a field is judged by the words that the item has in it. */
const Remedy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('relevantRate'), rate: z.number() }),
  z.object({ kind: z.literal('synonym'), words: z.array(z.string()), target: z.string() }),
  z.object({ kind: z.literal('searchedField'), field: z.string() }),
]);
export type Remedy = z.output<typeof Remedy>;

export const MissingItem = z.object({
  /** `unknown`: the collection has no such item. `redirected`: the query shows no items at all. */
  state: z.enum(['unknown', 'redirected', 'notFound', 'found']),
  item: z.nullable(ShownItem),
  redirect: z.nullable(z.string()),
  /** By a replacing term: what was searched instead of what was typed, or where the visitor is sent. */
  replaced: z.nullable(TraceEntry),
  /** Of an unknown item: items with a similar name, and what the feed's last import says of it. */
  candidates: z.array(ShownItem),
  feed: z.nullable(z.object({ id: Id, name: z.string(), last_import_at: z.nullable(z.number()), left_out: z.array(LeftOut) })),
  reasons: ItemExplanation.shape.reasons_not_found,
  unwanted_words: z.array(z.string()),
  /** Words of the query that nothing is looked for by, because they are ignored terms. */
  ignored_words: z.array(z.string()),
  /** null where none acts on the query. */
  curation: z.nullable(ActingCuration),
  failed_filters: z.array(FailedFilter),
  words: z.array(QueryWord),
  searched_fields: z.array(z.string()),
  matched_count: z.number(),
  minimum_count: z.number(),
  relevant_rate: z.number(),
  /** From 1. Of a found item null where it is too deep to be told, or when another variant stands for it. */
  position: z.nullable(z.number()),
  /** The variant that is shown instead. */
  shown_variant: z.nullable(ShownItem),
  remedies: z.array(Remedy),
});
export type MissingItem = z.output<typeof MissingItem>;

/** `item` is an id, or the name of an item. */
export const explainMissing = endpoint('GET /api/search/missing', {
  needs: 'developer',
  summary: 'Tells why an item is missing among the results of a query, and what would bring it there',
  input: z.object({
    c: Id,
    q: SearchParameters.shape.q,
    filters: SearchParameters.shape.filters,
    item: requiredText('requiredField', 500),
    ...TriedParameters.shape,
  }),
  output: MissingItem,
  errors: triedErrors,
});
