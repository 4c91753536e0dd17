import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { SearchParameters, TriedParameters } from '#contract/search.ts';
import { triedErrors } from '#contract/test-query.ts';

const FieldShare = z.object({
  field: z.string(),
  term_frequency: z.number(),
  field_length: z.number(),
  weight: z.number(),
  score: z.number(),
});
export const BoostShare = z.object({
  /** Of its rule, if it has one. */
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
      idf: z.number(),
      score: z.number(),
      fields: z.array(FieldShare),
    }),
  ),
  phrases: z.array(z.object({ field: z.string(), words: z.array(z.string()), score: z.number() })),
  /** Words that the item has with other diacritics; the score is negative. */
  spelling: z.nullable(z.object({ words: z.array(z.string()), score: z.number() })),
  /** Of every item. With the scores below and above it adds up to the score. */
  base: z.number(),
  boosts: z.array(BoostShare),
  /** Excluded words. A negative score lowers the item; without one it is excluded. */
  unwanted_words: z.array(z.object({ word: z.string(), is_in_item: z.boolean(), score: z.nullable(z.number()) })),
  curation: z.nullable(ActingCuration),
});
export type ItemExplanation = z.output<typeof ItemExplanation>;

export const explainItem = endpoint('GET /api/search/explain', {
  needs: 'developer',
  summary: 'Explains the score of an item',
  input: z.object({
    c: Id,
    q: z.string().check(z.maxLength(1000)),
    filters: SearchParameters.shape.filters,
    id: z.string().check(z.maxLength(500)),
    ...TriedParameters.shape,
  }),
  output: ItemExplanation,
  errors: triedErrors,
});

/** Words removed by a step. */
export function ignoredWords({ before, after }: { readonly before: string; readonly after: string }): string[] {
  const kept = after.split(' ');
  return [...new Set(before.split(' '))].filter((word) => !kept.includes(word));
}
