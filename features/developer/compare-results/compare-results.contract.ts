import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { SearchParameters, TraceEntry, PreviewParameters } from '#contract/search.ts';
import { previewErrors } from '#contract/test-query.ts';
import { ItemExplanation } from '#features/developer/query-tester/query-tester.contract.ts';

export const ComparedItem = z.extend(ItemExplanation, {
  /** Its fields as imported, with its id. */
  item: z.looseObject({ id: z.string() }),
  is_promoted: z.boolean(),
  /** From 1; null if unknown, as for a variant that isn't shown. */
  position: z.nullable(z.number()),
});
export type ComparedItem = z.output<typeof ComparedItem>;

export const Verdict = z.object({
  ahead: z.nullable(z.enum(['a', 'b'])),
  reason: z.enum(['neitherFound', 'notFound', 'promoted', 'fused', 'score', 'tie', 'sameItem']),
  are_variants: z.boolean(),
});
export type Verdict = z.output<typeof Verdict>;

export const Comparison = z.object({
  a: z.nullable(ComparedItem),
  b: z.nullable(ComparedItem),
  /** Chosen, but not in the collection. */
  gone: z.array(z.enum(['a', 'b'])),
  word_count: z.number(),
  minimum_count: z.number(),
  /** null until both items are chosen, and for queries that redirect. */
  verdict: z.nullable(Verdict),
  redirect: z.nullable(z.string()),
  replaced: z.nullable(TraceEntry),
});
export type Comparison = z.output<typeof Comparison>;

const ItemId = z._default(z.string().check(z.maxLength(500)), '');

export const compareResults = endpoint('GET /api/compare-results', {
  needs: 'preview',
  summary: 'Explains two items for a query, and which of them is ahead; either may be omitted',
  input: z.object({
    c: Id,
    q: SearchParameters.shape.q,
    a: ItemId,
    b: ItemId,
    filters: SearchParameters.shape.filters,
    ...PreviewParameters.shape,
  }),
  output: Comparison,
  errors: previewErrors,
});
