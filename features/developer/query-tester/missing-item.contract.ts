import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { SearchParameters, TraceEntry, TriedParameters } from '#contract/search.ts';
import { triedErrors } from '#contract/test-query.ts';
import { ActingCuration, ItemExplanation } from './query-tester.contract.ts';

export const resultsPerPage = 20;

const ShownItem = z.looseObject({ id: z.string() });

const LeftOut = z.object({
  item: z.string(),
  position: z.number(),
  field: z.string(),
  value: z.string(),
  reason: z.string(),
  /** Same id or name; other rows only mention it. */
  is_same: z.boolean(),
});

/** `own` is the value of the item. */
const FailedFilter = z.object({
  field: z.string(),
  any_of: z.array(z.string()),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  own: z.array(z.string()),
});
export type FailedFilter = z.output<typeof FailedFilter>;

const QueryWord = z.object({ word: z.string(), is_in_item: z.boolean(), unsearched_fields: z.array(z.string()) });

const Remedy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('relevantRate'), rate: z.number() }),
  z.object({ kind: z.literal('synonym'), words: z.array(z.string()), target: z.string() }),
  z.object({ kind: z.literal('searchedField'), field: z.string() }),
]);
export type Remedy = z.output<typeof Remedy>;

export const MissingItem = z.object({
  state: z.enum(['unknown', 'redirected', 'notFound', 'found']),
  item: z.nullable(ShownItem),
  redirect: z.nullable(z.string()),
  /** By a replacing term. */
  replaced: z.nullable(TraceEntry),
  /** For an unknown item: similar names, and rows that the last import skipped. */
  candidates: z.array(ShownItem),
  feed: z.nullable(z.object({ id: Id, name: z.string(), last_import_at: z.nullable(z.number()), left_out: z.array(LeftOut) })),
  reasons: ItemExplanation.shape.reasons_not_found,
  unwanted_words: z.array(z.string()),
  ignored_words: z.array(z.string()),
  curation: z.nullable(ActingCuration),
  failed_filters: z.array(FailedFilter),
  words: z.array(QueryWord),
  searched_fields: z.array(z.string()),
  matched_count: z.number(),
  minimum_count: z.number(),
  relevant_rate: z.number(),
  /** From 1; null if too deep, or another variant is shown. */
  position: z.nullable(z.number()),
  shown_variant: z.nullable(ShownItem),
  remedies: z.array(Remedy),
});
export type MissingItem = z.output<typeof MissingItem>;

/** `item` is an id or a name. */
export const explainMissing = endpoint('GET /api/search/missing', {
  needs: 'developer',
  summary: 'Explains why an item is missing from results, and how to bring it back',
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
