import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { SearchParameters, TraceEntry, TriedParameters } from '#contract/search.ts';
import { triedErrors } from '#contract/test-query.ts';
import { ActingCuration, ItemExplanation } from '#features/developer/query-tester/query-tester.contract.ts';

/** What a factor gives one of the items. Kind, frequency and length are those of a word; `amount` is that of a boost. */
const Share = z.object({
  score: z.number(),
  match_kind: z.string(),
  term: z.string(),
  term_frequency: z.number(),
  field_length: z.number(),
  amount: z.number(),
});
export type Share = z.output<typeof Share>;

export const Factor = z.object({
  kind: z.enum(['base', 'word', 'phrase', 'boost', 'unwanted', 'spelling']),
  word: z.string(),
  /** Empty for words that were found across fields. */
  field: z.string(),
  /** The row of a boost; null where there is none. */
  boost_id: z.nullable(z.number()),
  a: z.nullable(Share),
  b: z.nullable(Share),
});
export type Factor = z.output<typeof Factor>;

export const ComparedItem = z.object({
  /** Its fields as imported, with its id. */
  item: z.looseObject({ id: z.string() }),
  score: z.number(),
  is_found: z.boolean(),
  reasons_not_found: ItemExplanation.shape.reasons_not_found,
  missing_words: z.array(z.string()),
  matched_count: z.number(),
  is_promoted: z.boolean(),
  /** null where none acts on the query. */
  curation: z.nullable(ActingCuration),
  /** Its place among the results, from 1; null where it can't be told, as for a variant that another one stands for. */
  position: z.nullable(z.number()),
});
export type ComparedItem = z.output<typeof ComparedItem>;

export const comparisonReasons = ['neitherFound', 'notFound', 'promoted', 'score', 'tie', 'sameItem'] as const;
export const decisiveCauses = ['onlyOne', 'form', 'repetition', 'length', 'amount'] as const;

/** Who is ahead and why. Of a lead by score, `factor` is the place of the decisive factor and `cause` what differs in it. */
export const Verdict = z.object({
  ahead: z.nullable(z.enum(['a', 'b'])),
  reason: z.enum(comparisonReasons),
  factor: z.nullable(z.number()),
  cause: z.nullable(z.enum(decisiveCauses)),
  are_variants: z.boolean(),
});
export type Verdict = z.output<typeof Verdict>;

export const Comparison = z.object({
  a: z.nullable(ComparedItem),
  b: z.nullable(ComparedItem),
  gone: z.array(z.enum(['a', 'b'])),
  /** The factors of each item add up to its score. */
  factors: z.array(Factor),
  word_count: z.number(),
  minimum_count: z.number(),
  /** null until both items are chosen, and for queries that redirect. */
  verdict: z.nullable(Verdict),
  redirect: z.nullable(z.string()),
  /** By a replacing term: what was searched instead, or where the visitor is sent. */
  replaced: z.nullable(TraceEntry),
});
export type Comparison = z.output<typeof Comparison>;

const ItemId = z._default(z.string().check(z.maxLength(500)), '');

export const compareResults = endpoint('GET /api/compare-results', {
  needs: 'developer',
  summary: 'Compares two items for a query, factor by factor; either may be left out',
  input: z.object({
    c: Id,
    q: SearchParameters.shape.q,
    a: ItemId,
    b: ItemId,
    filters: SearchParameters.shape.filters,
    ...TriedParameters.shape,
  }),
  output: Comparison,
  errors: triedErrors,
});
