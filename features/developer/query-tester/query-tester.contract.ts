import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { SearchParameters, PreviewParameters, TraceEntry } from '#contract/search.ts';
import { previewErrors } from '#contract/test-query.ts';

const FieldShare = z.object({
  field: z.string(),
  term_frequency: z.number(),
  field_length: z.number(),
  weight: z.number(),
  score: z.number(),
});
export const BoostShare = z.object({
  id: z.nullable(z.number()),
  kind: z.enum(['value', 'functional']),
  field: z.string(),
  values: z.array(z.string()),
  /** Empty for value boosts. */
  curve: z.enum(['', 'logarithmic', 'exponential', 'linear']),
  is_added: z.boolean(),
  direction: z.enum(['', 'rising', 'falling']),
  /** The number of the item, or its age in days. */
  number: z.nullable(z.number()),
  is_age: z.boolean(),
  /** Multiplies or is added. */
  amount: z.number(),
  /** Added to the score of the item. */
  score: z.number(),
});
export type BoostShare = z.output<typeof BoostShare>;

export const ActingCuration = z.object({ id: Id, name: z.string(), does: z.nullable(z.enum(['promoted', 'hidden'])) });
export type ActingCuration = z.output<typeof ActingCuration>;

export const ItemExplanation = z.object({
  id: z.string(),
  score: z.number(),
  is_found: z.boolean(),
  reasons_not_found: z.array(z.enum(['tooFewWords', 'excludedWord', 'filtered', 'hidden'])),
  missing_words: z.array(z.string()),
  matches: z.array(
    z.object({
      word: z.string(),
      kind: z.string(),
      term: z.string(),
      score: z.number(),
      fields: z.array(FieldShare),
    }),
  ),
  phrases: z.array(z.object({ field: z.string(), words: z.array(z.string()), score: z.number() })),
  spelling: z.nullable(z.object({ words: z.array(z.string()), score: z.number() })),
  /** Score of its meaning, where words found too little. */
  nearness: z.number(),
  /** Its places, from 1, where words and meaning rank together; null elsewhere. */
  ranks: z.nullable(z.object({ words: z.nullable(z.number()), meaning: z.nullable(z.number()) })),
  base: z.number(),
  boosts: z.array(BoostShare),
  /** Excluded words. A negative score lowers the item; without one it is excluded. */
  unwanted_words: z.array(z.object({ word: z.string(), is_in_item: z.boolean(), score: z.nullable(z.number()) })),
  /** Moves by visitors’ choices; null for none. Places are from 1. */
  learned: z.nullable(
    z.object({
      /** Or the path of the category that is browsed. */
      query: z.string(),
      /** After this query; 0 if it is learned from other queries. */
      chosen: z.number(),
      from: z.number(),
      to: z.number(),
      /** Added to the score of the item. */
      score: z.number(),
    }),
  ),
  curation: z.nullable(ActingCuration),
});
export type ItemExplanation = z.output<typeof ItemExplanation>;

export const explainItem = endpoint('GET /api/search/explain', {
  needs: 'preview',
  summary: 'Explains the score of an item',
  input: z.object({
    c: Id,
    q: z.string().check(z.maxLength(1000)),
    filters: SearchParameters.shape.filters,
    id: z.string().check(z.maxLength(500)),
    ...PreviewParameters.shape,
  }),
  output: ItemExplanation,
  errors: previewErrors,
});

export function ignoredWords({ before, after }: { readonly before: string; readonly after: string }): string[] {
  const kept = after.split(' ');
  return [...new Set(before.split(' '))].filter((word) => !kept.includes(word));
}

export const resultsPerPage = 20;

const ShownItem = z.looseObject({ id: z.string() });

/** `own` is the value of the item. */
const FailedFilter = z.object({
  field: z.string(),
  any_of: z.array(z.string()),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  own: z.array(z.string()),
});
export type FailedFilter = z.output<typeof FailedFilter>;

/** Rows that the last import skipped. */
const SkippedRow = z.object({
  item: z.string(),
  position: z.number(),
  field: z.string(),
  value: z.string(),
  reason: z.string(),
  /** Same id or name; other rows only mention it. */
  is_same: z.boolean(),
});

export const MissingItem = z.object({
  state: z.enum(['unknown', 'redirected', 'notFound', 'found']),
  item: z.nullable(ShownItem),
  redirect: z.nullable(z.string()),
  /** By a replacing term. */
  replaced: z.nullable(TraceEntry),
  feed: z.nullable(z.object({ id: Id, name: z.string(), last_import_at: z.nullable(z.number()), skipped: z.array(SkippedRow) })),
  reasons: ItemExplanation.shape.reasons_not_found,
  unwanted_words: z.array(z.string()),
  ignored_words: z.array(z.string()),
  curation: z.nullable(ActingCuration),
  failed_filters: z.array(FailedFilter),
  words: z.array(z.object({ word: z.string(), is_in_item: z.boolean(), unsearched_fields: z.array(z.string()) })),
  searched_fields: z.array(z.string()),
  minimum_count: z.number(),
  relevant_rate: z.number(),
  /** From 1; null if too deep, or another variant is shown. */
  position: z.nullable(z.number()),
  shown_variant: z.nullable(ShownItem),
});
export type MissingItem = z.output<typeof MissingItem>;

/** `item` is an id or a name. */
export const explainMissing = endpoint('GET /api/search/missing', {
  needs: 'preview',
  summary: 'Explains why an item is missing from results',
  input: z.object({
    c: Id,
    q: SearchParameters.shape.q,
    filters: SearchParameters.shape.filters,
    item: requiredText('requiredField', 500),
    ...PreviewParameters.shape,
  }),
  output: MissingItem,
  errors: previewErrors,
});
