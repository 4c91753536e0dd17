import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { queryStepNames } from '#contract/values/query-steps.ts';

export const maximumTermLength = 1000;

export const AnalysisStepName = z.enum(queryStepNames);
export type AnalysisStepName = z.output<typeof AnalysisStepName>;

/** A word after a step. `was` is a changed word before it. */
export const AnalysedWord = z.object({
  text: z.string(),
  change: z.enum(['kept', 'changed', 'added', 'removed']),
  was: z.string(),
});
export type AnalysedWord = z.output<typeof AnalysedWord>;

export const AnalysisStep = z.object({ step: AnalysisStepName, words: z.array(AnalysedWord) });
export type AnalysisStep = z.output<typeof AnalysisStep>;

/** One way to find a word of the term. `item_count` is null for a field that is not searched. */
const Lookup = z.object({ word: z.string(), kind: z.string(), term: z.string(), item_count: z.nullable(z.number()) });

export const AnalysedTerm = z.object({
  schema: z.string(),
  fields: z.array(z.object({ name: z.string(), is_searched: z.boolean(), has_stems: z.boolean() })),
  /** Set when a rule sends the query to an address instead. */
  redirect: z.nullable(z.string()),
  query: z.array(AnalysisStep),
  lookups: z.array(Lookup),
  text: z.array(AnalysisStep),
  is_cut: z.boolean(),
});
export type AnalysedTerm = z.output<typeof AnalysedTerm>;

/** `schema` is the name of a field; without one it is the field that names the items. */
export const analyzeTerm = endpoint('GET /api/analyze', {
  needs: 'developer',
  summary: 'Shows what each step of the analysis makes of a term, in a query and in an item',
  input: z.object({
    c: Id,
    term: z._default(z.string().check(z.maxLength(maximumTermLength)), ''),
    schema: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  output: AnalysedTerm,
});
