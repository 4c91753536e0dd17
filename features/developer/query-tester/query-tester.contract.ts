import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { previewEndpoint } from '#contract/preview.ts';
import { SearchParameters, TriedParameters } from '#contract/search.ts';
import { triedErrors } from '#contract/test-query.ts';

/** Where on a page of results the matches begin that lack a word of the query. */
export const readWeakMatches = endpoint('GET /api/search/weak', {
  needs: 'developer',
  summary: 'Tells from which item of a page of results on items lack words of the query',
  input: z.object({
    c: Id,
    q: SearchParameters.shape.q,
    page: SearchParameters.shape.page,
    filters: SearchParameters.shape.filters,
    ...TriedParameters.shape,
  }),
  output: z.object({
    /** The first of them; null where all items of the page have all words. */
    id: z.nullable(z.string()),
    /** Of the words of the query, how many it has. */
    matched: z.number(),
    words: z.number(),
  }),
  errors: ['pageTooDeep', 'searchDown', ...triedErrors],
});

/** What a query finds by an earlier release, by the draft, or without some rules, beside what it finds now. */
export const compareSearches = previewEndpoint('/api/search/moves', {
  needs: 'developer',
  summary: 'Tells what a query finds by another release, by the draft or without some rules, beside what it finds now',
  input: z.object({ c: Id, q: SearchParameters.shape.q, filters: SearchParameters.shape.filters, ...TriedParameters.shape }),
  errors: ['searchDown', ...triedErrors],
});

const FieldShare = z.object({
  field: z.string(),
  term_frequency: z.number(),
  field_length: z.number(),
  weight: z.number(),
  score: z.number(),
});
/** What a boost did to a score: multiplied it by the amount, or added it. `score` is what it grew by. */
export const BoostShare = z.object({
  /** Of its row; null where it has none. */
  id: z.nullable(z.number()),
  kind: z.enum(['value', 'functional']),
  field: z.string(),
  values: z.array(z.string()),
  /** Of a functional boost; empty for others. */
  curve: z.enum(['', 'logarithmic', 'exponential', 'linear']),
  is_added: z.boolean(),
  /** Whether the amount grows or shrinks with the number; empty for value boosts. */
  direction: z.enum(['', 'rising', 'falling']),
  /** What a functional boost makes the amount of: the item's number, or how many days old it is. */
  number: z.nullable(z.number()),
  is_age: z.boolean(),
  amount: z.number(),
  score: z.number(),
});
export type BoostShare = z.output<typeof BoostShare>;

/** The curation that acts on a query, and whether it promotes or hides the item that is asked about; null for neither. */
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
  /** Words that the item has only with other diacritics than were typed, and the score it lost by that, below 0. */
  spelling: z.nullable(z.object({ words: z.array(z.string()), score: z.number() })),
  /** What every item scores before words and boosts. It and the scores of matches, phrases, boosts and unwanted words add up to the score. */
  base: z.number(),
  boosts: z.array(BoostShare),
  /** Words that are not wanted. With a score, below 0, those that the item has and that lower it; others that it has leave it out. */
  unwanted_words: z.array(z.object({ word: z.string(), is_in_item: z.boolean(), score: z.nullable(z.number()) })),
  /** null where none acts on the query. */
  curation: z.nullable(ActingCuration),
});
export type ItemExplanation = z.output<typeof ItemExplanation>;

export const explainItem = endpoint('GET /api/search/explain', {
  needs: 'developer',
  summary: 'Tells why an item is where it is for a query with its filters',
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

/** The words of a step that left some out, each once. */
export function ignoredWords({ before, after }: { readonly before: string; readonly after: string }): string[] {
  const kept = after.split(' ');
  return [...new Set(before.split(' '))].filter((word) => !kept.includes(word));
}
